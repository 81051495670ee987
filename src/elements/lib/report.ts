// Where an element says what failed without the page having called anything.

/** Reports to the developer of the page. Uses the console, because the core's logger may not have loaded. */
export const report = (...problem: readonly unknown[]): void => console.error('[wallet-modal]', ...problem)

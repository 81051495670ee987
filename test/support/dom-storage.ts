// In jsdom, `localStorage` and `sessionStorage` are the page's. Node 25 and later have globals of these names, undefined unless a file is named for
// them, and Vitest leaves what is a global already as it is (vitest-dev/vitest#8757). May go when Vitest sets them.
const page = (globalThis as { readonly jsdom?: { readonly window: Window } }).jsdom?.window
if (page)
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, { configurable: true, value: page[name] })
export {}

// In a DOM, `localStorage` and `sessionStorage` are the page's. Node 25 and later have globals of these names, undefined unless a file is named for them,
// and Vitest leaves alone what is a global already (vitest-dev/vitest#8757). May go when Vitest sets them.
const environment = globalThis as { readonly jsdom?: { readonly window: Window }; readonly happyDOM?: object }
/** Vitest shows the window of jsdom; for happy-dom, which shows its own nowhere, the storage of another one does. */
const page = environment.jsdom?.window ?? (environment.happyDOM && new (await import('happy-dom')).Window())
if (page)
  for (const name of ['localStorage', 'sessionStorage'] as const)
    Object.defineProperty(globalThis, name, { configurable: true, value: page[name] })
export {}

// As much of a window as discovery looks at: an event target, a document that has loaded, and the objects of wallets.

/** @param globals what wallets have put into the page */
export function plainWindow(globals: object = {}): Window {
  const target = Object.assign(new EventTarget(), { document: { readyState: 'complete' } })
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(globals)) // getters stay getters
  return target as unknown as Window
}

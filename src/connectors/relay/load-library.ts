// Loads the WalletConnect client. This module is small, so that the client can be asked for before the code that uses it has come.
import type * as Library from './library.js'

/** Loads the client and the storage that it opens in a browser; concurrent calls share one load. Rejects with the error of the import; the next call loads again. */
export const loadLibrary = (): Promise<typeof Library> => withoutLocalStorage(() => import('./library.js'))

/**
 * Runs `load`, with `localStorage` defined as `undefined` meanwhile if reading it throws (site data blocked). The package
 * keyvaluestorage 1.1.1 of WalletConnect reads it on import, and a failed import cannot be repeated. May go when a later version
 * reads it only when it is used.
 */
export async function withoutLocalStorage<T>(load: () => Promise<T>): Promise<T> {
  const name = 'localStorage'
  const own = Object.getOwnPropertyDescriptor(globalThis, name)
  if (!isForbidden() || own?.configurable === false) return load()
  Object.defineProperty(globalThis, name, { configurable: true, get: () => undefined })
  try {
    return await load()
  } finally {
    if (own) Object.defineProperty(globalThis, name, own)
    else Reflect.deleteProperty(globalThis, name)
  }
}

function isForbidden(): boolean {
  try {
    void globalThis.localStorage
    return false
  } catch {
    return true
  }
}

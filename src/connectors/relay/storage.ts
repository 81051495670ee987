// What the relay client keeps its keys and sessions in. Where the browser gives nothing to keep them in, memory: it works, and forgets with the page.
import { createSharedStorage, type RelayStorage } from './shared-storage.js'
import { withTimeout } from '../../timeout.js'

/** IndexedDB of some browsers neither opens nor fails. */
const PROBE_LIMIT_MS = 2_000
const PROBE = 'wm-probe'

/**
 * All tabs of a site share one database, or the storage that was given. Outside of browsers, and where nothing is kept, each client has a memory
 * of its own. `own`: the client's database.
 */
export async function openRelayStorage(given: RelayStorage | undefined, own: () => Promise<RelayStorage>): Promise<RelayStorage> {
  if (!given && typeof window === 'undefined') return createMemoryStorage()
  try {
    await withTimeout(given ? probe(given) : probeBrowser(), { ms: PROBE_LIMIT_MS })
  } catch {
    return createMemoryStorage()
  }
  return createSharedStorage(given ?? (await own()))
}

async function probe(storage: RelayStorage): Promise<void> {
  await storage.setItem(PROBE, 1)
  await storage.getItem(PROBE)
  await storage.removeItem(PROBE)
}

/** The library needs both: IndexedDB, and `localStorage` for what it kept there years ago. */
async function probeBrowser(): Promise<void> {
  window.localStorage.getItem(PROBE)
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(PROBE)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error ?? new Error('IndexedDB does not open'))
    opening.onblocked = () => reject(new Error('IndexedDB is blocked'))
  })
  database.close()
  indexedDB.deleteDatabase(PROBE)
}

export function createMemoryStorage(): RelayStorage {
  const entries = new Map<string, unknown>()
  return {
    getKeys: () => Promise.resolve([...entries.keys()]),
    getEntries: <T>() => Promise.resolve([...entries] as [string, T][]), // the caller says what it has put in
    getItem: <T>(key: string) => Promise.resolve(structuredClone(entries.get(key)) as T | undefined), // as above
    setItem: (key, value) => Promise.resolve(void entries.set(key, structuredClone(value))),
    removeItem: (key) => Promise.resolve(void entries.delete(key)),
  }
}

/**
 * Runs `load` while `localStorage` reads as absent, where reading it throws: @walletconnect/keyvaluestorage 1.1.1 reads it when it is imported, and an
 * import that has failed fails for ever. May go when a later version reads it when it is used.
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

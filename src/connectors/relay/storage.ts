// Opens the storage of the WalletConnect client. Where the browser offers none, memory takes its place: sessions then end with
// the page.
import { createSharedStorage, type RelayStorage } from './shared-storage.js'
import { withTimeout } from '../../vocabulary/timeout.js'

/** Milliseconds to wait for the storage: in some browsers IndexedDB neither opens nor fails. */
const PROBE_LIMIT_MS = 2_000
const PROBE = 'wm-probe'

/**
 * Opens the storage of a client: `given`, or in a browser the client's own database, shared by all tabs of the site. Outside of
 * browsers without a `given` one, and where the storage does not work, a memory of its own. Rejects only when `own` does.
 * @param own opens the client's database
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

/** The library needs IndexedDB, and `localStorage` to move what its early versions kept there. */
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

/** A storage that keeps copies of values in memory, for one client. */
export function createMemoryStorage(): RelayStorage {
  const entries = new Map<string, unknown>()
  return {
    getKeys: () => Promise.resolve([...entries.keys()]),
    getEntries: <T>() => Promise.resolve([...entries] as [string, T][]), // the caller knows the type of what it has stored
    getItem: <T>(key: string) => Promise.resolve(structuredClone(entries.get(key)) as T | undefined), // as above
    setItem: (key, value) => Promise.resolve(void entries.set(key, structuredClone(value))),
    removeItem: (key) => Promise.resolve(void entries.delete(key)),
  }
}

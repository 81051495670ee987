// What this browser keeps for the wallet: one table of IndexedDB. Where the browser refuses it (private windows, full disks, blocked storage), everything
// goes on in memory for as long as the page lives.

/** Keys of the table. A wallet's part has the id of the wallet behind it. */
export type StoreKey =
  | 'device'
  | 'session'
  | 'chain'
  | 'phrase'
  | `wallet:${string}`
  | `consents:${string}`
  | `sent:${string}`
  /** What somebody has answered when they were asked for a passkey on this device. */
  | `passkey:${string}`
  /** Addresses of smart accounts. */
  | `smart:${string}`
  /** Which account a page wants. */
  | `prefers:${string}`

/** Values are what the structured clone takes: keys of WebCrypto too. Nothing here is trusted when it is read: who reads parses. */
export interface FrameStore {
  /** False once the browser has refused: what is written is gone with the page. */
  readonly isKept: boolean
  get(key: StoreKey): Promise<unknown>
  set(key: StoreKey, value: unknown): Promise<void>
  delete(key: StoreKey): Promise<void>
  /** Every key that starts so. */
  deleteAll(prefix: string): Promise<void>
  /** Calls once, when the browser refuses for the first time. */
  onLost(listener: () => void): void
}

/** The part of IndexedDB that is used: tests bring their own. */
export interface Table {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<readonly string[]>
}

const DATABASE = 'wallet-frame'
const TABLE = 'kept'

/**
 * A store over `open`, which may fail, as may each of its calls: from then on the store works with what this page has read and written itself.
 * @param open default: a store in memory alone
 */
export function createStore(open?: () => Promise<Table>): FrameStore {
  const seen = new Map<string, unknown>()
  const listeners: (() => void)[] = []
  let table: Promise<Table> | undefined
  let isKept = open !== undefined

  async function attempt<T>(act: (table: Table) => Promise<T>): Promise<{ readonly value: T } | undefined> {
    if (!open || !isKept) return undefined
    try {
      table ??= open()
      return { value: await act(await table) }
    } catch {
      if (isKept) {
        isKept = false
        for (const listener of listeners.splice(0)) listener()
      }
      return undefined
    }
  }

  return {
    get isKept() {
      return isKept
    },
    async get(key) {
      const found = await attempt((kept) => kept.get(key))
      if (!found) return seen.get(key)
      if (found.value === undefined) seen.delete(key)
      else seen.set(key, found.value)
      return found.value
    },
    async set(key, value) {
      seen.set(key, value)
      await attempt((kept) => kept.set(key, value))
    },
    async delete(key) {
      seen.delete(key)
      await attempt((kept) => kept.delete(key))
    },
    async deleteAll(prefix) {
      for (const key of [...seen.keys()]) if (key.startsWith(prefix)) seen.delete(key)
      await attempt(async (kept) => {
        for (const key of await kept.keys()) if (key.startsWith(prefix)) await kept.delete(key)
      })
    },
    onLost(listener) {
      if (open && !isKept) listener()
      else listeners.push(listener)
    },
  }
}

/** The table in `indexedDB`. @throws what the browser says, if it gives none */
export async function openTable(indexedDB: IDBFactory): Promise<Table> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => void opening.result.createObjectStore(TABLE)
  const database = await settled(opening)
  // Another version of this page, or a visitor who clears the site's data, must not wait for this one.
  database.onversionchange = () => database.close()
  async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = database.transaction(TABLE, mode)
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted'))
    })
    const value = await Promise.all([settled(act(transaction.objectStore(TABLE))), done])
    return value[0]
  }
  return {
    get: (key) => run<unknown>('readonly', (store) => store.get(key)),
    set: async (key, value) => void (await run('readwrite', (store) => store.put(value, key))),
    delete: async (key) => void (await run('readwrite', (store) => store.delete(key))),
    keys: async () => (await run('readonly', (store) => store.getAllKeys())).map(String),
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The request failed'))
    if (request instanceof IDBOpenDBRequest) request.onblocked = () => reject(new Error('The database is blocked'))
  })
}

// What the server of sign-ins keeps: which nonces were used, and who is signed in. In memory, or wherever an application keeps such things.

/** Keeps texts under keys until a time. All times are Unix milliseconds. */
export interface SiwxServerStore {
  /** The text of a key; `undefined` when there is none, or its time is over. */
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, expiresAt: number): Promise<void>
  delete(key: string): Promise<void>
  /** Takes a key that is free, in one step: of two callers at once one gets `true`. It is free again at `expiresAt`. */
  claim(key: string, expiresAt: number): Promise<boolean>
}

const KEYS_MAX_COUNT = 100_000

/**
 * A store in the memory of one process: whoever restarts it signs everybody out. At most 100 000 keys; beyond them nothing new is
 * taken (`claim` says `false`, `set` rejects) until the time of some is over.
 * @param now Unix milliseconds
 */
export function createMemoryStore(now: () => number = Date.now): SiwxServerStore {
  const values = new Map<string, { readonly value: string; readonly expiresAt: number }>()
  const read = (key: string) => {
    const found = values.get(key)
    if (found && found.expiresAt > now()) return found
    values.delete(key)
    return undefined
  }
  const isFull = (key: string) => {
    if (values.size < KEYS_MAX_COUNT || values.has(key)) return false
    for (const old of [...values.keys()]) read(old)
    return values.size >= KEYS_MAX_COUNT
  }
  return {
    get: (key) => Promise.resolve(read(key)?.value),
    set: (key, value, expiresAt) => {
      if (isFull(key)) return Promise.reject(new Error('The store is full'))
      values.set(key, { value, expiresAt })
      return Promise.resolve()
    },
    delete: (key) => {
      values.delete(key)
      return Promise.resolve()
    },
    claim: (key, expiresAt) => {
      if (read(key) || isFull(key)) return Promise.resolve(false)
      values.set(key, { value: '', expiresAt })
      return Promise.resolve(true)
    },
  }
}

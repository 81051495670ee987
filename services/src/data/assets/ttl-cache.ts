// A cache with a time to live; callers that ask for a key while its answer is fetched share that fetch.
/** Caches answers by key. Failures are not cached. */
export interface TtlCache<T> {
  /** The cached answer, else that of `ask`. An answer of `undefined` is never found in the cache. */
  get(key: string, ask: () => Promise<T>): Promise<T>
  /** The cached answer, while it is valid. */
  peek(key: string): T | undefined
  set(key: string, value: T): void
  /** Forgets the answer of `key`. A fetch that runs is neither joined nor cached any more. */
  delete(key: string): void
}

/** How long and how much is cached. */
export interface TtlCacheOptions {
  /** Unix milliseconds. */
  readonly now: () => number
  readonly ttlMs: number
  /** Beyond this number the oldest entry is dropped; default 10 000. */
  readonly entriesMax?: number
}

/** An empty cache. */
export function createTtlCache<T>({ now, ttlMs, entriesMax = 10_000 }: TtlCacheOptions): TtlCache<T> {
  const entries = new Map<string, { readonly value: T; readonly until: number }>()
  const pending = new Map<string, Promise<T>>()
  const peek = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.until > now() ? entry.value : undefined
  }
  const set = (key: string, value: T) => {
    entries.delete(key)
    entries.set(key, { value, until: now() + ttlMs })
    if (entries.size > entriesMax) entries.delete(entries.keys().next().value ?? '')
  }
  return {
    peek,
    set,
    delete(key) {
      entries.delete(key)
      pending.delete(key)
    },
    get(key, ask) {
      const held = peek(key)
      if (held !== undefined) return Promise.resolve(held)
      const running = pending.get(key)
      if (running) return running
      const isCurrent = () => pending.get(key) === asked
      const asked: Promise<T> = ask()
        .then((value) => {
          if (isCurrent()) set(key, value)
          return value
        })
        .finally(() => isCurrent() && pending.delete(key))
      pending.set(key, asked)
      return asked
    },
  }
}

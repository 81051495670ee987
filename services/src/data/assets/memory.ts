// Remembers answers for a while, and lets callers who ask meanwhile join the question that is under way. Failures are not remembered.
export interface Memory<T> {
  get(key: string, ask: () => Promise<T>): Promise<T>
  /** What is remembered and still good. */
  peek(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
}

export interface MemoryOptions {
  readonly now: () => number
  readonly ttlMs: number
  /** Beyond this number the one that was stored longest ago goes. */
  readonly entriesMax?: number
}

export function createMemory<T>({ now, ttlMs, entriesMax = 10_000 }: MemoryOptions): Memory<T> {
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
    delete: (key) => void entries.delete(key),
    get(key, ask) {
      const held = peek(key)
      if (held !== undefined) return Promise.resolve(held)
      const running = pending.get(key)
      if (running) return running
      const asked = ask()
        .then((value) => {
          set(key, value)
          return value
        })
        .finally(() => pending.delete(key))
      pending.set(key, asked)
      return asked
    },
  }
}

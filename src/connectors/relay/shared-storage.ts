// The storage of a WalletConnect client that several tabs of a site share. The client keeps everything in memory and writes each list whole, so that
// a tab that has not heard of another tab's session would write it away. What is written through here is only what this tab has changed itself.
import type { UniversalProvider } from '@walletconnect/universal-provider'

/** What the client keeps its keys and sessions in; in a browser IndexedDB unless given. */
export type RelayStorage = NonNullable<Parameters<typeof UniversalProvider.init>[0]['storage']>

/** Entries of a list or table by what tells them apart, each as JSON. */
type Entries = ReadonlyMap<string, string>

/** `base`: what all tabs read and write. */
export function createSharedStorage(base: RelayStorage): RelayStorage {
  /** By key, as this client has it in memory: read at its start, written since. */
  const known = new Map<string, Entries>()
  let last: Promise<unknown> = Promise.resolve()

  /** One write of a key at a time, in all tabs where the browser has locks (all of 2022 and later), else in this one. */
  const alone = (key: string, write: () => Promise<void>): Promise<void> => {
    const locks = typeof navigator === 'undefined' ? undefined : (navigator as Partial<Navigator>).locks
    const run = locks ? locks.request(`wallet-modal ${key}`, write) : last.then(write)
    last = run.catch(() => undefined)
    return run
  }

  return {
    getKeys: () => base.getKeys(),
    getEntries: () => base.getEntries(),
    async getItem<T>(key: string) {
      const value: T | undefined = await base.getItem<T>(key)
      known.set(key, entriesOf(value) ?? new Map())
      return value
    },
    setItem(key: string, value: unknown) {
      const mine = entriesOf(value)
      const before = known.get(key) ?? new Map<string, string>()
      if (!mine) return alone(key, () => base.setItem(key, value))
      known.set(key, mine)
      return alone(key, async () => {
        const stored = entriesOf(await base.getItem(key)) ?? new Map<string, string>()
        await base.setItem(key, toValue(merge(before, mine, stored), Array.isArray(value)))
      })
    },
    removeItem(key) {
      known.delete(key)
      return alone(key, () => base.removeItem(key))
    },
  }
}

/** `stored`, with what was added, changed or removed between `before` and `mine`. What another tab has removed meanwhile stays so. */
function merge(before: Entries, mine: Entries, stored: Entries): Entries {
  const merged = new Map<string, string>()
  for (const [id, theirs] of stored) {
    const own = mine.get(id)
    if (own === undefined && before.has(id)) continue
    merged.set(id, own === undefined || own === before.get(id) ? theirs : own)
  }
  for (const [id, own] of mine) if (!stored.has(id) && !before.has(id)) merged.set(id, own)
  return merged
}

/** Undefined for what is neither a list nor a table. */
function entriesOf(value: unknown): Entries | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Array.isArray(value) ? value.map((entry: unknown) => [idOf(entry), entry] as const) : Object.entries(value)
  return new Map(entries.map(([id, entry]) => [id, JSON.stringify(entry)]))
}

/** The client's lists hold records with a topic (sessions, pairings), an id (proposals, requests), both, or a target (expiries). */
function idOf(entry: unknown): string {
  const { topic, id, target } = (entry ?? {}) as { topic?: unknown; id?: unknown; target?: unknown } // any of them may be missing
  const isKnown = topic !== undefined || id !== undefined || target !== undefined
  return JSON.stringify(isKnown ? [topic, id, target] : entry)
}

function toValue(entries: Entries, isList: boolean): unknown {
  const values = [...entries].map(([id, json]) => [id, JSON.parse(json) as unknown] as const)
  return isList ? values.map(([, value]) => value) : Object.fromEntries(values)
}

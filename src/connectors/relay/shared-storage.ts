// The storage of WalletConnect clients in several tabs of a site. A client keeps its lists in memory and writes each list whole,
// so that a tab would delete the sessions that another tab has made since. This storage writes only the entries that its own tab
// has changed.
import type { SignClient } from '@walletconnect/sign-client'

/** The storage of a client's keys and sessions, as the library defines it. */
export type RelayStorage = NonNullable<NonNullable<Parameters<typeof SignClient.init>[0]>['storage']>

/** The entries of a list or table as JSON, by `idOf` or by key. */
type Entries = ReadonlyMap<string, string>

/** Wraps the storage that all tabs read and write (`base`) for the client of this tab. */
export function createSharedStorage(base: RelayStorage): RelayStorage {
  /** What the client of this tab has in memory, by key: as it was last read or written here. */
  const known = new Map<string, Entries>()
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one write of a key at a time: across tabs where the browser has Web Locks (all since 2022), else within this tab. */
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

/**
 * Applies to `stored` what was added, changed or removed between `before` and `mine`. An entry that another tab has removed stays
 * removed.
 */
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

/** The entries of a list or object; `undefined` for any other value. */
function entriesOf(value: unknown): Entries | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const entries = Array.isArray(value) ? value.map((entry: unknown) => [idOf(entry), entry] as const) : Object.entries(value)
  return new Map(entries.map(([id, entry]) => [id, JSON.stringify(entry)]))
}

/**
 * Identifies an entry of a list. The client's records have a topic (sessions, pairings), an id (proposals, requests), both, or a
 * target (expiries).
 */
function idOf(entry: unknown): string {
  const { topic, id, target } = (entry ?? {}) as { topic?: unknown; id?: unknown; target?: unknown } // any of them may be missing
  const isKnown = topic !== undefined || id !== undefined || target !== undefined
  return JSON.stringify(isKnown ? [topic, id, target] : entry)
}

function toValue(entries: Entries, isList: boolean): unknown {
  const values = [...entries].map(([id, json]) => [id, JSON.parse(json) as unknown] as const)
  return isList ? values.map(([, value]) => value) : Object.fromEntries(values)
}

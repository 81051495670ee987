// Long polls: a call waits for a change without holding a connection of the database. A notification of the database wakes it, whichever instance
// made the change; a look at the table every few seconds stands in while notifications are lost.
import type { Db, Sql } from '../db/db.js'

const CHANNEL = 'embedded'

/** Wakes those who wait. */
export interface Signals {
  /** Resolves when `key` is told, or after `ms`, or when `signal` aborts. */
  wait(key: string, ms: number, signal: AbortSignal): Promise<void>
  /** Wakes all who wait for `key`, on every instance. Within a transaction: at its commit. */
  tell(sql: Sql, key: string): Promise<void>
  stop(): Promise<void>
}

/** Listens from the first wait on. */
export function createSignals(db: Db): Signals {
  const waiting = new Map<string, Set<() => void>>()
  let listening: Promise<() => Promise<void>> | undefined

  const wake = (key: string) => {
    for (const resolve of waiting.get(key) ?? []) resolve()
  }
  const wakeAll = () => {
    for (const key of [...waiting.keys()]) wake(key)
  }

  /** A failed listen is tried again with the next wait; until then the time of the wait is what wakes. */
  async function listen(): Promise<void> {
    listening ??= db.listen(CHANNEL, wake, wakeAll)
    await listening.catch(() => (listening = undefined))
  }

  return {
    async wait(key, ms, signal) {
      await listen()
      if (signal.aborted) return
      await new Promise<void>((resolve) => {
        const own = waiting.get(key) ?? new Set()
        const timer = setTimeout(end, ms)
        function end(): void {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          own.delete(end)
          if (own.size === 0) waiting.delete(key)
          resolve()
        }
        own.add(end)
        waiting.set(key, own)
        signal.addEventListener('abort', end)
      })
    },
    tell: (sql, key) => sql.notify(CHANNEL, key),
    async stop() {
      wakeAll()
      const stop = await listening?.catch(() => undefined)
      listening = undefined
      await stop?.()
    },
  }
}

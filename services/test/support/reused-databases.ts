// Databases that go back, emptied, to those that nobody uses: making one takes a hundred times as long as emptying it.
import type { Db } from '../../src/db/connect.js'

/**
 * Opens databases at the present schema, empty, each for one user at a time. Closing one leaves it to the next who opens; one that cannot be emptied is
 * left to nobody.
 * @param make a new one, when none is idle
 */
export function reusedDatabases(make: () => Promise<Db>): () => Promise<Db> {
  const idle: Db[] = []
  return async () => {
    const db = idle.pop() ?? (await make())
    const listening = new Set<() => Promise<void>>()
    const running = new Set<Promise<unknown>>()
    let isClosed = false
    const check = () => {
      if (isClosed) throw new Error('The database is closed')
    }
    function run<T>(work: () => Promise<T>): Promise<T> {
      check()
      const result = work()
      running.add(result)
      const end = () => void running.delete(result)
      result.then(end, end)
      return result
    }
    return {
      kind: db.kind,
      query: async (text, parameters) => run(() => db.query(text, parameters)),
      notify: async (channel, payload) => run(() => db.notify(channel, payload)),
      transaction: async (work) => run(() => db.transaction(work)),
      async listen(channel, onPayload, onResume) {
        check()
        const hear = (payload: string) => {
          if (!isClosed) onPayload(payload)
        }
        const stop = await db.listen(channel, hear, onResume)
        listening.add(stop)
        return async () => {
          if (listening.delete(stop)) await stop()
        }
      },
      async close() {
        if (isClosed) return
        isClosed = true
        for (const stop of listening) await stop()
        // What somebody left without waiting for it would write into the database of the next.
        await Promise.allSettled(running)
        await empty(db)
        idle.push(db)
      },
    }
  }
}

async function empty(db: Db): Promise<void> {
  const tables = await db.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations'",
  )
  // Truncates what has rows only: of every table, with its indexes, that takes a tenth of a second of processor after each test.
  const withRows = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
  const full = await db.query<{ name: string }>(withRows)
  if (full.length > 0) await db.query(`truncate ${full.map(({ name }) => name).join(', ')} restart identity cascade`)
  await db.query("select setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences")
}

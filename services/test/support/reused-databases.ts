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
    let isClosed = false
    const check = () => {
      if (isClosed) throw new Error('The database is closed')
    }
    return {
      kind: db.kind,
      async query(text, parameters) {
        check()
        return db.query(text, parameters)
      },
      async notify(channel, payload) {
        check()
        return db.notify(channel, payload)
      },
      async transaction(work) {
        check()
        return db.transaction(work)
      },
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

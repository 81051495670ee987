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
      query: async (text, parameters, options) => run(() => db.query(text, parameters, options)),
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

/** In one statement, and without `truncate`, which makes new files for each table and index: that takes five times the processor. */
async function empty(db: Db): Promise<void> {
  await db.query(`
    do $$
    declare t record;
    begin
      set local session_replication_role = replica; -- no triggers: they would count what goes
      for t in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
        execute format('delete from %I', t.tablename);
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;
    end $$`)
}

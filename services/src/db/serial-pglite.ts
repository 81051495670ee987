// A Db over an engine in this thread: for making the cluster, and for tests, which need no watchdog.
import type { PGlite } from '@electric-sql/pglite'
import type { Row } from './db.js'
import { createSerialDb, type Session } from './serial-db.js'

/** @param engine opened by `openPglite`. Closing the Db closes it. */
export function overPglite(engine: PGlite): ReturnType<typeof createSerialDb> {
  const session: Session = {
    query: async (text, parameters) => (await engine.query<Row>(text, [...parameters])).rows,
  }
  const db = createSerialDb({ session: () => session, close: () => engine.close() })
  engine.onNotification((channel, payload) => db.hear(channel, payload))
  return db
}

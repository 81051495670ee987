// A Postgres server by its URL: a pool for statements, and one connection of its own for notifications.
import pg from 'pg'
import type { Db, Parameter, Sql } from './db.js'

const POOL_SIZE = 10
/** Waits between attempts to get the notification connection back. */
const RECONNECT_MS = [100, 500, 1_000, 2_000, 5_000] as const

/** Type ids of int8 and numeric (PostgreSQL's catalogue), which become numbers, see db.ts. The rest as the driver does. */
const numeric: readonly number[] = [20, 1700]
const parserOf = pg.types.getTypeParser as (oid: number, format: 'text') => unknown // the driver types ids as an enum
const numbers = {
  // Overloads by format; we only ever use text.
  getTypeParser: ((oid: number) => (numeric.includes(oid) ? Number : parserOf(oid, 'text'))) as typeof pg.types.getTypeParser,
}

/** Connects, or rejects with the driver's error when the server cannot be reached. */
export async function connectPostgres(url: string): Promise<Db> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE, types: numbers })
  // An idle connection that breaks (server restart) is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => undefined)
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const notifications = createNotifications(url)
  return {
    kind: 'postgres',
    ...statements(pool),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      // The pool listens to its idle connections only; one that breaks between two statements of ours would end the process.
      const onBreak = (error: Error) => (broken = error)
      client.on('error', onBreak)
      try {
        await client.query('begin')
        const result = await work(statements(client))
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((cause: unknown) => {
          // The connection itself is gone: the server rolls back, the pool must not reuse it.
          broken = cause instanceof Error ? cause : new Error(String(cause))
        })
        throw error
      } finally {
        client.off('error', onBreak)
        client.release(broken)
      }
    },
    listen: notifications.listen,
    async close() {
      await notifications.close()
      if (!pool.ended) await pool.end()
    },
  }
}

function statements(on: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<R extends object>(text: string, parameters: readonly Parameter[] = []) {
      return (await on.query<R & pg.QueryResultRow>(text, [...parameters])).rows
    },
    async notify(channel, payload) {
      await on.query('select pg_notify($1, $2)', [channel, payload])
    },
  }
}

interface Listener {
  readonly channel: string
  readonly onPayload: (payload: string) => void
  readonly onResume: (() => void) | undefined
}

/** LISTEN needs a session of its own that stays; it is opened with the first listener and opened again when it breaks. */
function createNotifications(url: string) {
  const listeners = new Set<Listener>()
  let client: Promise<pg.Client> | undefined
  let timer: NodeJS.Timeout | undefined
  let attempts = 0
  let isClosed = false

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({ connectionString: url })
    next.on('error', () => undefined)
    next.on('end', resume)
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onPayload(payload ?? '')
    })
    await next.connect()
    for (const channel of new Set([...listeners].map((listener) => listener.channel))) {
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    }
    return next
  }

  function resume(): void {
    if (isClosed || timer !== undefined) return
    const wait = RECONNECT_MS[Math.min(attempts, RECONNECT_MS.length - 1)]
    attempts += 1
    timer = setTimeout(() => {
      timer = undefined
      client = open()
      client.then(
        () => {
          attempts = 0
          for (const listener of listeners) listener.onResume?.()
        },
        () => resume(),
      )
    }, wait)
  }

  return {
    async listen(channel: string, onPayload: (payload: string) => void, onResume?: () => void) {
      const listener: Listener = { channel, onPayload, onResume }
      listeners.add(listener)
      try {
        // A connection that is opened now listens to every channel in the set, this one included.
        if (client) await (await client).query(`listen ${pg.escapeIdentifier(channel)}`)
        else await (client = open())
      } catch (error) {
        // Not listening means not listening: the caller must not wait for what never comes.
        listeners.delete(listener)
        throw error
      }
      return async () => {
        listeners.delete(listener)
        const isLast = ![...listeners].some((other) => other.channel === channel)
        if (!isLast || isClosed) return
        // A broken connection listens to nothing anyway.
        await client?.then((open) => open.query(`unlisten ${pg.escapeIdentifier(channel)}`)).catch(() => undefined)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.then((open) => open.end()).catch(() => undefined)
    },
  }
}

// A Postgres server by its URL: a pool for statements, and one connection of its own for notifications.
import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import pg from 'pg'
import { DbUnavailableError, isUnavailable, repeatUndone, type Db, type Parameter, type QueryOptions, type Sql } from './db.js'

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

/** Time limits, in milliseconds. */
export interface PostgresLimits {
  /** For a connection to stand, or for one of the pool to be free. */
  readonly connectMs: number
  /** For one statement; 0 = no limit. A hanging server must not hang its callers. */
  readonly statementMs: number
  /** Between two looks whether the connection for notifications is alive, and for its answer: a router that forgets it says nothing. */
  readonly heartbeatMs: number
  readonly answerMs: number
}

const usualLimits: PostgresLimits = { connectMs: 5_000, statementMs: 30_000, heartbeatMs: 15_000, answerMs: 5_000 }

/** Connects, or rejects with the driver's error when the server cannot be reached. */
export async function connectPostgres(url: string, changes: Partial<PostgresLimits> = {}): Promise<Db> {
  const limits = { ...usualLimits, ...changes }
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types: numbers,
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    // The server ends the statement; where it does not even answer that, the driver lets go of the connection.
    ...(limits.statementMs > 0 ? { statement_timeout: limits.statementMs, query_timeout: limits.statementMs + 1_000 } : {}),
  })
  // An idle connection that breaks (server restart) is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => undefined)
  await pool.query('select 1').catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const notifications = createNotifications(url, limits)
  const alone = statements(pool)
  return {
    kind: 'postgres',
    ...alone,
    // In a transaction, what came before is undone too.
    query: (...asked) => repeatUndone(() => alone.query(...asked)),
    async transaction(work) {
      const client = await pool.connect().catch(unavailable)
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
    async query<R extends object>(
      text: string,
      parameters: readonly Parameter[] = [],
      { isPrepared = false }: QueryOptions = {},
    ) {
      const statement = { text, values: [...parameters], ...(isPrepared && { name: nameOf(text) }) }
      return (await on.query<R & pg.QueryResultRow>(statement).catch(unavailable)).rows
    },
    async notify(channel, payload) {
      await on.query('select pg_notify($1, $2)', [channel, payload]).catch(unavailable)
    },
  }
}

/** Of a prepared statement: one text has one name on all connections, of at most 63 bytes. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** @throws DbUnavailableError where the server did not answer; what it answered as it is */
function unavailable(error: unknown): never {
  if (error instanceof TypeError || (error instanceof pg.DatabaseError && !isUnavailable(error.code))) throw error
  throw new DbUnavailableError({ cause: error })
}

interface Listener {
  readonly channel: string
  readonly onPayload: (payload: string) => void
  readonly onResume: (() => void) | undefined
}

/** The connection that receives notifications. The driver allows one statement at a time. */
interface Ear {
  say(text: string): Promise<unknown>
  end(): Promise<void>
}

/** LISTEN needs a session of its own that stays; it is opened with the first listener and opened again when it breaks. */
function createNotifications(url: string, { connectMs, heartbeatMs, answerMs }: PostgresLimits) {
  const listeners = new Set<Listener>()
  let client: Promise<Ear> | undefined
  let timer: NodeJS.Timeout | undefined
  let attempts = 0
  let isClosed = false

  async function open(): Promise<Ear> {
    const socket = new Socket()
    const next = new pg.Client({
      connectionString: url,
      stream: () => socket,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
    })
    // The connection is idle most of the time, so a heartbeat tests it. Its `end` event opens the next one.
    let turn: Promise<unknown> = Promise.resolve()
    const say = (text: string) => (turn = turn.catch(() => undefined).then(() => next.query(text)))
    const heartbeat = setInterval(() => void say('select 1').catch(() => socket.destroy()), heartbeatMs)
    heartbeat.unref()
    next.on('error', () => undefined)
    next.on('end', () => {
      clearInterval(heartbeat)
      resume()
    })
    next.on('notification', ({ channel, payload }) => {
      for (const listener of listeners) if (listener.channel === channel) listener.onPayload(payload ?? '')
    })
    await next.connect()
    for (const channel of new Set([...listeners].map((listener) => listener.channel))) {
      await say(`listen ${pg.escapeIdentifier(channel)}`)
    }
    return { say, end: () => next.end() }
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
        if (client) await (await client).say(`listen ${pg.escapeIdentifier(channel)}`)
        else await (client = open())
      } catch (error) {
        // The caller learns that it does not listen, instead of waiting for notifications that never come.
        listeners.delete(listener)
        throw error
      }
      return async () => {
        listeners.delete(listener)
        const isLast = ![...listeners].some((other) => other.channel === channel)
        if (!isLast || isClosed) return
        // A broken connection listens to nothing anyway.
        await client?.then((open) => open.say(`unlisten ${pg.escapeIdentifier(channel)}`)).catch(() => undefined)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.then((open) => open.end()).catch(() => undefined)
    },
  }
}

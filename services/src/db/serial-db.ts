// A Db over an engine with one session: statements and transactions run one after the other.
import type { Db, Parameter, Row, Sql } from './db.js'

/** The one session of an engine. It may end; what is asked of it then rejects. */
export interface Session {
  query(text: string, parameters: readonly Parameter[]): Promise<Row[]>
}

/** What answers a `SerialDb`. */
export interface SerialEngine {
  /** The session that stands now. A transaction keeps the one it began with. @throws DbUnavailableError when there is none */
  session(): Session
  close(): Promise<void>
}

interface Listener {
  readonly onPayload: (payload: string) => void
  readonly onResume: (() => void) | undefined
}

interface Channel {
  readonly listeners: Set<Listener>
  /** Settles with the answer of the engine to `listen`. */
  readonly listening: Promise<unknown>
}

/** A Db over one session, with what its engine has to call. */
export interface SerialDb extends Db {
  /** To be called with each notification of the engine. */
  hear(channel: string, payload: string): void
  /** Tells a new session which channels to listen to, before anybody else may use it. */
  attach(session: Session): Promise<void>
  /** To be called when a new session has replaced one that ended. */
  resume(): void
}

/** @param engine answers; statements that are not of the running transaction wait for its end */
export function createSerialDb(engine: SerialEngine): SerialDb {
  const channels = new Map<string, Channel>()
  let queue: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | undefined

  const inQueue = <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    if (closing) return Promise.reject(new Error('The database is closed'))
    const next = queue.then(() => work(engine.session()))
    queue = next.catch(() => undefined)
    return next
  }

  return {
    kind: 'pglite',
    ...statements((text, parameters) => inQueue((session) => session.query(text, parameters))),
    transaction: (work) => inQueue((session) => transact(session, work)),
    async listen(name, onPayload, onResume) {
      const listener: Listener = { onPayload, onResume }
      const channel = channels.get(name) ?? {
        listeners: new Set<Listener>(),
        listening: inQueue((session) => session.query(`listen ${quoted(name)}`, [])),
      }
      channels.set(name, channel)
      channel.listeners.add(listener)
      /** True when nobody listens to the channel any more. */
      const leave = () => channel.listeners.delete(listener) && channel.listeners.size === 0 && channels.delete(name)
      await channel.listening.catch((error: unknown) => {
        // The caller learns that it does not listen, instead of waiting for notifications that never come.
        leave()
        throw error
      })
      return async () => {
        // An engine that closes or has ended listens to nothing anyway.
        if (leave() && !closing) await inQueue((session) => session.query(`unlisten ${quoted(name)}`, [])).catch(() => undefined)
      }
    },
    close() {
      closing ??= queue.then(() => engine.close())
      return closing
    },
    hear(channel, payload) {
      for (const { onPayload } of channels.get(channel)?.listeners ?? []) onPayload(payload)
    },
    async attach(session) {
      for (const channel of channels.keys()) await session.query(`listen ${quoted(channel)}`, [])
    },
    resume() {
      for (const { listeners } of channels.values()) for (const { onResume } of listeners) onResume?.()
    },
  }
}

function statements(run: Session['query']): Sql {
  return {
    // The caller names the columns that its own statement selects.
    query: async <R extends object>(text: string, parameters: readonly Parameter[] = []) => (await run(text, parameters)) as R[],
    async notify(channel, payload) {
      await run('select pg_notify($1, $2)', [channel, payload])
    },
  }
}

async function transact<T>(session: Session, work: (sql: Sql) => Promise<T>): Promise<T> {
  let isOver = false
  const own = statements((text, parameters) => {
    // The statement would run inside the next transaction.
    if (isOver) return Promise.reject(new Error('The transaction is over'))
    return session.query(text, parameters)
  })
  await session.query('begin', [])
  try {
    const result = await work(own)
    isOver = true
    await session.query('commit', [])
    return result
  } catch (error) {
    isOver = true
    await session.query('rollback', []).catch(() => undefined) // a session that ended has rolled back
    throw error
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`
}

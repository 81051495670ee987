// Starts the parts one after the other: database, relay and data side, the server for HTTP and the relay, figures, jobs.
import { compose, readSettings } from './compose.js'
import type { Config } from './config.js'
import type { Devnets } from './devnets.js'
import { connectDb } from './db/connect.js'
import type { Log } from './log.js'
import { listenForFigures } from './metrics-server.js'
import { pageRoutes } from './page.js'
import { rowsText } from './rows.js'
import { listen } from './server.js'

export interface StartOptions {
  readonly config: Config
  readonly log: Log
  /** Absent in production. */
  readonly devnets?: Devnets | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Gets the end of each part as soon as the part exists, so that a half-made start can be undone too: last made, first closed. */
  readonly closers: (() => Promise<void>)[]
  /** Aborted: no further part is started. */
  readonly signal: AbortSignal
  /** The database is out of reach for good: everything should end. */
  readonly onLost: (reason: string) => void
}

/**
 * Prints the one line of standard output when everything stands.
 * @throws ConfigError before anything is opened, DbOpenError when the database cannot be
 */
export async function start({ config, log, devnets, env, closers, signal, onLost }: StartOptions): Promise<void> {
  if (signal.aborted) return
  const settings = readSettings(config, env, devnets)
  const db = await connectDb({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataDir,
    onTrouble: (reason) => log.error('database ended, opening it again', { reason }),
    onLost,
  })
  closers.push(() => db.close())
  if (signal.aborted) return
  const parts = compose({ config, settings, devnets, db, log, env, page: pageRoutes() })
  closers.push(() => parts.stop())
  const running = await listen(parts.app, config)
  closers.push(() => running.stop())
  parts.relay.attach(running.server)
  parts.sockets.attach(running.server)
  // Once more, to come first: the server waits for its open sockets, and those are the relay's. The second call does nothing.
  closers.push(() => parts.stop())
  if (parts.metrics && config.metrics?.port !== undefined) {
    const figures = await listenForFigures(parts.metrics, { host: config.host, port: config.metrics.port })
    closers.push(() => figures.stop())
    log.info('metrics', { port: figures.port })
  }
  if (signal.aborted) return
  parts.jobs.start()
  log.info('providers', { rows: rowsText(parts.rows()).split('\n') })
  process.stdout.write(`services ${JSON.stringify({ url: running.url, relay: running.url.replace(/^http/, 'ws') })}\n`)
}

// Starts the parts one after the other: database, relay and data side, the server of HTTP and relay, the metrics port, jobs.
import { compose, readSettings } from './compose.js'
import type { Config } from './settings/config.js'
import type { Devnets } from './data/devnets.js'
import { connectDb } from './db/connect.js'
import type { Log } from './operations/log.js'
import { listenForMetrics } from './operations/metrics-server.js'
import { pageRoutes } from './http/page.js'
import { providerTableText } from './operations/provider-table.js'
import { listen } from './http/server.js'

/** What `start` needs. */
export interface StartOptions {
  readonly config: Config
  readonly log: Log
  /** Absent in production. */
  readonly devnets?: Devnets | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Gets the closer of each part as soon as the part exists, so that a failed start can be undone. To be called last first. */
  readonly closers: (() => Promise<void>)[]
  /** When it aborts, no further part is started. */
  readonly signal: AbortSignal
  /** Called when the database is lost for good: the process should end. */
  readonly onLost: (reason: string) => void
}

/**
 * Starts the services and then prints `services {"url":…,"relay":…}`, the one line of standard output.
 * @throws ConfigError for the operator's files, before anything is opened, and for a port that is in use
 * @throws DbOpenError when the database cannot be opened
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
  // Added again so that it is called before the server's closer, which waits for the relay's open sockets. A second call does nothing.
  closers.push(() => parts.stop())
  if (parts.metrics && config.metrics?.port !== undefined) {
    const metricsServer = await listenForMetrics(parts.metrics, { host: config.host, port: config.metrics.port })
    closers.push(() => metricsServer.stop())
    log.info('metrics', { port: metricsServer.port })
  }
  if (signal.aborted) return
  parts.jobs.start()
  log.info('providers', { rows: providerTableText(parts.rows()).split('\n') })
  process.stdout.write(`services ${JSON.stringify({ url: running.url, relay: running.url.replace(/^http/, 'ws') })}\n`)
}

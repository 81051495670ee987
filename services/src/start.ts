// Starts the parts one after the other: database, relay and data side, the server of HTTP and relay, the metrics port, jobs.
import { compose, readSettings } from './compose.js'
import { DEVNET, type Config } from './settings/config.js'
import type { Devnets } from './data/devnets.js'
import { connectDb } from './db/connect.js'
import type { Log } from './operations/log.js'
import { listenForMetrics } from './operations/metrics-server.js'
import { pageRoutes } from './http/page.js'
import { providerTableText } from './operations/provider-table.js'
import { listen, type ListenOptions, type RunningServer } from './http/server.js'
import { openRecovery } from './recovery/open.js'
import type { Embedded } from './embedded/embedded.js'
import type { FrameSettings } from './settings/frame.js'

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
export async function start({ config: read, log, devnets, env, closers, signal, onLost }: StartOptions): Promise<void> {
  if (signal.aborted) return
  const settings = readSettings(read, env, devnets)
  const logins = read.dev && read.frame && !read.social ? await devnets?.startLogins?.() : undefined
  if (logins) closers.push(() => logins.stop())
  const smart = await startSmartAccounts(read, devnets)
  if (smart) closers.push(() => smart.stop())
  const config: Config = {
    ...read,
    social: logins?.settings ?? read.social,
    smartAccounts: smart?.settings ?? read.smartAccounts,
  }
  const db = await connectDb({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataDir,
    onTrouble: (reason) => log.error('database ended, opening it again', { reason }),
    onLost,
  })
  closers.push(() => db.close())
  if (signal.aborted) return
  const recovery = config.frame && openRecovery(config.frame, { log, dataFolder: config.dataDir })
  const parts = compose({ config, settings, devnets, db, log, env, page: pageRoutes(), recovery })
  closers.push(() => parts.stop())
  const { host, port, trustedProxies } = config
  const running = await listen(parts.app, { host, port, trustedProxies, memory: parts.memory })
  closers.push(() => running.stop())
  parts.relay.attach(running.server)
  parts.sockets.attach(running.server)
  const frame =
    parts.embedded &&
    config.frame &&
    (await listenForFrame(parts.embedded, config.frame, { host, trustedProxies, memory: parts.memory }))
  if (frame) closers.push(() => frame.stop())
  if (frame) logins?.allow(frame.url)
  // Added again so that it is called before the closers of the servers, which wait for the relay's open sockets and for long polls. A second call
  // does nothing.
  closers.push(() => parts.stop())
  if (parts.metrics && config.metrics?.port !== undefined) {
    const metricsServer = await listenForMetrics(parts.metrics, { host: config.host, port: config.metrics.port })
    closers.push(() => metricsServer.stop())
    log.info('metrics', { port: metricsServer.port })
  }
  if (signal.aborted) return
  parts.jobs.start()
  log.info('providers', { rows: providerTableText(parts.rows()).split('\n') })
  const mailbox = parts.embedded && parts.embedded.routes.length > 0 ? { mailbox: `${running.url}/dev/mailbox` } : {}
  const urls = { url: running.url, relay: running.url.replace(/^http/, 'ws'), ...(frame ? { frame: frame.url } : {}), ...mailbox }
  process.stdout.write(`services ${JSON.stringify(urls)}\n`)
}

/** What plays bundler and paymaster in development. */
async function startSmartAccounts({ dev, frame, smartAccounts, chains }: Config, devnets: Devnets | undefined) {
  const [node] = chains[DEVNET] ?? []
  return dev && frame && !smartAccounts && node !== undefined ? devnets?.startSmartAccounts?.(node) : undefined
}

/** `url`: the origin under which browsers reach the frame. */
async function listenForFrame(
  embedded: Embedded,
  settings: FrameSettings,
  options: Omit<ListenOptions, 'port'>,
): Promise<RunningServer> {
  const running = await listen(embedded.app, { ...options, port: settings.port }, 'WM_FRAME_PORT')
  embedded.listensAt(running.url)
  return { ...running, url: settings.url ?? running.url }
}

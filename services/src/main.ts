// Runs the services: reads the environment, opens the database, starts one server for HTTP and the relay, and stops cleanly.
import { compose } from './compose.js'
import { ConfigError, readConfig } from './config.js'
import { connectDb } from './db/connect.js'
import { createLog } from './log.js'
import { listenForFigures } from './metrics-server.js'
import { rowsText } from './rows.js'
import { listen } from './server.js'

type Closer = () => Promise<void>

/** Adds the end of each part to `closers` as soon as the part exists, so that a half-made start can be undone too. */
async function start(closers: Closer[]): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog({ level: config.log })
  const db = await connectDb({ databaseUrl: config.databaseUrl, dataFolder: config.dataDir })
  closers.push(() => db.close())
  const parts = compose({ config, db, log, env: process.env })
  closers.push(() => parts.stop())
  const running = await listen(parts.app, config)
  closers.push(() => running.stop())
  parts.relay.attach(running.server)
  // Once more, to come first: the server waits for its open sockets, and those are the relay's. The second call does nothing.
  closers.push(() => parts.stop())
  if (parts.metrics && config.metrics?.port !== undefined) {
    const figures = await listenForFigures(parts.metrics, { host: config.host, port: config.metrics.port })
    closers.push(() => figures.stop())
    log.info('metrics', { port: figures.port })
  }
  parts.jobs.start()
  log.info('providers', { rows: rowsText(parts.rows()).split('\n') })

  const relayUrl = running.url.replace(/^http/, 'ws')
  process.stdout.write(`services ${JSON.stringify({ url: running.url, relay: relayUrl })}\n`)

  const stop = (signal: string) => {
    log.info('stopping', { signal })
    close(closers).catch((error: unknown) => log.error('stopping failed', { error }))
  }
  // A second signal finds no listener and ends the process at once.
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Last made, first closed. */
async function close(closers: readonly Closer[]): Promise<void> {
  for (const closer of [...closers].reverse()) await closer()
}

const closers: Closer[] = []
start(closers).catch(async (error: unknown) => {
  const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${error instanceof ConfigError ? error.message : unexpected}\n`)
  process.exitCode = 1
  await close(closers)
})

// Runs the services: reads the environment, opens the database, starts one server for HTTP and the relay, and stops cleanly.
import { createApp } from './app.js'
import { ConfigError, readConfig } from './config.js'
import { connectDb } from './db/connect.js'
import { createLog } from './log.js'
import { createRelay } from './relay/relay.js'
import { relayRules } from './relay-rules.js'
import { listen } from './server.js'

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog({ level: config.log })
  const db = await connectDb({ databaseUrl: config.databaseUrl, dataFolder: config.dataDir })
  const relay = createRelay({ db, log, config: relayRules(config) })
  const app = createApp({ config, log, checks: { database: () => db.query('SELECT 1'), relay: () => relay.isHealthy() } })
  const running = await listen(app, config)
  relay.attach(running.server)

  const relayUrl = running.url.replace(/^http/, 'ws')
  process.stdout.write(`services ${JSON.stringify({ url: running.url, relay: relayUrl })}\n`)

  const stop = async (signal: string) => {
    log.info('stopping', { signal })
    await relay.stop()
    await running.stop()
    await db.close()
  }
  // A second signal finds no listener and ends the process at once.
  process.once('SIGTERM', (signal) => void stop(signal))
  process.once('SIGINT', (signal) => void stop(signal))
}

run().catch((error: unknown) => {
  const message =
    error instanceof ConfigError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})

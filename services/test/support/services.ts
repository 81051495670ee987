// The real services on a free loopback port, for tests of everything that talks to them.
import { createApp } from '../../src/app.js'
import { DEVNET, type Config, type Project } from '../../src/config.js'
import { createLog, type Log } from '../../src/log.js'
import { connectDb } from '../../src/db/connect.js'
import { createRelay } from '../../src/relay/relay.js'
import { relayRules } from '../../src/relay-rules.js'
import { listen } from '../../src/server.js'

export interface ServicesOptions {
  /** JSON-RPC url of a devnet; serves eip155:31337 through it, `anvil_*` and `evm_*` included. */
  readonly evmUrl?: string
  /** CAIP-2 id → nodes. */
  readonly chains?: Readonly<Record<string, readonly string[]>>
  readonly projects?: Readonly<Record<string, Project>>
  readonly limits?: Config['limits']
  readonly config?: Partial<Config>
  /** False: HTTP only, without the relay and its database, which take a second to start. */
  readonly relay?: boolean
  readonly now?: () => number
  readonly nodeTimeoutMs?: number
  /** Takes the log's lines; default: none are written. */
  readonly onLog?: (line: string) => void
}

export interface TestServices {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  /** `ws://127.0.0.1:port`. */
  readonly relayUrl: string
  stop(): Promise<void>
}

/** Buckets that no test empties by accident. */
const roomy: Config['limits'] = { tokens: 1_000_000, refillPerSecond: 1_000_000 }

export function testConfig(options: ServicesOptions = {}): Config {
  return {
    host: '127.0.0.1',
    port: 0,
    dev: options.evmUrl !== undefined,
    log: 'silent',
    trustedProxies: 0,
    limits: options.limits ?? roomy,
    chains: { ...options.chains, ...(options.evmUrl === undefined ? {} : { [DEVNET]: [options.evmUrl] }) },
    projects: options.projects ?? {},
    ...options.config,
  }
}

export async function startServices(options: ServicesOptions = {}): Promise<TestServices> {
  const config = testConfig(options)
  const { onLog, now, nodeTimeoutMs } = options
  const log: Log = onLog ? createLog({ level: 'debug', write: onLog }) : createLog({ level: 'silent' })
  const relay = options.relay === false ? undefined : await startRelay(config, log)
  const running = await listen(createApp({ config, log, checks: relay?.checks, now, nodeTimeoutMs }), config)
  relay?.attach(running.server)
  const stop = async () => {
    await relay?.stop()
    await running.stop(200)
  }
  return { url: running.url, relayUrl: running.url.replace(/^http/, 'ws'), stop }
}

/** The relay on a database in memory. */
async function startRelay(config: Config, log: Log) {
  const db = await connectDb()
  const relay = createRelay({ db, log, config: relayRules(config) })
  return {
    attach: relay.attach,
    checks: { database: () => db.query('SELECT 1'), relay: () => relay.isHealthy() },
    stop: async () => {
      await relay.stop()
      await db.close()
    },
  }
}

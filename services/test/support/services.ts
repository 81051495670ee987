// The real services on a free loopback port, for tests of everything that talks to them.
import { createApp } from '../../src/app.js'
import { DEVNET, type Config, type Project } from '../../src/settings/config.js'
import { createLog, type Log } from '../../src/operations/log.js'
import type { Db } from '../../src/db/connect.js'
import { compose, type Parts } from '../../src/compose.js'
import type { createGuardedFetch } from '../../src/upstream/guarded-fetch.js'
import { pageRoutes } from '../../src/http/page.js'
import { listen } from '../../src/http/server.js'
import { devnets } from '../../devnet/for-services.js'
import { storageLimits } from './budget.js'
import { openDatabase } from './engines.js'

export interface ServicesOptions {
  /** JSON-RPC url of a devnet; serves eip155:31337 through it, `anvil_*` and `evm_*` included. */
  readonly evmUrl?: string
  /** CAIP-2 id → nodes. */
  readonly chains?: Readonly<Record<string, readonly string[]>>
  readonly projects?: Readonly<Record<string, Project>>
  readonly limits?: Config['limits']
  readonly config?: Partial<Config>
  /** False: without the relay, the data side and their database, which take a second to start. */
  readonly relay?: boolean
  /** An open database, which stays open; default: one of the run's engine. */
  readonly db?: Db
  /** True: the jobs run at their pace. Default: when the test says so. */
  readonly jobs?: boolean
  /** True: with the page at `/`, which must have been built. */
  readonly page?: boolean
  /** True: without the settings of the devnets, as the services in production. */
  readonly asInProduction?: boolean
  /** For outgoing requests of the data side and the proxy. */
  readonly fetch?: typeof globalThis.fetch
  /** For urls of strangers. */
  readonly createGuardedFetch?: typeof createGuardedFetch
  /** Where the data file's `env:` values come from. */
  readonly env?: Readonly<Record<string, string>>
  readonly now?: () => number
  readonly nodeTimeoutMs?: number
  readonly limitTimeoutMs?: number
  /** Takes the log's lines; default: none are written. */
  readonly onLog?: (line: string) => void
}

export interface TestServices {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  /** `ws://127.0.0.1:port`. */
  readonly relayUrl: string
  /** Everything behind the server; absent with `relay: false`. */
  readonly parts: Parts | undefined
  readonly db: Db | undefined
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
    chainNames: options.evmUrl === undefined ? {} : { [DEVNET]: 'Devnet' },
    sockets: options.evmUrl === undefined ? {} : { [DEVNET]: [options.evmUrl.replace(/^http/, 'ws')] },
    projects: options.projects ?? {},
    storage: storageLimits(),
    indexCalls: { account: 1e9, address: 1e9, project: 1e9 },
    ...options.config,
  }
}

export async function startServices(options: ServicesOptions = {}): Promise<TestServices> {
  const config = testConfig(options)
  const { onLog, now, nodeTimeoutMs, limitTimeoutMs, fetch, createGuardedFetch, env } = options
  const log: Log = onLog ? createLog({ level: 'debug', write: onLog }) : createLog({ level: 'silent' })
  const db = options.relay === false ? undefined : (options.db ?? (await openDatabase()))
  const page = options.page ? pageRoutes() : []
  const parts =
    db &&
    compose({
      config,
      db,
      log,
      env,
      fetch,
      createGuardedFetch,
      now,
      nodeTimeoutMs,
      limitTimeoutMs,
      page,
      devnets: options.asInProduction ? undefined : devnets,
    })
  const running = await listen(parts?.app ?? createApp({ config, log, fetch, now, nodeTimeoutMs, extra: page }), {
    ...{ host: config.host, port: config.port, trustedProxies: config.trustedProxies },
    memory: parts?.memory,
  })
  parts?.relay.attach(running.server)
  parts?.sockets.attach(running.server)
  if (options.jobs) parts?.jobs.start()
  const stop = async () => {
    await parts?.stop()
    await running.stop(200)
    if (!options.db) await db?.close()
  }
  return { url: running.url, relayUrl: running.url.replace(/^http/, 'ws'), parts, db, stop }
}

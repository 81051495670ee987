// The real application in this process, asked without sockets, on a seeded devnet: open to all, with a table of projects, with empty buckets,
// and with its nodes away. The four share one database, and every request that leaves them is counted.
import type { Hono } from 'hono'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Db } from '../../src/db/db.js'
import { compose, type Parts } from '../../src/compose.js'
import { DEVNET } from '../../src/settings/config.js'
import { createLog } from '../../src/operations/log.js'
import { startSeededDevnet, type SeededDevnet } from '../support/devnet.js'
import { openDatabase } from '../support/engines.js'
import { devnets } from '../../devnet/for-services.js'
import { testConfig, type ServicesOptions } from '../support/services.js'

const SECRET = '0123456789abcdef'.repeat(4)
export const TOKEN = 'a'.repeat(24)
export const PROJECT = 'shop'
/** Somebody listens there for nothing but refusals: the port that RFC 863 gives to nobody who answers. */
const AWAY = 'http://127.0.0.1:9'

export interface Ask {
  readonly method?: string
  /** With its query. */
  readonly path: string
  /** An object goes out as JSON, a text as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Read field by field. */
  readonly body: ReturnType<typeof JSON.parse>
}

export type Variant = 'open' | 'projects' | 'empty' | 'away'

export interface World {
  readonly devnet: SeededDevnet
  readonly db: Db
  readonly apps: Readonly<Record<Variant, Hono>>
  /** Urls that were asked so far, of whoever asked. */
  readonly outgoing: readonly string[]
  /** What the log has of failures. */
  readonly faults: readonly string[]
  /** The seconds that the services see. */
  seconds(): number
  account(index: number): PrivateKeyAccount
  ask(ask: Ask, variant?: Variant): Promise<Answer>
  stop(): Promise<void>
}

export interface WorldOptions {
  readonly past?: boolean
}

export async function startWorld({ past = true }: WorldOptions = {}): Promise<World> {
  const db = await openDatabase()
  const devnet = await startSeededDevnet({ past })
  const outgoing: string[] = []
  const faults: string[] = []
  const counted: typeof fetch = (input, init) => {
    outgoing.push(input instanceof Request ? input.url : String(input))
    return fetch(input, init)
  }
  const make = (options: ServicesOptions): Parts => {
    const config = testConfig({
      evmUrl: devnet.url,
      ...options,
      config: {
        secretKey: SECRET,
        adminToken: TOKEN,
        metrics: { onMain: true },
        analytics: { isOpen: true, retentionDays: 30 },
        ...options.config,
      },
    })
    const log = createLog({ level: 'error', write: (line) => faults.push(line) })
    return compose({ config, db, log, devnets, fetch: counted })
  }
  const parts: Readonly<Record<Variant, Parts>> = {
    open: make({}),
    projects: make({ projects: { [PROJECT]: { origins: ['https://shop.example'], analytics: true } } }),
    empty: make({ limits: { tokens: 0.01, refillPerSecond: 0.001 } }),
    away: make({ config: { chains: { [DEVNET]: [AWAY] } } }),
  }
  const apps = {
    open: parts.open.app,
    projects: parts.projects.app,
    empty: parts.empty.app,
    away: parts.away.app,
  }
  return {
    devnet,
    db,
    apps,
    outgoing,
    faults,
    seconds: () => Math.floor(Date.now() / 1000),
    account(index) {
      const account = devnet.accounts[index]
      if (!account) throw new Error(`There is no account ${index}`)
      return privateKeyToAccount(account.privateKey)
    },
    ask: (ask, variant = 'open') => request(apps[variant], ask),
    async stop() {
      await Promise.all(Object.values(parts).map((each) => each.stop()))
      await db.close()
      await devnet.stop()
    },
  }
}

/** What the HTTP server adds to a request: where it comes from. */
const caller = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } }

async function request(app: Hono, { method, path, body, headers = {} }: Ask): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method: method ?? (text === undefined ? 'GET' : 'POST'), headers, ...(text === undefined ? {} : { body: text }) }
  const response = await app.request(`http://services.test${path}`, init, caller)
  const answer = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    text: answer,
    body: isJson && answer !== '' ? JSON.parse(answer) : undefined,
  }
}

/** A `fetch` into the application, for the client's own functions. */
export function fetchInto(app: Hono): typeof fetch {
  return async (input, init) => app.request(input instanceof URL ? input.href : input, init, caller)
}

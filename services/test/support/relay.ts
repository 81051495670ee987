// A real relay on a loopback port, for tests of whatever speaks to it.
import { createServer } from 'node:http'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { connectDb, type Db } from '../../src/db/connect.js'
import type { SharedBuckets } from '../../src/limits/limits.js'
import type { Clock } from '../../src/clock.js'
import type { Log } from '../../src/operations/log.js'
import { createRelay, type Relay, type RelayConfig } from '../../src/relay/relay.js'
import type { Bus } from '../../src/relay/bus.js'
import { createSqlEngine } from '../../src/relay/sql/engine.js'
import type { MemoryBudget } from '../../src/limits/memory-budget.js'
import type { StorageBudget } from '../../src/limits/storage-budget.js'
import { openDatabase } from './engines.js'

export interface StartedRelay {
  /** `ws://127.0.0.1:<port>`, to be given as relayUrl. */
  readonly url: string
  readonly port: number
  readonly db: Db
  readonly relay: Relay
  /** Ends sockets, server and database (a database that was passed in stays open). */
  stop(): Promise<void>
}

export interface StartRelayOptions {
  /** Folder of the mailbox; default: in memory. */
  readonly dataFolder?: string
  /** An open database instead, for instance shared by two relays. */
  readonly db?: Db
  readonly port?: number
  readonly config?: RelayConfig
  readonly clock?: Clock
  readonly log?: Log
  readonly sharedBuckets?: SharedBuckets
  readonly budget?: StorageBudget
  readonly memory?: MemoryBudget
  /** Instead of that of the database. */
  readonly bus?: Bus
}

export async function startRelay({
  dataFolder,
  db: given,
  port: wanted,
  config,
  clock,
  log,
  sharedBuckets,
  budget,
  memory,
  bus,
}: StartRelayOptions = {}): Promise<StartedRelay> {
  const port = wanted ?? (await freePort()) // who starts it again finds the port free
  const db = given ?? (dataFolder === undefined ? await openDatabase() : await connectDb({ dataFolder }))
  const sql = createSqlEngine({ db, budget, limits: config?.limits, log, now: clock?.now })
  const engine = { ...sql, bus: bus ?? sql.bus }
  const relay = createRelay({ engine, config, clock, log, sharedBuckets, memory })
  const server = createServer((_request, response) => response.writeHead(426).end())
  relay.attach(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    db,
    relay,
    async stop() {
      await relay.stop()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      if (!given) await db.close()
    },
  }
}

// The relay of a test file on one engine: its database, and relays that end with each test.
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import type { RelayConfig } from '../../src/relay/relay.js'
import { createTestClock } from './clock.js'
import type { Engine } from './engines.js'
import { startRelay } from './relay.js'
import { connectClient, type ClientOptions } from './relay-client.js'

export function useRelays(engine: Engine) {
  let db: Db
  const cleanups: (() => Promise<void>)[] = []
  beforeAll(async () => {
    db = await engine.open()
  })
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  afterAll(() => db.close())

  return {
    /** The database that all relays share; there once the first test begins. */
    database: () => db,
    /** For the end of this test, the last first. */
    cleanUp: (...later: (() => Promise<void>)[]) => void cleanups.push(...later),
    async setUp(config: RelayConfig = {}, { db: own = db } = {}) {
      const clock = createTestClock()
      const lines: string[] = []
      const note = (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`)
      const log = { debug: note, info: note, warn: note, error: note }
      const relay = await startRelay({ db: own, config, clock, log })
      cleanups.push(() => relay.stop())
      const client = (options: ClientOptions = {}) => connectClient(relay.url, { now: clock.now(), ...options })
      return { ...relay, clock, client, lines }
    },
  }
}

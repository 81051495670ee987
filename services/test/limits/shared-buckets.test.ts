// Rate limits over instances, on a real Postgres: what one Postgres and several services let through together.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connectDb, type Db } from '../../src/db/connect.js'
import { createSharedBuckets } from '../../src/limits/shared-buckets.js'
import { createLimiter, shareOf } from '../../src/limits/limits.js'
import { createLog } from '../../src/operations/log.js'
import { describePostgres } from '../support/engines.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'
import { startServices } from '../support/services.js'

const silent = createLog({ level: 'silent' })
/** Nothing comes back while a test runs, however slow the machine. */
const config = { tokens: 40, refillPerSecond: 1e-6 }
const patient = 60_000

describePostgres('instances on one Postgres', () => {
  let server: TestPostgres
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.stop())

  async function open(many: number): Promise<readonly Db[]> {
    const databaseUrl = await server.createDatabase()
    const dbs: Db[] = []
    onTestFinished(async () => {
      for (const db of dbs) await db.close()
    })
    for (let count = 0; count < many; count += 1) dbs.push(await connectDb({ databaseUrl }))
    return dbs
  }

  test.each([1, 2, 5])('%i of them: one bucket, and a share each too many at most', async (many) => {
    const dbs = await open(many)
    const buckets = dbs.map((sql) => createSharedBuckets({ sql, log: silent, answerMs: patient }))
    const limiters = buckets.map((sharedBuckets) => createLimiter(config, Date.now, sharedBuckets))
    const callers = ['10.0.0.1', '10.0.0.2', '2001:db8::1']
    const admitted = new Map(callers.map((caller) => [caller, 0]))
    const call = async (caller: string, index: number) => {
      const { ok } = (await limiters[index % many]?.take(caller, '/a', 1)) ?? { ok: false }
      if (ok) admitted.set(caller, (admitted.get(caller) ?? 0) + 1)
    }
    // In rounds: a caller's calls reach all instances at the same time.
    for (let round = 0; round < 20; round += 1) {
      const calls = callers.flatMap((caller) => Array.from({ length: 10 }, (_, index) => call(caller, round + index)))
      await Promise.all(calls)
    }
    for (const count of admitted.values()) {
      expect(count).toBeGreaterThanOrEqual(config.tokens)
      expect(count).toBeLessThanOrEqual(config.tokens + (many - 1) * shareOf(config))
    }
  })

  test('an address is not readable in the table, and full buckets are thrown away', async () => {
    const [sql] = await open(1)
    if (!sql) throw new Error('no database')
    const sharedBuckets = createSharedBuckets({ sql, log: silent, secret: 'of ours', answerMs: patient })
    expect(await sharedBuckets.charge('/a 203.0.113.7', 5, { tokens: 10, refillPerSecond: 1e-6 })).toBeCloseTo(5)
    expect(await sharedBuckets.charge('/a 203.0.113.7', 7, { tokens: 10, refillPerSecond: 1e-6 })).toBeCloseTo(-2)
    expect(await sharedBuckets.charge('/b 203.0.113.7', 5, { tokens: 10, refillPerSecond: 1e6 })).toBe(5)
    const rows = () => sql.query<{ key: string; refill: number }>('select key, refill from rate_buckets')
    expect(JSON.stringify(await rows())).not.toContain('203.0.113')
    await expect
      .poll(async () => {
        await sharedBuckets.job.run(AbortSignal.timeout(patient))
        return (await rows()).map(({ refill }) => refill)
      })
      .toEqual([1e-6])
  })

  test('over HTTP: two services give a caller one bucket, not two', async () => {
    const dbs = await open(2)
    const limits = { tokens: 20, refillPerSecond: 1e-6 }
    const start = (db: Db) => startServices({ db, limits, limitTimeoutMs: patient })
    const services = [await start(dbs[0]!), await start(dbs[1]!)]
    onTestFinished(async () => {
      for (const one of services) await one.stop()
    })
    const statuses: number[] = []
    for (let round = 0; round < 30; round += 1) {
      for (const { url } of services) statuses.push((await fetch(`${url}/v1/supported-chains`)).status)
    }
    const admitted = statuses.filter((status) => status === 200).length
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(admitted).toBeGreaterThanOrEqual(20)
    expect(admitted).toBeLessThanOrEqual(20 + shareOf(limits))
  })

  test('over HTTP, when the database is gone: the bucket of this instance, and no fault', async () => {
    const [db] = await open(1)
    const limits = { tokens: 20, refillPerSecond: 1e-6 }
    const services = await startServices({ db: db!, limits })
    onTestFinished(() => services.stop())
    await db?.close()
    const statuses: number[] = []
    for (let count = 0; count < 25; count += 1) statuses.push((await fetch(`${services.url}/v1/supported-chains`)).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)])
  })
})

describe('a database that fails', () => {
  const failures: [string, () => Promise<never[]>][] = [
    ['refuses', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise(() => undefined)],
  ]
  test.each(failures)('and %s leaves each instance to count for itself, for five seconds at a time', async (_, query) => {
    let time = 0
    let asked = 0
    const lines: string[] = []
    const log = createLog({ level: 'warn', write: (line) => lines.push(line) })
    const sql = {
      query: () => {
        asked += 1
        return query()
      },
      notify: () => Promise.resolve(),
    }
    const sharedBuckets = createSharedBuckets({ sql, log, now: () => time, answerMs: 1 })
    const limiter = createLimiter({ tokens: 20, refillPerSecond: 1e-6 }, () => time, sharedBuckets)
    const statuses: boolean[] = []
    for (let count = 0; count < 25; count += 1) statuses.push((await limiter.take('a', '/', 1)).ok)
    expect(statuses.filter(Boolean)).toHaveLength(20)
    expect(asked).toBe(1)
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual([
      'rate limits are counted by this instance alone',
    ])
    time = 5_000
    expect(sharedBuckets.isResting()).toBe(false)
  })
})

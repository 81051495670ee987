// Buckets of projects: what all callers of one project share, what a single address gets of it, and who has none.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/connect.js'
import type { SharedBuckets } from '../../src/limits/limits.js'
import { ADDRESSES_MIN, createProjectLimiter } from '../../src/limits/project-limits.js'
import { openEmbedded } from '../support/embedded.js'
import { startServices, type ServicesOptions, type TestServices } from '../support/services.js'

/** Nothing comes back while a test runs. */
const still = 1e-6
const known = new Set(['shop', 'other'])
const addressOf = (index: number) => `203.0.113.${index}`

describe('the bucket of a project', () => {
  const config = { tokens: 200, refillPerSecond: still }
  const make = (sharedBuckets?: SharedBuckets) => createProjectLimiter({ config, known, now: () => 0, sharedBuckets })

  test('gives one address a twentieth, so that a stranger with the id does not stop the project', () => {
    const limiter = make()
    const stranger = Array.from({ length: 100 }, () => limiter.take(addressOf(0), 'shop', 1))
    expect(stranger.filter((verdict) => 'ok' in verdict && verdict.ok)).toHaveLength(config.tokens / ADDRESSES_MIN)
    expect(limiter.take(addressOf(1), 'shop', 1)).toEqual({ ok: true })
    // Neighbours of one IPv6 network are one address.
    for (let index = 0; index < 10; index += 1) void limiter.take(`2001:db8::${index}`, 'shop', 1)
    expect(limiter.take('2001:db8::ffff', 'shop', 1)).toMatchObject({ ok: false })
  })

  test('is one for all addresses, and apart from those of other projects', () => {
    const limiter = make()
    let admitted = 0
    for (let index = 0; index < 2 * ADDRESSES_MIN; index += 1) {
      for (let call = 0; call < 10; call += 1)
        if ((limiter.take(addressOf(index), 'shop', 1) as { ok: boolean }).ok) admitted += 1
    }
    expect(admitted).toBe(config.tokens)
    expect(limiter.take(addressOf(250), 'shop', 1)).toMatchObject({ ok: false })
    expect(limiter.take(addressOf(250), 'other', 1)).toEqual({ ok: true })
  })

  test('has nothing to do with ids that are none, nor with callers that name none', () => {
    const limiter = make()
    for (let call = 0; call < 1000; call += 1) {
      expect(limiter.take(addressOf(0), `made-up-${call % 2}`, 1)).toEqual({ ok: true })
      expect(limiter.take(addressOf(0), undefined, 1)).toEqual({ ok: true })
    }
  })

  test('is spent by instances together', async () => {
    const left = new Map<string, number>()
    const sharedBuckets: SharedBuckets = {
      isResting: () => false,
      charge: (key, spent, { tokens }) => {
        left.set(key, (left.get(key) ?? tokens) - spent)
        return Promise.resolve(left.get(key))
      },
    }
    const [one, two] = [make(sharedBuckets), make(sharedBuckets)]
    let admitted = 0
    for (let index = 0; index < 2 * ADDRESSES_MIN; index += 1) {
      for (let call = 0; call < 10; call += 1) {
        const { ok } = await (call % 2 === 0 ? one : two).take(addressOf(index), 'shop', 1)
        if (ok) admitted += 1
      }
    }
    expect(admitted).toBeGreaterThanOrEqual(config.tokens)
    expect(admitted).toBeLessThanOrEqual(config.tokens + config.tokens / 10)
  })
})

interface Call {
  readonly method?: string
  readonly body?: string
  readonly project?: string
}

describe('over HTTP', () => {
  let db: Db
  beforeAll(async () => void (db = await openEmbedded()))
  afterAll(() => db.close())
  let services: TestServices | undefined
  afterEach(async () => {
    await services?.stop()
    services = undefined
  })
  const projects = { shop: { origins: [], analytics: false }, other: { origins: [], analytics: false } }
  const start = async (options: ServicesOptions = {}) => {
    const projectLimits = { tokens: 100, refillPerSecond: still }
    const config = { projectLimits, trustedProxies: 1, ...options.config }
    services = await startServices({ relay: false, projects, ...options, config })
  }
  const ask = (path: string, address: string, { method, body, project }: Call = {}) =>
    fetch(`${services?.url}${path}`, {
      headers: { 'x-forwarded-for': address, ...(project && { 'x-project-id': project }) },
      ...(method && { method, body: body ?? '' }),
    })

  test('an address that spent its part is refused in this project on every route, by query or header', async () => {
    await start()
    const path = '/projects/v1/origins?projectId=shop'
    for (let call = 0; call < 5; call += 1) expect((await ask(path, addressOf(0))).status).toBe(200)
    const refused = await ask('/getAnalyticsConfig', addressOf(0), { project: 'shop' })
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    const reason = { field: 'rate_limited', description: 'Too many requests in the name of this project' }
    expect(await refused.json()).toEqual({ status: 'FAILED', reasons: [reason] })
    expect((await ask(path, addressOf(1))).status).toBe(200)
    expect((await ask('/projects/v1/origins?projectId=other', addressOf(0))).status).toBe(200)
    expect((await ask('/projects/v1/origins?projectId=nobody', addressOf(0))).status).toBe(401)
  })

  test('the chain RPC says so in the form of JSON-RPC, too', async () => {
    await start({ config: { projectLimits: { tokens: 20, refillPerSecond: still } } })
    const call = { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' }
    const path = '/v1?chainId=eip155:1&projectId=shop'
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push(await ask(path, addressOf(0), call))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429])
    const description = 'Too many requests in the name of this project'
    expect(await answers[5]?.json()).toMatchObject({
      error: { message: description },
      reasons: [{ field: 'rate_limited', description }],
    })
  })

  test('a project that only the body names is charged as well', async () => {
    await start({ relay: true, db })
    const addresses = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:So11111111111111111111111111111111111111111']
    const call = { method: 'POST', body: JSON.stringify({ projectId: 'shop', currency: 'usd', addresses }) }
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await ask('/v1/fungible/price', addressOf(0), call)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('without a table of projects there is no such bucket: an id is any text', async () => {
    await start({ projects: {} })
    const statuses = new Set<number>()
    for (let call = 0; call < 200; call += 1)
      statuses.add((await ask('/projects/v1/origins?projectId=shop', addressOf(0))).status)
    expect([...statuses]).toEqual([200])
  })
})

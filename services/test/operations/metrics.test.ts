import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { listenForMetrics } from '../../src/operations/metrics-server.js'
import { createMetrics } from '../../src/operations/metrics.js'
import { createLog } from '../../src/operations/log.js'
import { ConfigError } from '../../src/settings/config.js'
import { createProviders } from '../../src/upstream/providers.js'
import { storageLimits } from '../support/budget.js'
import { checkEach } from '../../../test/support/rows.js'
import { connectClient, randomTopic } from '../support/relay-client.js'
import { startServices, type TestServices } from '../support/services.js'

let services: TestServices
/** A scrape is remembered for 5 s: each of these tests comes later. */
let time = Date.now()
const now = () => time
beforeAll(async () => void (services = await startServices({ config: { metrics: { onMain: true } }, now })))
afterAll(() => services.stop())

/** Name and labels → value. */
async function scrape(url = services.url): Promise<Map<string, number>> {
  time += 5000
  const response = await fetch(`${url}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

const answered = (route: string, method: string, status: number) =>
  `wm_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`

test('requests are counted by the route as mounted, never by what the caller wrote', async () => {
  await fetch(`${services.url}/getWalletImage/one`)
  await fetch(`${services.url}/getWalletImage/two`)
  await fetch(`${services.url}/getWallets?page=0`)
  await fetch(`${services.url}/private-path-1`)
  await fetch(`${services.url}/private-path-2`)
  await fetch(`${services.url}/health`, { method: 'BREW' })
  const found = await scrape()
  expect(found.get(answered('/getWalletImage/:id', 'GET', 200))).toBe(2)
  expect(found.get(answered('/getWallets', 'GET', 400))).toBe(1)
  expect(found.get(answered('unmatched', 'GET', 404))).toBe(2)
  expect([...found.keys()].join()).not.toMatch(/private-path|BREW|getWalletImage\/one/)
})

test('the relay says how many sockets are open', async () => {
  expect((await scrape()).get('wm_relay_connections')).toBe(0)
  const client = await connectClient(services.relayUrl)
  expect((await scrape()).get('wm_relay_connections')).toBe(1)
  await client.close()
  while ((await scrape()).get('wm_relay_connections') !== 0) await new Promise((resolve) => setImmediate(resolve))
})

test('what strangers store is seen, and what was refused to them', async () => {
  const small = await startServices({
    now,
    // A client of a full address still gets a sixteenth of what it may have: two, which it has.
    config: {
      metrics: { onMain: true },
      storage: storageLimits({ mail: { client: 1000 }, subscriptions: { client: 32, address: 2 } }),
    },
  })
  onTestFinished(() => small.stop())
  const client = await connectClient(small.relayUrl)
  await client.publish(randomTopic(), 'x'.repeat(500))
  expect(await client.publish(randomTopic(), 'x'.repeat(500))).toMatchObject({
    error: { code: -32005, message: 'This client stores as much here as it may' },
  })
  await client.ask('irn_batchSubscribe', { topics: [randomTopic(), randomTopic()] })
  expect(await client.call('irn_subscribe', { topic: randomTopic() })).toMatchObject({ error: { code: -32005 } })
  const found = await scrape(small.url)
  expect(found.get('wm_storage_used{kind="mail"}')).toBe(756)
  expect(found.get('wm_storage_largest{kind="mail",scope="address"}')).toBe(756)
  expect(found.get('wm_storage_used{kind="subscriptions"}')).toBe(2)
  const refused = (kind: string, scope: string) => found.get(`wm_storage_refused_total{kind="${kind}",scope="${scope}"}`)
  expect([refused('mail', 'client'), refused('subscriptions', 'address'), refused('names', 'project')]).toEqual([1, 1, 0])
  await client.close()
  await expect(connectClient(small.relayUrl, { token: 'forged', query: { useOnCloseEvent: '' } })).rejects.toMatchObject({
    status: 401,
  })
  expect((await scrape(small.url)).get('wm_relay_connections_refused_total{reason="unauthorized"}')).toBe(1)
})

test.each([
  ['fails', () => Promise.reject(new Error('the database is away'))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])('a database that %s leaves the other metrics', async (_, ask) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const metrics = createMetrics(now)
  const found = {
    kind: 'names',
    total: 7,
    largest: { client: 1, address: 1 },
    refused: { client: 3, address: 0, project: 0 },
  } as const
  let isAway = false
  metrics.watchStorage({ metrics: () => (isAway ? ask() : Promise.resolve([found])) })
  metrics.observer.job('retention', 'ok', 5)
  await metrics.text()
  isAway = true
  time += 5000
  const text = metrics.text()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await text).toContain('wm_job_duration_seconds_count{job="retention",outcome="ok"} 1')
  expect(await text).toContain('wm_storage_refused_total{kind="names",scope="client"} 3')
})

test('providers are counted by what came of it, and one that rests is seen', async () => {
  const metrics = createMetrics()
  const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop())
  const down = { name: 'down', kind: 'adapter' as const, supports: () => true, ask: () => Promise.reject(new Error('no')) }
  const up = { ...down, name: 'up', ask: () => Promise.resolve(1) }
  const options = { log: createLog({ level: 'silent' }), now: () => 0, observer: metrics.observer }
  const providers = createProviders('prices', [down, up], options)
  for (let i = 0; i < 4; i++) await providers.ask('q')
  metrics.observer.job('retention', 'ok', 5)
  const found = await scrape(`http://127.0.0.1:${server.port}`)
  const tries = (provider: string, outcome: string) =>
    found.get(`wm_provider_duration_seconds_count{capability="prices",provider="${provider}",outcome="${outcome}"}`)
  expect([tries('down', 'failed'), tries('up', 'ok')]).toEqual([3, 4])
  expect(found.get('wm_provider_resting{capability="prices",provider="down"}')).toBe(1)
  expect(found.get('wm_job_duration_seconds_count{job="retention",outcome="ok"}')).toBe(1)
  expect((await fetch(`http://127.0.0.1:${server.port}/getWallets`)).status).toBe(404)
  await expect(listenForMetrics(metrics, { host: '127.0.0.1', port: server.port })).rejects.toThrow(
    new ConfigError('WM_METRICS_PORT', `127.0.0.1:${server.port} is in use by another process (EADDRINUSE)`),
  )
})

test('are collected once in 5 s, and once for all who ask at the same time; a collection that failed is not remembered', async () => {
  let moment = 0
  const metrics = createMetrics(() => moment)
  const server = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop())
  const collections: (() => void)[] = []
  let failures = 0
  metrics.watchRelay(() => {
    failures += 1
    throw new Error('the relay is not there')
  })
  for (const count of [1, 2]) {
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(500)
    expect(failures).toBeGreaterThanOrEqual(count)
  }

  const others = createMetrics(() => moment)
  const waiting = async () => new Promise<never[]>((resolve) => collections.push(() => resolve([])))
  others.watchStorage({ metrics: waiting })
  const together = [others.text(), others.text(), others.text()]
  moment = 60_000 // it takes long: nobody begins another
  together.push(others.text())
  expect(collections).toHaveLength(1)
  collections[0]?.()
  expect(new Set(await Promise.all(together)).size).toBe(1)
  moment += 4999
  await others.text()
  expect(collections).toHaveLength(1)
  moment += 1
  const next = others.text()
  expect(collections).toHaveLength(2)
  collections[1]?.()
  await next
})

test('a scrape of the main port costs its caller what another call costs', async () => {
  const strict = await startServices({
    config: { metrics: { onMain: true } },
    limits: { tokens: 2, refillPerSecond: 0.001 },
    db: services.db!,
  })
  onTestFinished(() => strict.stop())
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push((await fetch(`${strict.url}/metrics`)).status)
  expect(statuses).toEqual([200, 200, 429])
})

test('there are none on the main port unless it is asked for', () =>
  checkEach(
    [{}, { metrics: { onMain: false } }, { metrics: { onMain: false, port: 9 } }],
    'with %j there are none on the main port',
    async (config) => {
      const quiet = await startServices({ config, db: services.db! })
      expect((await fetch(`${quiet.url}/metrics`)).status).toBe(404)
      await quiet.stop()
    },
  ))

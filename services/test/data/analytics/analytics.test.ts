import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../../src/db/connect.js'
import { checkEach } from '../../../../test/support/rows.js'
import { random, sampleOf, seedOr } from '../../support/random.js'
import { openDatabase } from '../../support/engines.js'
import { startServices, type ServicesOptions, type TestServices } from '../../support/services.js'
import { event, named, NOW, send } from './reports.js'

const DAY_MS = 24 * 3600 * 1000
const SEED = seedOr(11)
/** Broken reports. */
const BROKEN = sampleOf(2000)
const TOKEN = 'operator-token-0123456789'
const projects = {
  shop: { origins: ['https://shop.example'], analytics: true },
  blog: { origins: [], analytics: true },
  quiet: { origins: [], analytics: false },
}

let db: Db
let services: TestServices
let time = NOW
const start = async (options: ServicesOptions = {}) => {
  const { config, ...rest } = options
  const started = await startServices({ db, projects, now: () => time, config: { adminToken: TOKEN, ...config }, ...rest })
  onTestFinished(() => started.stop())
  return started
}
const stored = () =>
  db.query<{ project: string; name: string; props: string; url: string; at: number }>(
    'select * from analytics_events order by seq',
  )
const empty = () => db.query('delete from analytics_events')
beforeAll(async () => {
  db = await openDatabase()
  services = await startServices({ db, projects, now: () => time, config: { adminToken: TOKEN } })
})
afterAll(async () => {
  await services.stop()
  await db.close()
})

test('an event is stored, whatever type its body is said to have', () =>
  checkEach(
    [
      ['application/json', '/e'],
      ['text/plain;charset=UTF-8', '/e'],
      ['application/x-www-form-urlencoded', '/batch'],
    ],
    'an event as %s to %s is stored',
    async (type, path) => {
      await empty()
      const body = path === '/e' ? named('SELECT_WALLET', { name: 'Acme' }) : [named('SELECT_WALLET', { name: 'Acme' })]
      const response = await send(services, body, { path, headers: { 'content-type': type } })
      expect([response.status, await response.json()]).toEqual([202, { accepted: 1 }])
      expect(await stored()).toMatchObject([
        { project: 'blog', name: 'SELECT_WALLET', at: NOW - 1000, url: 'https://shop.example/cart' },
      ])
    },
  ))

test('an error carries its moment as text; a clock that is years off is not believed', async () => {
  await empty()
  const props = { type: 'error', event: 'API_ERROR', errorType: 'TypeError', errorMessage: 'no', stackTrace: '' }
  await send(services, [event({ timestamp: new Date(NOW - 5000).toISOString(), props }), event({ timestamp: 5, props })])
  expect((await stored()).map(({ at }) => at)).toEqual([NOW - 5000, NOW])
})

test('pairing keys and uris, in any coat, are not kept', async () => {
  await empty()
  const uri = 'wc:abc@2?relay-protocol=irn&symKey=s3cret'
  await send(services, [
    named('CONNECT_PROXY_ERROR', {
      uri,
      message: `failed: acme://wc?uri=${encodeURIComponent(uri)}`,
      symKey: 's3cret',
      deep: [{ sym_key: 's3cret' }],
    }),
    event({ url: `https://a.example/${encodeURIComponent(encodeURIComponent(uri))}` }),
  ])
  expect(await stored()).toHaveLength(2)
  expect(JSON.stringify(await stored())).not.toContain('s3cret')
})

test('nobody can be told from what is kept: accounts, transactions, mail addresses and names are cut out', async () => {
  await empty()
  const evm = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  const traces = [
    evm,
    solana,
    `0x${'ab'.repeat(32)}`,
    'ada@mail.example',
    'ada.eth',
    '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  ]
  const properties = {
    ...{ address: traces[5], ensName: 'ada.eth', email: 'ada@mail.example', name: 'Acme Wallet', network: 'eip155:1' },
    message: `no funds at ${evm} (${solana}), see 0x${'ab'.repeat(32)} or ask ada@mail.example`,
    deep: [{ accounts: [evm], caipAddress: solana }],
  }
  await send(services, [
    event({ url: `https://a.example/account/${evm}`, props: { type: 'track', event: 'SEND_ERROR', properties, address: evm } }),
    event({
      props: { type: 'error', event: 'API_ERROR', errorType: 'x', errorMessage: `of ${evm}`, stackTrace: `at ${solana}` },
    }),
  ])
  const [kept, failure] = await stored()
  for (const trace of traces) expect(JSON.stringify([kept, failure])).not.toContain(trace)
  expect(JSON.parse(kept?.props ?? '')).toMatchObject({ properties: { name: 'Acme Wallet', network: 'eip155:1' } })
  expect(kept?.url).toBe('https://a.example/account/…')
})

test('properties of more than 8 KB are dropped, the event stays', async () => {
  await empty()
  await send(services, named('MODAL_OPEN', { note: 'ü'.repeat(5000) }))
  expect(await stored()).toMatchObject([{ name: 'MODAL_OPEN', props: '{"dropped":"more than 8192 bytes"}' }])
})

test('no address of the network is kept anywhere', async () => {
  await send(services, named('MODAL_OPEN'), { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(JSON.stringify(await stored())).not.toMatch(/203\.0\.113\.7|127\.0\.0\.1/)
})

test('one event sent twice is one', async () => {
  await empty()
  const once = named('MODAL_OPEN')
  await send(services, once)
  await send(services, [once, once])
  expect(await stored()).toHaveLength(1)
  await send(services, once, { project: 'shop' })
  expect(await stored()).toHaveLength(2)
})

test('a batch keeps what can be read', async () => {
  await empty()
  const response = await send(services, [named('A'), 7, { eventId: 'x' }, null, named('B')], { path: '/batch' })
  expect(await response.json()).toEqual({ accepted: 2 })
  expect((await stored()).map(({ name }) => name)).toEqual(['A', 'B'])
})

test('a project that does not want them has none stored', async () => {
  await empty()
  const response = await send(services, named('A'), { project: 'quiet' })
  expect([response.status, await response.json()]).toEqual([202, { accepted: 0 }])
  expect(await stored()).toEqual([])
})

test('a wrong report is refused with its field', () =>
  checkEach(
    [
      [403, 'origin', { project: 'shop', headers: { origin: 'https://evil.example' } }, named('A')],
      [403, 'origin', { project: 'shop', headers: { origin: 'null' } }, named('A')],
      [202, undefined, { project: 'shop', headers: { origin: 'https://shop.example' } }, named('A')],
      [202, undefined, { project: 'blog', headers: { origin: 'https://anyone.example' } }, named('A')],
      [401, 'projectId', { project: 'stranger' }, named('A')],
      [400, 'body', {}, '{'],
      [400, 'body', {}, ''],
      [400, '', {}, 'null'],
      [400, 'eventId', {}, { ...named('A'), eventId: '' }],
      [400, 'timestamp', {}, { ...named('A'), timestamp: 'yesterday' }],
      [413, 'body', {}, Array.from({ length: 201 }, () => 1)],
      [413, 'body', {}, `"${'x'.repeat(65 * 1024)}"`],
    ] as const,
    '%i %s: %j %j',
    async (status, field, options, body) => {
      const response = await send(services, body, options)
      expect(response.status).toBe(status)
      const answer = (await response.json()) as { reasons?: { field: string }[] }
      expect(answer.reasons?.[0]?.field).toBe(field)
    },
  ))

test('texts that databases dislike do no harm', async () => {
  await empty()
  const odd = '\u0000\ud800\u202e\u0007\u3164\u2800\ufe0f'
  const response = await send(services, [
    event({ eventId: odd, domain: odd, url: odd, props: { type: 'track', event: `${odd}Sent`, properties: { [odd]: odd } } }),
  ])
  expect(response.status).toBe(202)
  expect((await stored()).map(({ name }) => name)).toEqual(['Sent'])
})

test(`${BROKEN} broken reports (seed ${SEED}): 202, or a refusal in the common shape`, async () => {
  const { int, pick } = random(SEED)
  const odd = [
    null,
    true,
    -1,
    1.5,
    1e300,
    '',
    '\u0000',
    '\ud800',
    'wc:x@2?symKey=1',
    [],
    {},
    [[[[]]]],
    'x'.repeat(9000),
    { type: 'error' },
    '9'.repeat(400),
  ]
  const shapes = [
    named('A'),
    event({
      timestamp: '2030-01-01T00:00:00Z',
      props: { type: 'error', event: 'API_ERROR', errorType: 'a', errorMessage: 'b', stackTrace: 'c' },
    }),
  ]
  const damage = (target: Record<string, unknown>) => {
    const keys = Object.keys(target)
    const key = pick(keys) ?? 'eventId'
    const inner = target[key]
    if (typeof inner === 'object' && inner !== null && int(2) === 0) damage(inner as Record<string, unknown>)
    else target[key] = pick(odd)
    return target
  }
  for (let i = 0; i < BROKEN; i++) {
    const broken = damage(structuredClone(pick(shapes)))
    const body = int(3) === 0 ? [broken, pick(odd)] : broken
    const text = JSON.stringify(body)
    const response = await send(services, int(8) === 0 ? text.slice(0, int(text.length)) : text, {
      path: int(2) ? '/e' : '/batch',
    })
    const answer = await response.text()
    expect([202, 400, 413], `${text} ${answer}`).toContain(response.status)
    if (response.status !== 202) expect(JSON.parse(answer)).toMatchObject({ status: 'FAILED' })
  }
})

describe('retention', () => {
  test('forgets what is older than its days, and only that', async () => {
    await empty()
    time = NOW - 31 * DAY_MS
    await send(services, named('OLD'))
    time = NOW - 29 * DAY_MS
    await send(services, named('YOUNG'))
    time = NOW
    expect(await services.parts?.jobs.run('analytics retention')).toBe(true)
    expect((await stored()).map(({ name }) => name)).toEqual(['YOUNG'])
  })

  test('keeps the newest when there are too many', async () => {
    await empty()
    const small = await start({ config: { analytics: { isOpen: true, retentionDays: 30, maxEvents: 2 } } })
    for (const name of ['FIRST', 'SECOND', 'THIRD']) await send(small, named(name))
    expect(await small.parts?.jobs.run('analytics retention')).toBe(true)
    expect((await stored()).map(({ name }) => name)).toEqual(['SECOND', 'THIRD'])
  })
})

describe('the console', () => {
  const page = (authorization?: string, query = '') =>
    fetch(`${services.url}/console/analytics${query}`, { headers: authorization ? { authorization } : {} })
  const basic = (password: string) => `Basic ${Buffer.from(`me:${password}`).toString('base64')}`

  test('shows counts by time, of all or of one project, with a policy that lets nothing run', async () => {
    await empty()
    time = NOW - 20 * DAY_MS
    await send(services, [named('MODAL_OPEN'), named('<script>alert(1)</script>')])
    time = NOW
    await send(services, [named('MODAL_OPEN'), named('MODAL_OPEN')], { project: 'shop' })
    const response = await page(basic(TOKEN))
    const html = await response.text()
    expect(html).toContain('<th scope="row">MODAL_OPEN</th><td class="n">2</td><td class="n">2</td><td class="n">3</td>')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|<link|<img|\sstyle=|\son\w+=/)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('cache-control')).toBe('no-store')
    const blog = await (await page(`Bearer ${TOKEN}`, '?project=blog')).text()
    expect(blog).toContain('<th scope="row">MODAL_OPEN</th><td class="n">0</td><td class="n">0</td><td class="n">1</td>')
  })

  test('stays closed without the token', () =>
    checkEach(
      [undefined, 'Bearer wrong', 'Basic wrong', 'Digest x', `Bearer ${TOKEN}x`, basic(''), basic(`${TOKEN}\u0000`)],
      'stays closed for %s',
      async (authorization) => {
        const response = await page(authorization)
        expect(response.status).toBe(401)
        expect(response.headers.get('www-authenticate')).toMatch(/^Basic /)
        expect(await response.text()).not.toContain('MODAL_OPEN')
      },
    ))

  test('is not there without a token, and refuses a project of no name', async () => {
    const closed = await start({ config: { adminToken: undefined } })
    expect((await fetch(`${closed.url}/console/analytics`)).status).toBe(404)
    expect((await page(basic(TOKEN), '?project=%00')).status).toBe(400)
  })
})

describe('export', () => {
  async function collector(answer: (body: unknown, request: IncomingMessage) => number, text = '{}') {
    const server = createServer((request, response) => {
      void json(request).then((body) => response.writeHead(answer(body, request)).end(text))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
  }
  const exporting = (kind: 'otlp' | 'webhook', url: string) =>
    start({ config: { analytics: { isOpen: false, retentionDays: 30, exporter: { kind, url, authorization: 'Bearer out' } } } })

  test('sends OTLP logs once, and again what was not taken', async () => {
    await empty()
    const bodies: unknown[] = []
    let status = 503
    const url = await collector((body, { headers }) => {
      expect(headers.authorization).toBe('Bearer out')
      if (status === 200) bodies.push(body)
      return status
    })
    const sending = await exporting('otlp', url)
    await send(sending, [named('MODAL_OPEN'), named('SELECT_WALLET', { name: 'Acme' })])
    await sending.parts?.jobs.run('analytics export')
    expect(bodies).toEqual([])
    status = 200
    await sending.parts?.jobs.run('analytics export')
    await sending.parts?.jobs.run('analytics export')
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject({
      resourceLogs: [
        {
          resource: { attributes: [{ key: 'service.name' }] },
          scopeLogs: [
            {
              logRecords: [
                {
                  timeUnixNano: `${NOW - 1000}000000`,
                  observedTimeUnixNano: `${NOW}000000`,
                  eventName: 'MODAL_OPEN',
                  body: { stringValue: 'MODAL_OPEN' },
                  severityNumber: 9,
                  severityText: 'INFO',
                  attributes: expect.arrayContaining([
                    { key: 'server.address', value: { stringValue: 'shop.example' } },
                  ]) as unknown,
                },
                { body: { stringValue: 'SELECT_WALLET' } },
              ],
            },
          ],
        },
      ],
    })
  })

  test('what a collector took only in part is not sent again, and stands in the log', async () => {
    await empty()
    let count = 0
    const url = await collector(() => (count++, 200), '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too old"}}')
    const lines: string[] = []
    const analytics = { isOpen: false, retentionDays: 30, exporter: { kind: 'otlp', url } } as const
    const sending = await start({ config: { analytics }, onLog: (line) => lines.push(line) })
    await send(sending, [named('A'), named('B')])
    await sending.parts?.jobs.run('analytics export')
    await sending.parts?.jobs.run('analytics export')
    expect(count).toBe(1)
    expect(lines.find((line) => line.includes('refused in part'))).toContain('"events":1')
  })

  test('sends a webhook 200 at a time; what is refused for good does not block the rest', async () => {
    await empty()
    const sizes: number[] = []
    const url = await collector((body) => {
      sizes.push((body as { events: unknown[] }).events.length)
      return sizes.length === 1 ? 422 : 204
    })
    const sending = await exporting('webhook', url)
    await send(
      sending,
      Array.from({ length: 150 }, () => named('A')),
      { path: '/batch' },
    )
    await send(
      sending,
      Array.from({ length: 150 }, () => named('B')),
      { path: '/batch' },
    )
    await sending.parts?.jobs.run('analytics export')
    expect(sizes).toEqual([200, 100])
  })
})

test('without projects nothing is stored unless the operator says so', async () => {
  const off = await start({ projects: {} })
  const on = await start({ projects: {}, config: { analytics: { isOpen: true, retentionDays: 30 } } })
  expect(await (await send(off, named('A'))).json()).toEqual({ accepted: 0 })
  expect(await (await send(on, named('A'))).json()).toEqual({ accepted: 1 })
  const enabled = async ({ url }: TestServices) => (await fetch(`${url}/getAnalyticsConfig`)).json()
  expect([await enabled(off), await enabled(on)]).toEqual([{ isAnalyticsEnabled: false }, { isAnalyticsEnabled: true }])
})

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { analyticsEventSchema, type AnalyticsWorld, createAnalytics } from '../../src/api/analytics.js'
import { walletError, type WalletError } from '../../src/vocabulary/errors.js'
import { checkEach } from '../support/rows.js'
import { json, serve, testApi } from './server.js'
import { user } from './wire.js'

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'
const key = '587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

async function start(status = 202, world: Partial<AnalyticsWorld> = {}) {
  const server = await serve((response) => json(response, { accepted: 1 }, status))
  const refusals: WalletError[] = []
  const clock = { now: 1767323045123 }
  let count = 0
  const analytics = createAnalytics({
    api: testApi(server.url),
    isEnabled: () => true,
    page: () => ({ href: 'https://ada:pw@shop.example/cart?token=secret#x', hostname: 'shop.example' }),
    now: () => clock.now,
    uuid: () => `id-${++count}`,
    onRefused: (error) => refusals.push(error),
    ...world,
  })
  const bodies = () => server.asked.map((asked) => JSON.parse(asked.body) as Record<string, unknown>)
  return { analytics, server, refusals, clock, bodies }
}

test('one event goes out as the wire reference has it, without the query of the page', async () => {
  const { analytics, server, bodies } = await start()
  await analytics.track('SELECT_WALLET', { name: 'Acme Wallet', platform: 'qrcode' }, user)
  expect(server.asked[0]?.method).toBe('POST')
  expect(server.asked[0]?.url.pathname).toBe('/e')
  expect(server.asked[0]?.url.search).toBe('?projectId=shop&st=wm&sv=html-test-0.1.0')
  expect(bodies()).toEqual([
    {
      eventId: 'id-1',
      url: 'https://shop.example/cart',
      domain: 'shop.example',
      timestamp: 1767323045123,
      props: {
        type: 'track',
        event: 'SELECT_WALLET',
        properties: { name: 'Acme Wallet', platform: 'qrcode' },
        address: user,
      },
    },
  ])
  expect(z.safeParse(analyticsEventSchema, bodies()[0]).success).toBe(true)
  await server.stop()
})

test('an event without properties has none', async () => {
  const { analytics, server, bodies } = await start()
  await analytics.track('CLICK_ALL_WALLETS')
  expect(bodies()[0]?.['props']).toEqual({ type: 'track', event: 'CLICK_ALL_WALLETS' })
  await server.stop()
})

test.each([
  ['off', { isEnabled: () => false }, 'MODAL_OPEN'],
  ['on a server', { page: () => undefined }, 'MODAL_OPEN'],
  ['for MODAL_CREATED', {}, 'MODAL_CREATED'],
] as const)('nothing goes out %s', async (_, world, event) => {
  const { analytics, server } = await start(202, world)
  await analytics.track(event)
  if (event !== 'MODAL_CREATED') await analytics.report('API_ERROR', new Error('x'))
  expect(server.asked).toHaveLength(0)
  await server.stop()
})

test('a page that is not on the web has no address to tell', async () => {
  const pages = ['about:blank', 'file:///home/ada/page.html', 'not a url']
  let href = ''
  const { analytics, server, bodies } = await start(202, { page: () => ({ href, hostname: '' }) })
  for (href of pages) await analytics.track('MODAL_OPEN')
  expect(bodies().map(({ url, domain }) => [url, domain])).toEqual(pages.map(() => ['', '']))
  await server.stop()
})

describe('a refused origin', () => {
  test('is told once, and ends it', async () => {
    const { analytics, server, refusals } = await start(403)
    await Promise.all([analytics.track('MODAL_OPEN'), analytics.track('MODAL_CLOSE')])
    await analytics.track('MODAL_OPEN')
    await analytics.report('API_ERROR', new Error('x'))
    expect(refusals.map((error) => error.code)).toEqual(['ORIGIN_NOT_ALLOWED'])
    expect(server.asked).toHaveLength(2)
    await server.stop()
  })

  test('any other status is nobody’s concern, and the event is not sent again', async () => {
    for (const status of [400, 401, 404, 429, 500, 503]) {
      const { analytics, server, refusals } = await start(status)
      await expect(analytics.track('MODAL_OPEN')).resolves.toBeUndefined()
      expect([refusals, server.asked.length], String(status)).toEqual([[], 1])
      await server.stop()
    }
  })
})

describe('a pairing', () => {
  const escaped = encodeURIComponent(uri)
  const ring: Record<string, unknown> = { uri }
  ring['self'] = ring
  const places: readonly (readonly [name: string, properties: Record<string, unknown>])[] = [
    ['a uri', { uri }],
    ['a link', { mobile_link: `acme://wc?uri=${escaped}` }],
    ['a link in a link', { link: `https://go.example/?to=${encodeURIComponent(`acme://wc?uri=${escaped}`)}` }],
    ['a link three deep', { link: `x://?a=${encodeURIComponent(`y://?b=${encodeURIComponent(`z://?c=${escaped}`)}`)}` }],
    ['a message', { message: `Failed to open ${uri}, sorry` }],
    ['a bare key', { symKey: key, sym_key: key, text: `symKey=${key}&x=1` }],
    ['a list, deep down', { list: [{ deep: [{ uri }] }] }],
    ['a ring', ring],
  ]
  test('never leaves, however deep its key is hidden', async () => {
    await checkEach(places, '%s', async (_, properties) => {
      const { analytics, server, bodies } = await start()
      await analytics.track('CONNECT_PROXY_ERROR', { ...properties, name: 'Acme', amount: 5n, ok: true })
      await server.stop()
      expect(server.asked).toHaveLength(1)
      expect(server.asked[0]?.body).not.toContain(key)
      expect(server.asked[0]?.body).not.toContain('7f6e504bfad60b48') // the topic
      expect(bodies()[0]).toMatchObject({ props: { properties: { name: 'Acme', amount: '5', ok: true } } })
    })
  })

  test('nor in a failure', async () => {
    const { analytics, server, bodies } = await start()
    await analytics.report('INTERNAL_SDK_ERROR', new Error(`cannot open ${uri}`))
    expect(server.asked[0]?.body).not.toContain(key)
    expect(bodies()[0]).toMatchObject({ props: { errorMessage: 'cannot open wc:…' } })
    await server.stop()
  })
})

describe('failures', () => {
  test('carry kind, code and an instant', async () => {
    const { analytics, server, bodies } = await start()
    await analytics.report('API_ERROR', walletError('HTTP_STATUS', { details: { status: 500 } }))
    await analytics.report('DATA_PARSING_ERROR', 'a text that was thrown')
    expect(bodies()[0]).toMatchObject({
      timestamp: '2026-01-02T03:04:05.123Z',
      props: { type: 'error', event: 'API_ERROR', errorType: 'HTTP_STATUS', errorMessage: 'HTTP status code: 500' },
    })
    expect(bodies()[1]).toMatchObject({ props: { errorType: 'Error', errorMessage: 'string' } })
    for (const body of bodies()) expect(z.safeParse(analyticsEventSchema, body).success).toBe(true)
    await server.stop()
  })

  test('no more than five in sixty seconds', async () => {
    const { analytics, server, clock } = await start()
    for (let i = 0; i < 8; i++) await analytics.report('API_ERROR', new Error('x'))
    expect(server.asked).toHaveLength(5)
    clock.now += 59_999
    await analytics.report('API_ERROR', new Error('x'))
    expect(server.asked).toHaveLength(5)
    clock.now += 1
    await analytics.report('API_ERROR', new Error('x'))
    expect(server.asked).toHaveLength(6)
    await server.stop()
  })

  test('events are not counted among them', async () => {
    const { analytics, server } = await start()
    for (let i = 0; i < 8; i++) await analytics.track('MODAL_OPEN')
    await analytics.report('API_ERROR', new Error('x'))
    expect(server.asked).toHaveLength(9)
    await server.stop()
  })
})

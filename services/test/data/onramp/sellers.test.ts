// The vendors' adapters against a server that answers in their documented shapes, and remembers what it was asked.
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { json, serve, type TestServer } from '../../../../test/api/server.js'
import { startServices, type TestServices } from '../../support/services.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const order = {
  destinationWallets: [{ address, blockchains: ['ethereum', 'base'], assets: ['USDC'] }],
  partnerUserId: address,
  defaultNetwork: 'base',
  defaultExperience: 'buy',
  presetFiatAmount: 50,
}
const widget = {
  id: 'W1',
  widgetUrl: 'https://meldcrypto.example/?token=abc',
  token: 'abc',
  customerId: 'C',
  externalCustomerId: address,
}

let vendor: TestServer
let folder: string
let services: TestServices | undefined
let answers: Record<string, { status?: number; body: unknown }>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wm-sellers-'))
  vendor = await serve((response, { url }) => {
    const { status = 200, body } = answers[url.pathname] ?? { status: 404, body: {} }
    json(response, body, status)
  })
})
beforeEach(() => {
  vendor.asked.length = 0
  answers = {
    '/onramp/v1/token': { body: { token: 'session-1', channel_id: '' } },
    '/crypto/session/widget': { body: widget },
    '/partners/api/v2/refresh-token': { body: { data: { accessToken: 'access-1', expiresAt: 4_000_000_000 } } },
    '/api/v2/auth/session': { body: { data: { widgetUrl: 'https://global.transak.example?apiKey=k&sessionId=s' } } },
  }
})
afterEach(async () => {
  await services?.stop()
  services = undefined
})
afterAll(async () => {
  await vendor.stop()
  rmSync(folder, { recursive: true })
})

async function ask(adapters: unknown, more: object = {}, onramp: object = {}) {
  if (!services) {
    const file = join(folder, 'data.json')
    writeFileSync(file, JSON.stringify({ adapters, onramp }))
    services = await startServices({ config: { dataFile: file } })
  }
  const body = JSON.stringify({ ...order, ...more })
  const response = await fetch(`${services.url}/v1/generators/onrampurl?projectId=shop`, { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as { url: string; provider: string; orderId?: string } }
}

test('without any seller there is no page', async () => {
  expect((await ask({})).status).toBe(503)
})

test.each(['ec', 'ed25519'])('Coinbase: a session token, asked for with a signed JWT (%s key)', async (kind) => {
  const pair = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  const jwk = pair.privateKey.export({ format: 'jwk' })
  const raw = Buffer.concat([Buffer.from(String(jwk.d), 'base64url'), Buffer.from(String(jwk.x), 'base64url')]).toString('base64')
  const key = kind === 'ec' ? pair.privateKey.export({ type: 'sec1', format: 'pem' }).toString() : raw
  const { status, body } = await ask({ coinbase: { keyId: 'organizations/o/apiKeys/k', key, url: vendor.url } })
  expect(status).toBe(200)
  expect(body.provider).toBe('coinbase')
  const page = new URL(body.url)
  expect(`${page.origin}${page.pathname}`).toBe('https://pay.coinbase.com/buy/select-asset')
  expect(Object.fromEntries(page.searchParams)).toEqual({
    sessionToken: 'session-1',
    defaultExperience: 'buy',
    defaultNetwork: 'base',
    defaultAsset: 'USDC',
    presetFiatAmount: '50',
    fiatCurrency: 'USD',
    partnerUserId: address,
  })
  const [asked] = vendor.asked
  expect(JSON.parse(asked?.body ?? '')).toEqual({ addresses: [{ address, blockchains: ['ethereum', 'base'] }], assets: ['USDC'] })
  const [head = '', claims = '', signature = ''] = asked?.headers.authorization?.replace('Bearer ', '').split('.') ?? []
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  expect(read(head)).toMatchObject({ alg: kind === 'ec' ? 'ES256' : 'EdDSA', kid: 'organizations/o/apiKeys/k' })
  expect(read(claims)).toMatchObject({ iss: 'cdp', uris: [`POST ${new URL(vendor.url).host}/onramp/v1/token`] })
  const verifier = {
    key: createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363' as const,
  }
  const digest = kind === 'ec' ? 'sha256' : null
  expect(verify(digest, Buffer.from(`${head}.${claims}`), verifier, Buffer.from(signature, 'base64url'))).toBe(true)
})

test('Meld: a widget session', async () => {
  const { body } = await ask({ meld: { key: 'meld-key', url: vendor.url, country: 'DE' } })
  expect(body).toEqual({ url: widget.widgetUrl, orderId: 'W1', provider: 'meld' })
  const [asked] = vendor.asked
  expect(asked?.headers.authorization).toBe('BASIC meld-key')
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    sessionType: 'BUY',
    sessionData: { walletAddress: address, countryCode: 'DE', sourceAmount: '50', destinationCurrencyCode: 'USDC' },
  })
})

test('Transak: a widget url, with an access token that serves again', async () => {
  const transak = { key: 'k', secretKey: 's', referrerDomain: 'shop.example', url: vendor.url, tokenUrl: vendor.url }
  expect((await ask({ transak })).body.url).toBe('https://global.transak.example?apiKey=k&sessionId=s')
  await ask({ transak })
  expect(vendor.asked.map(({ url }) => url.pathname)).toEqual([
    '/partners/api/v2/refresh-token',
    '/api/v2/auth/session',
    '/api/v2/auth/session',
  ])
  expect(vendor.asked[0]?.headers['api-secret']).toBe('s')
  expect(vendor.asked[1]?.headers['access-token']).toBe('access-1')
  expect(JSON.parse(vendor.asked[1]?.body ?? '')).toMatchObject({
    widgetParams: {
      apiKey: 'k',
      referrerDomain: 'shop.example',
      walletAddress: address,
      cryptoCurrencyCode: 'USDC',
      fiatAmount: 50,
    },
  })
})

test('MoonPay: a url whose signature covers its whole query', async () => {
  const { body } = await ask({ moonpay: { key: 'pk_test', secretKey: 'sk_test' } })
  const [unsigned = '', signature = ''] = body.url.split('&signature=')
  const expected = createHmac('sha256', 'sk_test').update(new URL(unsigned).search).digest('base64')
  expect(decodeURIComponent(signature)).toBe(expected)
  expect(new URL(unsigned).searchParams.get('currencyCode')).toBe('usdc_base')
  expect(new URL(unsigned).searchParams.get('walletAddress')).toBe(address)
})

test('the next seller is asked when one fails, and nobody else than the one that is wanted', async () => {
  answers['/crypto/session/widget'] = { status: 500, body: {} }
  const adapters = { meld: { key: 'k', url: vendor.url }, moonpay: { key: 'pk', secretKey: 'sk' } }
  expect((await ask(adapters)).body.provider).toBe('moonpay')
  expect((await ask(adapters, { provider: 'meld' })).status).toBe(503)
  answers['/crypto/session/widget'] = { body: { widgetUrl: 'javascript:alert(1)' } }
  expect((await ask(adapters, { provider: 'meld' })).status).toBe(503)
})

test('nothing is offered in a restricted region', async () => {
  await ask({ moonpay: { key: 'pk', secretKey: 'sk' } }, {}, { restricted: ['CU'] })
  const options = (country: string) => fetch(`${services?.url}/v1/onramp/buy/options?country=${country}`)
  expect((await options('CU')).status).toBe(403)
  expect((await options('DE')).status).toBe(200)
})

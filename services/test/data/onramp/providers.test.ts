// The vendors' adapters against a server that answers in their documented shapes, and remembers what it was asked.
import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { json, serve, type TestServer } from '../../../../test/api/server.js'
import { compose } from '../../../src/compose.js'
import type { Db } from '../../../src/db/connect.js'
import { createLog } from '../../../src/operations/log.js'
import { ConfigError } from '../../../src/settings/config.js'
import { openDatabase } from '../../support/engines.js'
import { checkEach } from '../../../../test/support/rows.js'
import { startServices, testConfig, type TestServices } from '../../support/services.js'

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
let db: Db
let services: TestServices | undefined
let answers: Record<string, { status?: number; body: unknown }>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wm-onramp-providers-'))
  db = await openDatabase()
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
  await db.close()
  rmSync(folder, { recursive: true })
})

function dataFile(content: unknown): string {
  const file = join(folder, 'data.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

async function ask(adapters: unknown, more: object = {}, onramp: object = {}, headers: Record<string, string> = {}) {
  services ??= await startServices({ db, config: { dataFile: dataFile({ adapters, onramp }), trustedProxies: 1 } })
  const body = JSON.stringify({ ...order, ...more })
  const response = await fetch(`${services.url}/v1/generators/onrampurl?projectId=shop`, { method: 'POST', body, headers })
  return { status: response.status, body: (await response.json()) as { url: string; provider: string; orderId?: string } }
}

test('without any provider there is no page', async () => {
  expect((await ask({})).status).toBe(503)
})

test.each(['ec', 'ed25519'])('Coinbase: a session token, asked for with a signed JWT (%s key)', async (kind) => {
  const pair = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519')
  const jwk = pair.privateKey.export({ format: 'jwk' })
  const raw = Buffer.concat([Buffer.from(String(jwk.d), 'base64url'), Buffer.from(String(jwk.x), 'base64url')]).toString('base64')
  const key = kind === 'ec' ? pair.privateKey.export({ type: 'sec1', format: 'pem' }).toString() : raw
  const coinbase = { keyId: 'organizations/o/apiKeys/k', key, url: vendor.url }
  const { status, body } = await ask({ coinbase }, {}, {}, { 'x-forwarded-for': '10.9.9.9, 203.0.113.7' })
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
    partnerUserRef: address,
  })
  const [asked] = vendor.asked
  expect(asked?.url.pathname).toBe('/onramp/v1/token')
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    addresses: [{ address, blockchains: ['ethereum', 'base'] }],
    assets: ['USDC'],
    clientIp: '203.0.113.7',
  })
  const [head = '', claims = '', signature = ''] = asked?.headers.authorization?.replace('Bearer ', '').split('.') ?? []
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const keyId = 'organizations/o/apiKeys/k'
  const nonce = expect.stringMatching(/^[0-9a-f]{32}$/) as string
  expect(read(head)).toEqual({ alg: kind === 'ec' ? 'ES256' : 'EdDSA', typ: 'JWT', kid: keyId, nonce })
  const uris = [`POST ${new URL(vendor.url).host}/onramp/v1/token`]
  expect(read(claims)).toMatchObject({ sub: keyId, iss: 'cdp', uris })
  expect(Number(read(claims)['exp']) - Number(read(claims)['nbf'])).toBe(120)
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
  expect(asked?.url.pathname).toBe('/crypto/session/widget')
  expect([asked?.headers.authorization, asked?.headers['meld-version']]).toEqual(['BASIC meld-key', '2023-12-19'])
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    sessionType: 'BUY',
    externalCustomerId: address,
    sessionData: {
      walletAddress: address,
      countryCode: 'DE',
      sourceCurrencyCode: 'USD',
      sourceAmount: '50',
      destinationCurrencyCode: 'USDC_BASE',
      serviceProvider: 'TRANSAK',
    },
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
  expect(JSON.parse(vendor.asked[0]?.body ?? '')).toEqual({ apiKey: 'k' })
  expect(JSON.parse(vendor.asked[1]?.body ?? '')).toEqual({
    widgetParams: {
      apiKey: 'k',
      referrerDomain: 'shop.example',
      productsAvailed: 'BUY',
      walletAddress: address,
      cryptoCurrencyCode: 'USDC',
      network: 'base',
      fiatCurrency: 'USD',
      fiatAmount: 50,
      partnerCustomerId: address,
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

test('a token that Transak no longer takes is fetched anew', async () => {
  const transak = { key: 'k', secretKey: 's', referrerDomain: 'shop.example', url: vendor.url, tokenUrl: vendor.url }
  await ask({ transak })
  answers['/api/v2/auth/session'] = { status: 401, body: {} }
  expect((await ask({ transak })).status).toBe(503)
  await ask({ transak })
  expect(vendor.asked.filter(({ url }) => url.pathname === '/partners/api/v2/refresh-token')).toHaveLength(2)
})

test("MoonPay is asked for the coins of the order's network, or not at all", () =>
  checkEach(
    [
      ['berachain', ['USDC'], 503],
      ['celo', ['USDC'], 503],
      ['avalanche-c-chain', ['AVAX'], 'avax_cchain'],
      ['ethereum', ['ETH'], 'eth'],
      ['polygon', ['USDC', 'ETH'], 'usdc_polygon'],
    ],
    'coins of %s: MoonPay is asked for them there, or not at all',
    async (defaultNetwork, assets, expected) => {
      const wallets = [{ address, blockchains: [defaultNetwork], assets }]
      const moonpay = { key: 'pk_test', secretKey: 'sk_test' }
      const { status, body } = await ask({ moonpay }, { destinationWallets: wallets, defaultNetwork })
      expect(status === 200 ? new URL(body.url).searchParams.get('currencyCode') : status).toBe(expected)
    },
  ))

test('coins on Solana are asked for in the words of each vendor', () =>
  checkEach(
    [
      ['SOL', 'sol', 'SOL'],
      ['USDC', 'usdc_sol', 'USDC_SOLANA'],
    ],
    '%s on Solana is asked for in the words of each vendor',
    async (symbol, moonpayCode, meldCode) => {
      const buyer = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
      const wallets = [{ address: buyer, blockchains: ['solana'], assets: [symbol] }]
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const adapters = {
        coinbase: { keyId: 'k', key: privateKey.export({ type: 'sec1', format: 'pem' }).toString(), url: vendor.url },
        meld: { key: 'k', url: vendor.url, country: 'DE' },
        transak: { key: 'k', secretKey: 's', referrerDomain: 'shop.example', url: vendor.url, tokenUrl: vendor.url },
        moonpay: { key: 'pk_test', secretKey: 'sk_test' },
      }
      const more = { destinationWallets: wallets, partnerUserId: buyer, defaultNetwork: 'solana' }
      const asked = async (provider: string) => {
        const { status, body } = await ask(adapters, { ...more, provider })
        expect([provider, status]).toEqual([provider, 200])
        return { url: new URL(body.url), body: JSON.parse(vendor.asked.at(-1)?.body ?? 'null') as unknown }
      }
      expect((await asked('coinbase')).body).toMatchObject({
        addresses: [{ address: buyer, blockchains: ['solana'] }],
        assets: [symbol],
      })
      expect((await asked('meld')).body).toMatchObject({
        sessionData: { destinationCurrencyCode: meldCode, walletAddress: buyer },
      })
      const { body } = await asked('transak')
      expect(body).toMatchObject({ widgetParams: { cryptoCurrencyCode: symbol, network: 'solana', walletAddress: buyer } })
      const { searchParams } = (await asked('moonpay')).url
      expect([searchParams.get('currencyCode'), searchParams.get('walletAddress')]).toEqual([moonpayCode, buyer])
    },
  ))

test("Solana's coin and the tokens of the operator's list are offered where a vendor sells and a node of Solana is served", async () => {
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  const tokens = [{ address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }]
  const adapters = { moonpay: { key: 'pk', secretKey: 'sk' } }
  const content = { adapters, solana: { [chainId]: { url: vendor.url, tokens, prices: { native: 150, [mint]: 1 } } } }
  services = await startServices({ db, config: { dataFile: dataFile(content) } })
  const options = await (await fetch(`${services.url}/v1/onramp/options`)).json()
  const network = { name: 'solana-mainnet', display_name: 'Solana', chain_id: chainId }
  expect((options as { purchaseCurrencies: object[] }).purchaseCurrencies).toMatchObject([
    { symbol: 'SOL', networks: [{ ...network, contract_address: '' }] },
    { symbol: 'USDC', networks: [{ ...network, contract_address: mint }] },
  ])
})

test('a purchase without a coin is not sent to a provider that needs one', async () => {
  const adapters = { moonpay: { key: 'pk_test', secretKey: 'sk_test' }, meld: { key: 'k', url: vendor.url } }
  expect((await ask(adapters, { destinationWallets: [{ address }] })).status).toBe(503)
})

test('the next provider is asked when one fails; a provider that the caller names is the only one asked', async () => {
  answers['/crypto/session/widget'] = { status: 500, body: {} }
  const adapters = { meld: { key: 'k', url: vendor.url }, moonpay: { key: 'pk', secretKey: 'sk' } }
  expect((await ask(adapters)).body.provider).toBe('moonpay')
  expect((await ask(adapters, { provider: 'meld' })).status).toBe(503)
  answers['/crypto/session/widget'] = { body: { widgetUrl: 'javascript:alert(1)' } }
  expect((await ask(adapters, { provider: 'meld' })).status).toBe(503)
})

test('nothing is offered in a restricted region, by any route, to who says that he is there', async () => {
  const moonpay = { key: 'pk', secretKey: 'sk' }
  const start = await ask({ moonpay }, {}, { restricted: ['CU'] })
  const quoteOf = (country: string | undefined) => ({
    purchaseCurrency: { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [] },
    paymentCurrency: { id: 'USD', payment_method_limits: [] },
    amount: '50',
    network: 'USDC',
    country,
  })
  const buyQuery = 'purchaseCurrency=USDC&paymentAmount=50&paymentCurrency=USD&paymentMethod=card'
  const post = (path: string, body: unknown) => fetch(`${services?.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const routes: Record<string, (country: string) => Promise<Response>> = {
    options: (country) => fetch(`${services?.url}/v1/onramp/options?country=${country}`),
    'buy options': (country) => fetch(`${services?.url}/v1/onramp/buy/options?country=${country}`),
    quote: (country) => post('/v1/onramp/quote', quoteOf(country)),
    'buy quotes': (country) => fetch(`${services?.url}/v1/onramp/buy/quotes?${buyQuery}&country=${country}`),
    url: (country) => post('/v1/generators/onrampurl', { ...order, country }),
  }
  for (const [name, call] of Object.entries(routes)) {
    const refused = await call('CU')
    expect([name, refused.status, await refused.json()]).toMatchObject([name, 403, { reasons: [{ field: 'country' }] }])
    expect([name, (await call('DE')).status]).not.toEqual([name, 403])
    const unreadable = await call('Cuba')
    expect([name, unreadable.status, await unreadable.json()]).toMatchObject([name, 400, { reasons: [{ field: 'country' }] }])
  }
  expect(start.status).toBe(200)
  expect((await fetch(`${services?.url}/v1/onramp/options`)).status).toBe(200)
})

test('a provider whose buyers all live in a restricted region is not asked', async () => {
  expect((await ask({ meld: { key: 'k', url: vendor.url, country: 'CU' } }, {}, { restricted: ['CU'] })).status).toBe(503)
  expect(vendor.asked).toEqual([])
})

test("no vendor's secret leaves: not with the answer, and not into the log when the vendor repeats it", async () => {
  const secret = 'a-secret-of-the-operator'
  const adapters = {
    meld: { key: secret, url: vendor.url },
    transak: { key: 'public', secretKey: secret, referrerDomain: 'shop.example', url: vendor.url, tokenUrl: vendor.url },
    moonpay: { key: 'pk_public', secretKey: secret },
  }
  answers['/crypto/session/widget'] = { status: 403, body: { message: `the key ${secret} is not known` } }
  answers['/partners/api/v2/refresh-token'] = { status: 401, body: { error: secret } }
  const lines: string[] = []
  const onLog = (line: string) => lines.push(line)
  services = await startServices({ db, config: { dataFile: dataFile({ adapters }) }, onLog })
  const { status, body } = await ask(adapters)
  expect([status, body.provider]).toEqual([200, 'moonpay'])
  expect(JSON.stringify(body)).not.toContain(secret)
  expect(lines.filter((line) => line.includes('provider failed'))).toHaveLength(2)
  expect(lines.join('')).toContain('the key [hidden] is not known')
  expect(lines.join('')).not.toContain(secret)
})

test("a page of a stranger opens no purchase in a project's name", async () => {
  const projects = { shop: { origins: ['https://shop.example'], analytics: false } }
  const adapters = { moonpay: { key: 'pk', secretKey: 'sk' } }
  services = await startServices({ db, projects, config: { dataFile: dataFile({ adapters }) } })
  expect((await ask(adapters, {}, {}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask(adapters, {}, {}, { origin: 'https://shop.example' })).status).toBe(200)
})

test('a key of Coinbase that is none ends the start with the setting at fault', async () => {
  const file = dataFile({ adapters: { coinbase: { keyId: 'k', key: 'no key' } } })
  const start = async () =>
    compose({ config: testConfig({ config: { dataFile: file } }), db, log: createLog({ level: 'silent' }) }).stop()
  await expect(start).rejects.toThrow(ConfigError)
  await expect(start).rejects.toThrow(/^WM_DATA_FILE: adapters\.coinbase\.key: /)
})

test('Coinbase on an open server is refused until every project has its origins', async () => {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const raw = Buffer.concat([Buffer.from(String(key.d), 'base64url'), Buffer.from(String(key.x), 'base64url')])
  const file = dataFile({ adapters: { coinbase: { keyId: 'k', key: raw.toString('base64') } } })
  const start = async (host: string, origins?: readonly string[]) =>
    compose({
      config: testConfig({
        config: { host, dataFile: file },
        ...(origins && { projects: { shop: { origins, analytics: false } } }),
      }),
      db,
      log: createLog({ level: 'silent' }),
    }).stop()
  await expect(start('0.0.0.0')).rejects.toThrow(/^WM_DATA_FILE: adapters\.coinbase: refused/)
  await expect(start('0.0.0.0', [])).rejects.toThrow(/refused/)
  await start('0.0.0.0', ['https://shop.example'])
  await start('127.0.0.1')
})

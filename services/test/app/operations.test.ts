// What an operator may rely on: no secret of his settings is seen anywhere, and the table at start says what `/ready` says.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, serve, type TestServer } from '../../../test/api/server.js'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/settings/config.js'
import { createLog } from '../../src/operations/log.js'
import { providerTableText } from '../../src/operations/provider-table.js'
import type { ProviderRow } from '../../src/upstream/providers.js'
import { listen } from '../../src/http/server.js'
import { startServices, testConfig, type TestServices } from '../support/services.js'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const secrets = {
  SECRET_KEY: '0123456789abcdef'.repeat(4),
  ADMIN_TOKEN: 'operator-token-0123456789',
  EXPORT_AUTH: 'Bearer export-token-0123456789',
  NODE_KEY: 'key-of-the-node-0123456789',
  GATEWAY_KEY: `0x${'5eed'.repeat(16)}`,
  ZEROX_KEY: 'key-of-zerox-0123456789',
  ONEINCH_KEY: 'key-of-oneinch-0123456789',
  LIFI_KEY: 'key-of-lifi-0123456789',
  COINGECKO_KEY: 'key-of-coingecko-0123456789',
  EXPLORER_KEY: 'key-of-explorer-0123456789',
  COINBASE_KEY: Buffer.concat([Buffer.from(String(jwk.d), 'base64url'), Buffer.from(String(jwk.x), 'base64url')]).toString(
    'base64',
  ),
  MELD_KEY: 'key-of-meld-0123456789',
  TRANSAK_SECRET: 'secret-of-transak-0123456789',
  MOONPAY_SECRET: 'secret-of-moonpay-0123456789',
}

const lines: string[] = []
let folder: string
let vendor: TestServer
let services: TestServices
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wm-operations-'))
  // Of all vendors and nodes the most talkative: it refuses, and repeats all that it was told.
  vendor = await serve((response, asked) => json(response, { message: 'no', asked, path: asked.url.href }, 403))
  const { url } = vendor
  const stable = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const explorer = { kind: 'etherscan', url, key: 'env:EXPLORER_KEY' }
  const tokens = [{ address: stable, name: 'USD Coin', symbol: 'USDC', decimals: 6 }]
  const data = {
    chains: { 'eip155:1': { stable, tokens, explorer, prices: { native: 2500, [stable]: 1 } } },
    names: { gatewayKey: 'env:GATEWAY_KEY' },
    adapters: {
      zerox: { key: 'env:ZEROX_KEY', url },
      oneinch: { key: 'env:ONEINCH_KEY', url },
      lifi: { key: 'env:LIFI_KEY', url },
      defillama: { url },
      coingecko: { key: 'env:COINGECKO_KEY', url },
      coinbase: { keyId: 'organizations/o/apiKeys/k', key: 'env:COINBASE_KEY', url },
      meld: { key: 'env:MELD_KEY', url },
      transak: { key: 'public', secretKey: 'env:TRANSAK_SECRET', referrerDomain: 'shop.example', url, tokenUrl: url },
      moonpay: { key: 'pk_public', secretKey: 'env:MOONPAY_SECRET' },
    },
  }
  writeFileSync(join(folder, 'data.json'), JSON.stringify(data))
  const config = readConfig({
    WM_SERVICES_PORT: '0',
    WM_DATA_FILE: join(folder, 'data.json'),
    WM_SECRET_KEY: secrets.SECRET_KEY,
    WM_ADMIN_TOKEN: secrets.ADMIN_TOKEN,
    WM_METRICS: '1',
    WM_ANALYTICS: '1',
    WM_ANALYTICS_EXPORT: 'otlp',
    WM_ANALYTICS_EXPORT_URL: `${url}/v1/logs`,
    WM_ANALYTICS_EXPORT_AUTH: secrets.EXPORT_AUTH,
    WM_RPC_EIP155_1: `${url}/v2/${secrets.NODE_KEY}`,
  })
  services = await startServices({ config, env: { ...secrets }, onLog: (line) => lines.push(line) })
})
afterAll(async () => {
  await services.stop()
  await vendor.stop()
  rmSync(folder, { recursive: true })
})

const get = async (path: string, headers: Record<string, string> = {}) => (await fetch(services.url + path, { headers })).text()
const post = async (path: string, body: unknown) =>
  (await fetch(services.url + path, { method: 'POST', body: JSON.stringify(body) })).text()

test('no secret of a full configuration is in an answer or in the log, though all vendors repeat what they hear', async () => {
  const account = `eip155:1:${ADDRESS}`
  const native = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
  const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const order = (provider: string) => ({
    destinationWallets: [{ address: ADDRESS, assets: ['USDC'] }],
    ...{ partnerUserId: ADDRESS, defaultNetwork: 'ethereum', presetFiatAmount: 50, provider },
  })
  const terms = { expiry: Math.floor(Date.now() / 1000) + 60, signer: { type: 'keys', data: { keys: [] } }, policies: [] }
  const allowance = { type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 60 } }
  const answers = await Promise.all([
    get('/ready'),
    get('/metrics'),
    get('/openapi.json'),
    get('/health'),
    get('/console/analytics', { authorization: `Bearer ${secrets.ADMIN_TOKEN}` }),
    get('/console/analytics', { authorization: `Bearer ${secrets.ADMIN_TOKEN}x` }),
    get(`/v1/account/${ADDRESS}/balance?currency=usd&chainId=eip155:1`),
    get(`/v1/account/${ADDRESS}/history?chainId=eip155:1`),
    get(`/v1/identity/${ADDRESS}`),
    get(`/v1/convert/quotes?amount=1000000&fromTokenAddress=${native}&toTokenAddress=${usdc}&gasPrice=1`),
    get(`/v1/convert/gas-price?chainId=eip155:1`),
    get(`/v1/sessions/${account}`),
    get(`/v1/onramp/buy/quotes?purchaseCurrency=ETH&paymentAmount=50&paymentCurrency=USD&paymentMethod=card&country=DE`),
    post('/v1/fungible/price', { currency: 'eur', addresses: [native, usdc] }),
    post('/v1/?chainId=eip155:1', { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [ADDRESS, 'latest'] }),
    post(`/v1/sessions/${account}?v=2`, { ...terms, permissions: [allowance] }),
    post('/e', { eventId: 'e', url: '', domain: 'a', timestamp: Date.now(), props: { type: 'track', event: 'A' } }),
    ...['coinbase', 'meld', 'transak', 'moonpay'].map((provider) => post('/v1/generators/onrampurl', order(provider))),
  ])
  for (const job of ['analytics export', 'history index', 'on-ramp orders']) await services.parts?.jobs.run(job)
  const told = vendor.asked.map((asked) => JSON.stringify(asked)).join('')
  const seen = [...answers, await get('/metrics'), await get('/ready'), ...lines].join('\n')
  for (const [name, secret] of Object.entries(secrets)) expect(seen, name).not.toContain(secret)
  // Otherwise this test would hold for services that ask nobody.
  for (const name of ['NODE_KEY', 'MELD_KEY', 'TRANSAK_SECRET', 'EXPORT_AUTH'] as const)
    expect(told, name).toContain(secrets[name])
  expect(lines.filter((line) => line.includes('"level":"warn"')).length).toBeGreaterThan(3)
})

test('the table at start and /ready say the same, row by row', async () => {
  const ready = async () => (JSON.parse(await get('/ready')) as { providers: ProviderRow[] }).providers
  const table = providerTableText(services.parts?.rows() ?? []).split('\n')
  const rows = await ready()
  expect(providerTableText(rows).split('\n')).toEqual(table)
  expect(rows).toHaveLength(table.length)
  rows.forEach(({ capability, provider }, index) => {
    expect(table[index]?.startsWith(`${capability} `)).toBe(true)
    expect(table[index]).toContain(provider)
  })
  const capabilities = new Set(rows.map(({ capability }) => capability))
  for (const each of [
    'database',
    'wallets',
    'rpc eip155:1',
    'balances',
    'history',
    'prices',
    'names',
    'identity',
    'on-ramp',
    'sessions',
  ])
    expect(
      [...capabilities].some((capability) => capability === each || capability.startsWith(`${each} `)),
      each,
    ).toBe(true)
  expect(rows.filter(({ kind }) => kind === 'sandbox')).toEqual([])
  expect(rows.filter(({ capability }) => capability === 'on-ramp').map(({ provider }) => provider)).toEqual([
    'coinbase',
    'meld',
    'transak',
    'moonpay',
  ])
})

test('a vendor that failed repeatedly is said to rest, in both', async () => {
  const order = { destinationWallets: [{ address: ADDRESS, assets: ['USDC'] }], partnerUserId: ADDRESS, provider: 'meld' }
  for (let n = 0; n < 3; n++) await post('/v1/generators/onrampurl', order)
  const { providers } = JSON.parse(await get('/ready')) as { providers: ProviderRow[] }
  expect(providers.find(({ provider }) => provider === 'meld')).toMatchObject({ isResting: true })
  expect(providerTableText(providers)).toMatch(/^on-ramp +meld +asked elsewhere, but failed repeatedly$/m)
})

test('a request that runs when the end comes is answered; after it nobody is', async () => {
  const app = createApp({ config: testConfig(), log: createLog({ level: 'silent' }) })
  let begun = () => {}
  let finish = () => {}
  const hasBegun = new Promise<void>((resolve) => (begun = resolve))
  const mayFinish = new Promise<void>((resolve) => (finish = resolve))
  app.get('/slow', async (c) => {
    begun()
    await mayFinish
    return c.text('done')
  })
  const running = await listen(app, { host: '127.0.0.1', port: 0 })
  const answer = fetch(`${running.url}/slow`)
  await hasBegun
  const stopped = running.stop(20_000)
  await expect(fetch(`${running.url}/health`)).rejects.toThrow()
  finish()
  expect(await (await answer).text()).toBe('done')
  await stopped
})

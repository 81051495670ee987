// What stands beside amounts: pictures that lead to these services' own drawings, prices of now and of then, and each thing once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBalances } from '../../../src/api/balances.js'
import { getHistory } from '../../../src/api/history.js'
import { getSwapTokens } from '../../../src/api/swaps.js'
import { json, serve, testApi, type TestServer } from '../../../test/api/server.js'
import { useSeededDevnet } from '../support/devnet.js'
import { startServices, type TestServices } from '../support/services.js'

const CHAIN = 'eip155:31337'
const devnet = useSeededDevnet()
const llamaAsked: string[] = []
let services: TestServices
let llama: TestServer
let folder: string
let account: string
beforeAll(async () => {
  llama = await serve((response, asked) => {
    llamaAsked.push(asked.url.pathname)
    json(response, { coins: { 'coingecko:ethereum': { price: 1234.5, confidence: 0.99 } } })
  })
  folder = mkdtempSync(join(tmpdir(), 'wm-assets-'))
  const dataFile = join(folder, 'data.json')
  writeFileSync(dataFile, JSON.stringify({ adapters: { defillama: { url: llama.url } } }))
  // Mainnet is the devnet's node under another name, as in development.
  services = await startServices({ evmUrl: devnet().url, chains: { 'eip155:1': [devnet().url] }, config: { dataFile } })
  account = devnet().accounts[0]?.address ?? ''
})
afterAll(async () => {
  await services.stop()
  await llama.stop()
  rmSync(folder, { recursive: true })
})

const get = async (path: string, from = services.url) => await (await fetch(`${from}${path}`)).json()
const keysOf = (value: unknown) => JSON.stringify(value)

describe('pictures', () => {
  test('of balances, swap tokens, prices, history and purchases lead to a drawing of these services', async () => {
    const picture = `${services.url}/public/getTokenImage/ETH`
    const { balances } = await get(`/v1/account/${account}/balance?currency=usd&chainId=${CHAIN}`)
    expect(balances[0]).toMatchObject({ symbol: 'ETH', iconUrl: picture })
    const { tokens } = await get(`/v1/convert/tokens?chainId=${CHAIN}`)
    expect(tokens[0]).toMatchObject({ symbol: 'ETH', logoUri: picture })
    const body = JSON.stringify({ currency: 'usd', addresses: [tokens[0].address] })
    const priced = await fetch(`${services.url}/v1/fungible/price`, { method: 'POST', body })
    expect(await priced.json()).toMatchObject({ fungibles: [{ symbol: 'ETH', iconUrl: picture }] })
    const { data } = await get(`/v1/account/${account}/history?chainId=${CHAIN}`)
    expect(keysOf(data)).toContain(keysOf({ name: 'Ether', symbol: 'ETH', icon: { url: picture } }).slice(0, -1))
    const options = await get('/v1/onramp/buy/options?country=DE')
    expect(options.purchaseCurrencies[0]).toMatchObject({ symbol: 'ETH', iconUrl: picture })
    const drawn = await fetch(picture)
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(await drawn.text()).toContain('class="web3icons"')
  })

  test('are read by the client as what <img> may show', async () => {
    const api = testApi(services.url)
    const { balances } = await getBalances(api, { address: account, chainId: CHAIN })
    expect(balances.find(({ isNative }) => isNative)?.iconUrl).toBe(`${services.url}/public/getTokenImage/ETH`)
    expect((await getSwapTokens(api, { chainId: CHAIN }))[0]?.logoUri).toBe(`${services.url}/public/getTokenImage/ETH`)
    const { data } = await getHistory(api, { account, chainId: CHAIN })
    const icons = data.flatMap(({ transfers }) => transfers.flatMap((transfer) => transfer.fungible_info?.icon ?? []))
    expect(icons).toContainEqual({ url: `${services.url}/public/getTokenImage/ETH` })
  })

  test('lead to the public url, where one is set; what nobody listed and nobody drew has none', async () => {
    const config = { publicUrl: 'http://localhost:9/wm/' }
    const named = await startServices({ evmUrl: devnet().url, config })
    const { balances } = await get(`/v1/account/${account}/balance?currency=usd&chainId=${CHAIN}`, named.url)
    const icons = new Map((balances as { symbol: string; iconUrl: string }[]).map(({ symbol, iconUrl }) => [symbol, iconUrl]))
    expect(icons.get('ETH')).toBe('http://localhost:9/wm/public/getTokenImage/ETH')
    expect([...icons.values()]).toContain('')
    await named.stop()
  })
})

describe('history', () => {
  interface Transfer {
    readonly fungible_info: { readonly symbol: string } | null
    readonly quantity: { readonly numeric: string }
    readonly value?: number
    readonly price?: number
  }
  const transfers = async (query: string) => {
    const { data } = await get(`/v1/account/${account}/history?${query}`)
    return (data as { transfers: Transfer[] }[]).flatMap((row) => row.transfers)
  }

  test('is priced by the pools as they were at its block; what nobody priced then has no price, instead of null', async () => {
    const all = await transfers(`chainId=${CHAIN}`)
    const priced = all.filter(({ price }) => price !== undefined)
    expect(priced.length).toBeGreaterThan(0)
    for (const { price = 0, value, quantity } of priced) {
      expect(price).toBeGreaterThan(0)
      expect(value).toBeCloseTo(Number(quantity.numeric) * price, 6)
    }
    const bare = all.filter(({ price }) => price === undefined)
    expect(bare.length).toBeGreaterThan(0)
    for (const transfer of bare) expect(Object.keys(transfer)).not.toContain('value')
    expect(keysOf(all)).not.toMatch(/"(?:price|value)":null/)
  })

  test('is priced by a vendor that keeps prices, at the time of the transaction, where no pool is known', async () => {
    const [first] = (await get(`/v1/account/${account}/history?chainId=eip155:1`)).data
    const all = await transfers('chainId=eip155:1')
    const coins = all.filter((each) => each.fungible_info?.symbol === 'ETH' && Number(each.quantity.numeric) > 0)
    expect(coins.length).toBeGreaterThan(0)
    for (const { price } of coins) expect(price).toBe(1234.5)
    const times = llamaAsked.flatMap((path) => /\/prices\/historical\/(\d+)\//.exec(path)?.[1] ?? [])
    expect(times).toContain(String(Math.floor(Date.parse(first.metadata.minedAt) / 1000)))
  })

  test('has no dollars where another currency is asked for', async () => {
    expect((await transfers(`chainId=${CHAIN}&currency=eur`)).every(({ price }) => price === undefined)).toBe(true)
  })
})

describe('what nobody knows is absent', () => {
  test('a balance without a price has neither price nor value, in dollars and where there is no rate', async () => {
    const read = async (currency: string) =>
      (await get(`/v1/account/${account}/balance?currency=${currency}&chainId=${CHAIN}`)).balances as { price?: number }[]
    const dollars = await read('usd')
    expect(dollars.some(({ price }) => price !== undefined && price > 0)).toBe(true)
    expect(dollars.filter(({ price }) => price === 0 || price === null)).toEqual([])
    for (const balance of await read('eur')) {
      expect(Object.keys(balance)).not.toContain('price')
      expect(Object.keys(balance)).not.toContain('value')
    }
    const { balances } = await getBalances(testApi(services.url), { address: account, chainId: CHAIN, currency: 'eur' })
    expect(balances.map(({ price, value }) => [price, value])).toEqual(balances.map(() => [undefined, undefined]))
  })

  test('a chain that is another one under a second name counts once where all are asked, and answers when it is named', async () => {
    const { data } = await get(`/v1/account/${account}/history`)
    const hashes = (data as { metadata: { hash: string } }[]).map(({ metadata }) => metadata.hash)
    expect(hashes.length).toBeGreaterThan(2)
    expect(new Set(hashes).size).toBe(hashes.length)
    const { balances } = await get(`/v1/account/${account}/balance?currency=usd`)
    expect((balances as { symbol: string }[]).filter(({ symbol }) => symbol === 'ETH')).toHaveLength(1)
    const named = await get(`/v1/account/${account}/history?chainId=eip155:1`)
    expect(named.data.length).toBeGreaterThan(2)
  })
})

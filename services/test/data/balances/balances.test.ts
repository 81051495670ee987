import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesSchema, getBalances } from '../../../../src/api/balances.js'
import { tokenAbi } from '../../../devnet/abis.js'
import { COPPER, FAUCET_KEY, GRAIN, STABLE } from '../../../devnet/manifest.js'
import { useSeededDevnet, walletOf } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { chainId, idOf, native, recorded, startData, startWorld, type World } from '../support/world.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const cosmos = 'cosmos:cosmoshub-4'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const solAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

const devnet = useSeededDevnet()

let world: World
let now = Date.now()
beforeAll(async () => {
  world = await startWorld({ devnet: devnet(), now: () => now })
})
afterAll(() => world.stop())
const account = (index: number) => world.devnet.accounts[index]?.address ?? '0x'

test('coin and tokens with prices and values; tokens of which there are none are left out', async () => {
  const { balances: found } = await getBalances(world.api, { address: account(2), chainId })
  expect(found.map(({ symbol }) => symbol)).toEqual(['ETH', 'TUSD', 'GRAIN', 'COPPER'])
  const [coin, stable] = found
  expect(coin).toMatchObject({ isNative: true, address: native, decimals: 18 })
  expect(stable).toMatchObject({ address: idOf(STABLE), amount: parseUnits('5120', 6), price: 1, value: 5120 })
  expect(coin?.value).toBeCloseTo((Number(coin?.amount) / 1e18) * (coin?.price ?? 0), 6)
})

test('the raw answer: the coin has no address, no origin or sv is needed, CAIP-10 works', async () => {
  for (const path of [`${account(2)}/balance?currency=usd`, `${chainId}:${account(2)}/balance?currency=usd`]) {
    const { status, body, headers } = await world.get(`/v1/account/${path}`)
    expect([status, headers.get('x-provider')]).toEqual([200, 'multicall'])
    expect(balancesSchema.safeParse(body).success).toBe(true)
    expect(body.balances[0]).toMatchObject({ name: 'Ether', chainId, quantity: { decimals: '18' } })
    expect('address' in body.balances[0]).toBe(false)
  }
})

test('what is unpriced has neither price nor value', async () => {
  const { body } = await world.get(`/v1/account/${account(2)}/balance?currency=eur&chainId=${chainId}`)
  expect(body.balances.length).toBeGreaterThan(2)
  for (const item of body.balances) expect(['price' in item, 'value' in item]).toEqual([false, false])
})

test('is remembered for ten seconds, except for what is forced, zero included', async () => {
  const user = account(9)
  const read = async (forceUpdate?: readonly string[]) => {
    const { balances: found } = await getBalances(world.api, { address: user, chainId, ...(forceUpdate && { forceUpdate }) })
    return new Map(found.map(({ symbol, amount }) => [symbol, amount]))
  }
  const before = await read()
  const wallet = walletOf(world.devnet, FAUCET_KEY)
  const hash = await wallet.writeContract({ address: COPPER.address, abi: tokenAbi, functionName: 'mint', args: [user, 7n] })
  await world.devnet.reader.waitForTransactionReceipt({ hash })
  expect(await read()).toEqual(before)
  const forced = await read([idOf(COPPER), idOf(GRAIN), native])
  expect([forced.get('COPPER'), forced.get('GRAIN'), forced.get('ETH')]).toEqual([7n, 0n, parseEther('10000')])
  now += 11_000
  expect((await read()).get('COPPER')).toBe(7n)
})

test('refuses a wrong question with its field', () =>
  checkEach(
    [
      ['0x12/balance?currency=usd', 400, 'address'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance', 400, 'currency'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?currency=xau', 400, 'currency'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?currency=usd&chainId=eip155:5', 400, 'chainId'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?currency=usd&chainId=x', 400, 'chainId'],
      ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?currency=usd&forceUpdate=x', 400, 'forceUpdate'],
      [`${solAddress}/balance?currency=usd&chainId=eip155:31337`, 400, 'address'],
    ],
    'refuses %s',
    async (path, status, field) => {
      const answer = await world.get(`/v1/account/${path}`)
      expect([answer.status, answer.body.reasons[0].field]).toEqual([status, field])
    },
  ))

describe('other families, with recorded answers', () => {
  const rpc = (init: RequestInit | undefined) => {
    const { method, params } = JSON.parse(init?.body as string) as { method: string; params: [string, { programId?: string }] }
    if (method === 'getBalance') return { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: 1_500_000_000 } }
    const holder = (of: string, amount: string, decimals: number) => ({
      pubkey: 'x',
      account: {
        owner: params[1].programId,
        data: {
          program: 'spl-token',
          space: 165,
          parsed: {
            type: 'account',
            info: { mint: of, owner: params[0], tokenAmount: { amount, decimals, uiAmount: 1, uiAmountString: '1' } },
          },
        },
      },
    })
    const isFirst = params[1].programId?.startsWith('Tokenkeg')
    const value = isFirst
      ? [holder(mint, '2500000', 6), holder(mint, '500000', 6)]
      : [holder('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', '42', 0)]
    return { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } }
  }
  const answers = {
    'sol.example': (_: URL, init: RequestInit | undefined) => rpc(init),
    'btc.example': () => ({
      address: 'x',
      chain_stats: {
        funded_txo_count: 2,
        funded_txo_sum: 150_000_000,
        spent_txo_count: 1,
        spent_txo_sum: 50_000_000,
        tx_count: 3,
      },
      mempool_stats: { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 1, spent_txo_sum: 1000, tx_count: 1 },
    }),
    'dot.example': () => ({
      at: { hash: '0x', height: '1' },
      nonce: '1',
      tokenSymbol: 'DOT',
      free: '15000000000',
      reserved: '5000000000',
      frozen: '0',
      locks: [],
    }),
    'atom.example': () => ({ balance: { denom: 'uatom', amount: '1234567' } }),
  }
  const dataFile = {
    solana: {
      [solana]: {
        url: 'https://sol.example/',
        tokens: [{ address: mint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
        prices: { [mint]: 1, native: 150 },
      },
    },
    ledgers: {
      [bitcoin]: { url: 'https://btc.example/api', name: 'Bitcoin', symbol: 'BTC', decimals: 8, price: 60_000 },
      [polkadot]: { url: 'https://dot.example', kind: 'sidecar', name: 'Polkadot', symbol: 'DOT', decimals: 10 },
      [cosmos]: { url: 'https://atom.example/', name: 'Cosmos', symbol: 'ATOM', decimals: 6, denom: 'uatom' },
    },
  }

  test('coins and tokens of each', async () => {
    const { fetch, asked } = recorded(answers)
    const data = await startData({ dataFile, fetch })
    const of = async (address: string, chain: string) => {
      const { body } = await data.get(`/v1/account/${address}/balance?currency=usd&chainId=${chain}`)
      expect(balancesSchema.safeParse(body).success).toBe(true)
      return body.balances.map((item: Record<string, { numeric?: string }>) => [
        item['symbol'],
        item['quantity']?.numeric,
        item['value'],
        item['address'],
      ])
    }
    expect(await of(solAddress, solana)).toEqual([
      ['SOL', '1.5', 225, 'So11111111111111111111111111111111111111111'],
      ['USDC', '3', 3, `${solana}:${mint}`],
      ['2b1k…4GXo', '42', undefined, `${solana}:2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo`],
    ])
    expect(await of('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', bitcoin)).toEqual([['BTC', '0.99999', 59_999.4, undefined]])
    expect(await of('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', polkadot)).toEqual([['DOT', '2', undefined, undefined]])
    expect(await of('cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02', cosmos)).toEqual([
      ['ATOM', '1.234567', undefined, undefined],
    ])
    expect(asked.map(({ url }) => url.pathname)).toContain('/api/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    await data.stop()
  })

  test('a node that is away is 503 alone, and a gap among others', async () => {
    const { fetch } = recorded({ ...answers, 'btc.example': () => new Response('busy', { status: 500 }) })
    const data = await startData({ dataFile, fetch })
    const { status, body } = await data.get(
      `/v1/account/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq/balance?currency=usd&chainId=${bitcoin}`,
    )
    expect([status, body.reasons[0].field]).toEqual([503, 'chainId'])
    await data.stop()
    const gap = await startData({ evmUrl: world.devnet.url, chains: { 'eip155:5': ['http://127.0.0.1:9'] } })
    const partial = await gap.get(`/v1/account/${account(0)}/balance?currency=usd`)
    expect([partial.status, partial.headers.get('x-incomplete')]).toEqual([200, '1'])
    expect(partial.body.balances.length).toBeGreaterThan(3)
    await gap.stop()
  })
})

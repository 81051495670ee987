// What an account holds: the coin as the chain says, tokens as the services say, the most valuable first, and what all of it is worth.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../../src/state/core.js'
import { createAssets } from '../../../src/state/account/assets.js'
import { createNativeBalance } from '../../../src/state/account/native-balance.js'
import { createPortfolio } from '../../../src/state/account/portfolio.js'
import { coinId, tokenId } from '../../../src/vocabulary/asset.js'
import { solana } from '../../../src/vocabulary/networks.js'
import { accountOn, addressOfToken, token, wei } from './account-stage.js'
import { testRows } from '../../support/rows.js'

let end: Core | undefined
afterEach(() => end?.destroy())

const coin = (numeric: string, price?: number) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  ...(price === undefined ? {} : { price }),
  quantity: { decimals: '18', numeric },
  iconUrl: null,
})

function read(core: Core) {
  end = core
  const { $assets, $worth, $coin, $portfolio } = core.use(createAssets)
  for (const $store of [$assets, $worth, $coin, $portfolio]) core.onEnd($store.listen(() => undefined))
  return { $assets, $worth, $coin, $portfolio }
}

describe('the assets of an account', () => {
  test('are its coin first, then tokens by worth, those without a price last and by name; nothing without an amount', async () => {
    const { core } = await accountOn({
      rpc: () => wei(2n * 10n ** 18n),
      balances: [
        token('CHEAP', '100', 0.01),
        token('ZOO', '5'),
        token('ANT', '5'),
        coin('1', 3_000),
        token('RICH', '10', 5),
        token('GONE', '0', 9),
        token('OTHER', '7', 1, { chainId: 'eip155:8453' }),
      ],
    })
    const { $assets, $worth } = read(core)
    await vi.waitFor(() => expect($assets.get().map(({ symbol }) => symbol)).toEqual(['ETH', 'RICH', 'CHEAP', 'ANT', 'ZOO']))
    // The chain's own word on the coin (2), not that of the services (1): 2 × 3000 + 50 + 1.
    await vi.waitFor(() => expect($worth.get()).toBe(6_051n * 10n ** 12n))
    expect($assets.get()[0]).toMatchObject({ id: coinId('eip155:1'), contract: undefined, amount: 2n * 10n ** 18n, price: 3_000 })
    expect($assets.get()[1]).toMatchObject({ id: tokenId('eip155:1', addressOfToken('RICH')), decimals: 6, amount: 10_000_000n })
  })

  test('have a coin of an unknown amount until somebody says it, and no worth', async () => {
    const { core } = await accountOn({})
    const { $assets, $worth } = read(core)
    expect($assets.get()).toMatchObject([{ symbol: 'ETH', amount: undefined }])
    expect($worth.get()).toBeUndefined()
  })

  test('an amount whose price is unknown adds nothing, and nothing known is undefined, not zero', async () => {
    const { core } = await accountOn({ rpc: () => wei(5n), balances: [token('ANT', '5')] })
    const { $assets, $worth } = read(core)
    await vi.waitFor(() => expect($assets.get()).toHaveLength(2))
    expect($worth.get()).toBeUndefined()
  })

  test('names of strangers are one line, and an id stands once', async () => {
    const evil = token('EVIL', '1', 1, { name: '\u202eEthereum\n\u0000 ', symbol: '\u2066\u2069' })
    const { core } = await accountOn({ rpc: () => wei(0n), balances: [evil, { ...evil, name: 'again' }] })
    const { $assets } = read(core)
    await vi.waitFor(() => expect($assets.get()).toHaveLength(2))
    expect($assets.get()[1]).toMatchObject({ symbol: '?' })
    const twice = token('TWO', '1', 1)
    end?.destroy()
    const other = await accountOn({ rpc: () => wei(0n), balances: [twice, twice] })
    const second = read(other.core)
    await vi.waitFor(() => expect(second.$assets.get().map(({ symbol }) => symbol)).toEqual(['ETH', 'TWO']))
  })

  test('without a data service nobody is asked, and nothing is a failure', async () => {
    const { core, asked } = await accountOn({ rpc: () => wei(7n) }, {}, { services: {} })
    const { $assets, $portfolio } = read(core)
    await vi.waitFor(() => expect($assets.get()).toMatchObject([{ amount: 7n }]))
    expect($portfolio.get()).toEqual({ status: 'pending', fetchStatus: 'idle' })
    expect(asked).toEqual([])
  })

  test('on Solana the coin is read from the cluster, and tokens from the services', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const { core } = await accountOn(
      {
        rpc: (method) => (method === 'getBalance' ? { context: { slot: 1 }, value: 1_500_000_000 } : undefined),
        balances: [token('USDC', '3', 1, { chainId: solana.caipNetworkId, address: `${solana.caipNetworkId}:${mint}` })],
      },
      { namespace: 'solana' },
      { rpcUrls: { [solana.caipNetworkId]: 'https://node.example' } },
    )
    const { $assets } = read(core)
    await vi.waitFor(() =>
      expect($assets.get()).toMatchObject([
        { symbol: 'SOL', amount: 1_500_000_000n, decimals: 9 },
        { contract: mint, amount: 3_000_000n },
      ]),
    )
  })

  test('where the modal reads no balances itself, the coin is what the services say', async () => {
    const btc = { name: 'Bitcoin', symbol: 'BTC', price: 60_000, quantity: { decimals: '8', numeric: '0.5' }, iconUrl: null }
    const { core } = await accountOn({ balances: [btc] }, { namespace: 'bip122' })
    const { $coin, $worth } = read(core)
    await vi.waitFor(() =>
      expect($coin.get()).toMatchObject({ status: 'success', value: { amount: 50_000_000n, symbol: 'BTC' } }),
    )
    await vi.waitFor(() => expect($worth.get()).toBe(30_000n * 10n ** 12n))
  })

  test.each([
    ['gaps', { 'x-incomplete': 'true' }, undefined],
    ['none', {}, 0n],
  ])('a coin that is not in an answer with %s is worth what is known of it', async (_, headers, amount) => {
    const { core } = await accountOn(
      { balances: () => Response.json({ balances: [] }, { headers: headers as Record<string, string> }) },
      { namespace: 'bip122' },
    )
    const { $coin, $assets } = read(core)
    await vi.waitFor(() => expect($coin.get().status).toBe('success'))
    expect([$coin.get().value?.amount, $assets.get()[0]?.amount]).toEqual([amount, amount])
  })
})

describe('reading SOL', () => {
  const solanaBalance = async (value: unknown, address?: string) => {
    const { core } = await accountOn(
      { rpc: (method) => (method === 'getBalance' ? { value } : undefined) },
      { namespace: 'solana', ...(address ? { addresses: [address] } : {}) },
      { rpcUrls: { [solana.caipNetworkId]: 'https://node.example' }, services: {} },
    )
    end = core
    const { $balance } = core.use(createNativeBalance)
    core.onEnd($balance.listen(() => undefined))
    await vi.waitFor(() => expect($balance.get().status).not.toBe('pending'))
    return $balance.get()
  }

  test.each([0, 1, Number.MAX_SAFE_INTEGER])('%d lamports are exact', async (lamports) => {
    expect((await solanaBalance(lamports)).value?.amount).toBe(BigInt(lamports))
  })

  testRows([-1, 1.5, '7', null, 2 ** 53])('%j is no balance', async (value) => {
    expect((await solanaBalance(value)).error?.code).toBe('MALFORMED_RESPONSE')
  })

  test('an address of another ecosystem is not asked for', async () => {
    expect((await solanaBalance(1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).error?.code).toBe('ADDRESS_INVALID')
  })
})

describe('asking for moved assets', () => {
  const forced = (url: URL | undefined) => url?.searchParams.get('forceUpdate')?.split(',').filter(Boolean) ?? []
  const portfolioOf = async () => {
    const stage = await accountOn({ balances: [] })
    end = stage.core
    const portfolio = stage.core.use(createPortfolio)
    stage.core.onEnd(portfolio.$balances.listen(() => undefined))
    await vi.waitFor(() => expect(portfolio.$balances.get().status).toBe('success'))
    expect(forced(stage.asked[0])).toEqual([])
    return { ...stage, portfolio }
  }
  const [ant, bee] = ['ANT', 'BEE'].map((symbol) => tokenId('eip155:1', addressOfToken(symbol))!)

  test('names them once, the coin by its pseudo address, and no asset of another chain', async () => {
    const { portfolio, asked } = await portfolioOf()
    await portfolio.refresh([ant!, coinId('eip155:1'), tokenId('eip155:8453', addressOfToken('BEE'))!, ant!])
    expect(forced(asked.at(-1))).toEqual([`eip155:1:${addressOfToken('ANT')}`, `eip155:1:0x${'e'.repeat(40)}`])
    await portfolio.refresh()
    expect(forced(asked.at(-1))).toEqual([]) // they were asked for
  })

  test('a request under way does not know of them: another is made, with all', async () => {
    const { portfolio, asked, world } = await portfolioOf()
    let isFirst = true
    world.balances = () => Response.json({ balances: isFirst ? [] : [token('ANT', '1')] })
    const first = portfolio.refresh([ant!])
    isFirst = false
    await Promise.all([first, portfolio.refresh([bee!])])
    expect(forced(asked.at(-1)).sort()).toEqual(['ANT', 'BEE'].map((symbol) => `eip155:1:${addressOfToken(symbol)}`).sort())
    expect(portfolio.$balances.get().value?.balances).toHaveLength(1)
  })

  test('those of a request that failed are asked for by the next', async () => {
    vi.useFakeTimers()
    try {
      const { portfolio, asked, world, clock } = await portfolioOf()
      world.balances = () => new Response(null, { status: 400 })
      await portfolio.refresh([ant!])
      expect(portfolio.$balances.get().status).toBe('error')
      world.balances = []
      const count = asked.length
      await portfolio.refresh([bee!])
      expect(asked).toHaveLength(count) // 30 s have not passed since the failure
      await clock.tickAsync(30_000)
      await portfolio.refresh()
      expect(forced(asked.at(-1)).sort()).toEqual(['ANT', 'BEE'].map((symbol) => `eip155:1:${addressOfToken(symbol)}`).sort())
    } finally {
      vi.useRealTimers()
    }
  })

  test('at most as many as the services take are named', async () => {
    const { portfolio, asked } = await portfolioOf()
    const many = Array.from({ length: 130 }, (_, at) => tokenId('eip155:1', `0x${String(at).padStart(40, '0')}`)!)
    await portfolio.refresh(many)
    expect(forced(asked.at(-1))).toHaveLength(100)
    await portfolio.refresh()
    expect(forced(asked.at(-1))).toHaveLength(30)
  })
})

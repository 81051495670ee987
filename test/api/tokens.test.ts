// What is special about balances, history, prices, swaps and collectibles, beyond what every call has in common.
import { describe, expect, test } from 'vitest'
import { getBalances } from '../../src/api/balances.js'
import { getHistory } from '../../src/api/history.js'
import { getIdentity } from '../../src/api/identity.js'
import { isNativeToken, NATIVE_SOLANA_ADDRESS, nativeTokenId } from '../../src/api/native.js'
import { getNfts } from '../../src/api/nfts.js'
import { getPrices } from '../../src/api/prices.js'
import { buildSwap, getQuotes, minimumOut } from '../../src/api/swaps.js'
import { json } from './server.js'
import { example, native, router, usdc, user, wire } from './wire.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const chainId = 'eip155:1'
const [ether] = (example('balance').answer as { balances: [Record<string, unknown>] }).balances // our own file

describe('balances', () => {
  const read = async (items: unknown[], chain = chainId) => {
    const { api, stop } = await wire({ balances: items })
    try {
      return (await getBalances(api, { address: user, chainId: chain })).balances
    } finally {
      await stop()
    }
  }

  test('tokens without decimals are left out', async () => {
    const bait = { ...ether, name: 'Visit us', address: `eip155:1:${usdc}`, quantity: { decimals: '0', numeric: '1' } }
    const padded = { ...bait, quantity: { decimals: '00', numeric: '1' } }
    const least = { ...bait, quantity: { decimals: '1', numeric: '0.1' } }
    expect((await read([bait, ether, padded, least])).map(({ decimals }) => decimals)).toEqual([18, 1])
  })

  test('the chain’s own coin gets its id, whichever way it comes', async () => {
    const { chainId: _, ...bare } = ether
    const named = { ...ether, address: `eip155:1:${native}` }
    for (const item of [ether, bare, named])
      expect((await read([item]))[0]).toMatchObject({ chainId, address: `eip155:1:${native}`, isNative: true })
    const sol = { ...ether, chainId: solana, address: NATIVE_SOLANA_ADDRESS }
    expect((await read([sol], solana))[0]).toMatchObject({ address: `${solana}:${NATIVE_SOLANA_ADDRESS}`, isNative: true })
    const token = { ...ether, address: `eip155:1:${usdc}` }
    expect((await read([token]))[0]).toMatchObject({ address: `eip155:1:${usdc}`, isNative: false })
  })

  test('an amount is exact, and never more than there is', async () => {
    const amounts = [
      ['6', '1.23456789', 1234567n],
      ['6', '1', 1000000n],
      ['18', '0.000000000000000001', 1n],
      ['18', '123456789012345678901234567890', 123456789012345678901234567890n * 10n ** 18n],
      ['255', '1', 10n ** 255n],
    ] as const
    const items = amounts.map(([decimals, numeric]) => ({ ...ether, quantity: { decimals, numeric } }))
    expect(await read(items)).toMatchObject(amounts.map(([decimals, , amount]) => ({ amount, decimals: Number(decimals) })))
  })

  test('a quantity that is no number, or has more than 255 decimals, is malformed', async () => {
    const quantities = [
      { decimals: '256', numeric: '1' },
      { decimals: '-1', numeric: '1' },
      { decimals: '18', numeric: '1e5' },
      { decimals: '18', numeric: '-1' },
      { decimals: '18', numeric: '' },
      { decimals: 18, numeric: '1' },
    ]
    for (const quantity of quantities)
      await expect(read([{ ...ether, quantity }]), JSON.stringify(quantity)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  })

  test('a picture that could do harm is none', async () => {
    const items = ['javascript:alert(1)', 'data:text/html,x', '', 'logo.png'].map((iconUrl) => ({ ...ether, iconUrl }))
    expect((await read(items)).map(({ iconUrl }) => iconUrl)).toEqual([null, null, null, null])
  })

  test('a token of another chain’s spelling is malformed', async () => {
    await expect(read([{ ...ether, address: usdc }])).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
  })
})

test('the coin of a chain has one id', () => {
  expect(nativeTokenId(chainId)).toBe(`eip155:1:${native}`)
  expect(isNativeToken(`eip155:1:${native.toUpperCase().replace('0X', '0x')}`)).toBe(true)
  expect(isNativeToken(`${solana}:${NATIVE_SOLANA_ADDRESS}`)).toBe(true)
  expect(isNativeToken(`${solana}:${NATIVE_SOLANA_ADDRESS}2`)).toBe(false) // wrapped SOL
  expect(() => nativeTokenId('ethereum')).toThrow('Invalid chain or account id')
})

describe('history', () => {
  const [row] = (example('history').answer as { data: [{ metadata: object }] }).data // our own file

  test('there may be no transfers', async () => {
    for (const transfers of [null, []]) {
      const { api, stop } = await wire({ data: [{ ...row, transfers }] })
      const page = await getHistory(api, { account: user, chainId })
      expect(page).toMatchObject({ data: [{ id: 't1', transfers: [] }], next: undefined })
      await stop()
    }
  })

  test('purchases are asked for without a chain', async () => {
    const { api, asked, stop } = await wire(example('history').answer)
    await getHistory(api, { account: user, chainId, onramp: 'coinbase' })
    expect(asked()[0]?.url.search).toBe('?onramp=coinbase&st=wm&sv=html-test-0.1.0&projectId=p1')
    await stop()
  })

  test('a collectible keeps its flag, and loses a picture that could do harm', async () => {
    const nft_info = {
      name: 'Seven',
      content: { preview: { url: 'javascript:alert(1)', content_type: 'image/png' }, detail: null },
      flags: { is_spam: true },
    }
    const transfers = [{ nft_info, direction: 'in', quantity: { numeric: '1' } }]
    const { api, stop } = await wire({ data: [{ ...row, transfers }], next: 'c2' })
    const page = await getHistory(api, { account: user, chainId })
    expect(page.next).toBe('c2')
    expect(page.data[0]?.transfers[0]?.nft_info).toMatchObject({ content: { preview: { url: null } }, flags: { is_spam: true } })
    await stop()
  })

  test('a time that is none is malformed', async () => {
    const { api, stop } = await wire({ data: [{ ...row, metadata: { ...row.metadata, minedAt: 'yesterday' } }] })
    await expect(getHistory(api, { account: user, chainId })).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' })
    await stop()
  })
})

test('of balances and history it is known whether they are whole', async () => {
  const bodies: Readonly<Record<string, unknown>> = { balance: { balances: [ether] }, history: { data: [] } }
  for (const [count, isIncomplete] of [
    [undefined, false],
    ['0', false],
    ['2', true],
  ] as const) {
    const headers: Record<string, string> = count === undefined ? {} : { 'x-incomplete': count }
    const { api, stop } = await wire(undefined, {
      reply: (response, { url }) => json(response, bodies[url.pathname.split('/').at(-1) ?? ''], 200, headers),
    })
    expect(await getBalances(api, { address: user, chainId })).toMatchObject({ balances: [{ symbol: 'ETH' }], isIncomplete })
    expect(await getHistory(api, { account: user, chainId })).toEqual({ data: [], next: undefined, isIncomplete })
    await stop()
  }
})

test('an address that nobody named has neither name nor picture', async () => {
  const { api, stop } = await wire({ name: null, avatar: null, resolvedAt: null })
  expect(await getIdentity(api, { address: user })).toEqual({ name: undefined, avatar: undefined })
  await stop()
})

describe('prices', () => {
  test('a long list is asked for by the hundred, without what is not served', async () => {
    const { api, asked, stop } = await wire(example('price').answer)
    const served = Array.from({ length: 150 }, (_, i) => `eip155:1:0x${i.toString(16).padStart(40, '0')}`)
    expect(await getPrices(api, { addresses: [...served, `eip155:999:${usdc}`], currency: 'eur' })).toHaveLength(2)
    const bodies = asked().map((call) => JSON.parse(call.body) as { currency: string; addresses: string[] })
    expect(bodies.map((body) => body.addresses.length).sort()).toEqual([100, 50])
    expect(bodies.flatMap((body) => body.addresses)).not.toContain(`eip155:999:${usdc}`)
    expect(bodies[0]?.currency).toBe('eur')
    await stop()
  })

  test('no token, no question', async () => {
    const { api, asked, gates, stop } = await wire({})
    expect(await getPrices(api, { addresses: [] })).toEqual([])
    expect([asked().length, gates()]).toEqual([0, 0])
    await stop()
  })

  test('a token without a chain is refused', async () => {
    const { api, stop } = await wire({})
    await expect(getPrices(api, { addresses: [usdc] })).rejects.toMatchObject({ code: 'CAIP_INVALID' })
    await stop()
  })
})

describe('swaps', () => {
  const { tx } = example('build-transaction').answer as { tx: object } // our own file
  const order = {
    amount: 5n,
    from: `eip155:31337:${native}`,
    to: `eip155:31337:${usdc}`,
    userAddress: `eip155:31337:${user}`,
    quotedAmount: 1_995_000_000n,
  }

  test('what is paid is what was ordered, whatever the server says', async () => {
    const { api, stop } = await wire({ tx: { ...tx, value: '999' } })
    expect((await buildSwap(api, order)).value).toBe(5n)
    expect((await buildSwap(api, { ...order, from: order.to, to: order.from })).value).toBe(0n)
    await stop()
  })

  test('slippage, permit and what was shown are handed on', async () => {
    const { api, asked, stop } = await wire({ tx })
    await buildSwap(api, { ...order, slippagePercent: 0.5, permit: '0xab', quoteId: 'q1' })
    const shown = { quotedAmount: '1995000000', quoteId: 'q1' }
    expect(JSON.parse(asked()[0]?.body ?? '')).toMatchObject({ eip155: { slippage: 0.5, permit: '0xab' }, ...shown })
    await stop()
  })

  test('a swap is built as long as it gives what the slippage leaves of the quote, and more than nothing', async () => {
    const swaps = [
      ['1975050000', 1, 'built'],
      ['1975049999', 1, 'refused'],
      ['1994999999', 0, 'refused'],
      ['997500000', 50, 'built'],
      ['0', 50, 'refused'],
    ] as const
    for (const [amount, slippagePercent, outcome] of swaps) {
      const { api, stop } = await wire({ tx: { ...tx, amount } })
      const built = buildSwap(api, { ...order, slippagePercent })
      if (outcome === 'built') expect((await built).amount).toBe(BigInt(amount))
      else await expect(built, amount).rejects.toMatchObject({ code: 'PRICE_MOVED', details: { expected: amount } })
      await stop()
    }
  })

  test('the server’s own refusal of a price that moved has the same code', async () => {
    const body = {
      status: 'FAILED',
      reasons: [{ field: 'price', description: 'Conversion parameter error: the price has moved' }],
    }
    const { api, stop } = await wire(undefined, { reply: (response) => json(response, body, 400) })
    await expect(buildSwap(api, order)).rejects.toMatchObject({ code: 'PRICE_MOVED', cause: { code: 'HTTP_STATUS' } })
    await stop()
  })

  test('an order that protects nobody is not asked for', async () => {
    const { api, asked, stop } = await wire({ tx })
    const changes = [
      { quotedAmount: 0n },
      { quotedAmount: -1n },
      { slippagePercent: 51 },
      { slippagePercent: -1 },
      { slippagePercent: Number.NaN },
    ]
    for (const change of changes)
      await expect(buildSwap(api, { ...order, ...change })).rejects.toMatchObject({ code: 'AMOUNT_INVALID' })
    expect(asked()).toEqual([])
    await stop()
  })

  test('what is left after the slippage is rounded in the user’s favour, to the last of 256 bits', () => {
    expect(minimumOut(101n, 1)).toBe(100n)
    expect(minimumOut(1n, 50)).toBe(1n)
    expect(minimumOut(2n ** 256n - 1n, 0)).toBe(2n ** 256n - 1n)
    expect(minimumOut(10_000n, 0.29)).toBe(9971n)
  })

  test('a swap that goes to another chain, or to no contract, is malformed', async () => {
    for (const to of [`eip155:1:${router}`, 'eip155:31337:router']) {
      const { api, stop } = await wire({ tx: { ...tx, to } })
      await expect(buildSwap(api, order)).rejects.toMatchObject({
        code: 'MALFORMED_RESPONSE',
        details: { problem: 'tx.to: not a contract on the chain of the swap' },
      })
      await stop()
    }
  })

  test('a pair that nobody trades is told apart', async () => {
    const bodies = [
      { status: 'FAILED', reasons: [{ field: '', description: 'Conversion parameter error: Insufficient liquidity' }] },
      { code: 'x', message: 'insufficient liquidity' },
    ]
    for (const body of bodies) {
      const { api, stop } = await wire(undefined, { reply: (response) => json(response, body, 400) })
      const refusal = { code: 'INSUFFICIENT_LIQUIDITY', cause: { code: 'HTTP_STATUS' } }
      await expect(getQuotes(api, order)).rejects.toMatchObject(refusal)
      await expect(buildSwap(api, order)).rejects.toMatchObject(refusal)
      await stop()
    }
  })

  test('no route is no failure', async () => {
    const { api, stop } = await wire({ quotes: [] })
    expect(await getQuotes(api, order)).toEqual([])
    await stop()
  })
})

describe('collectibles', () => {
  const [nft] = (example('nfts').answer as { data: [object] }).data // our own file

  test('a picture without an address that is safe is none', async () => {
    for (const image of [null, { url: 'javascript:alert(1)', contentType: null }, { url: null, contentType: 'image/png' }]) {
      const { api, stop } = await wire({ data: [{ ...nft, image }], next: null })
      expect(await getNfts(api, { address: user, chainId })).toMatchObject({
        data: [{ image: null, spam: false }],
        next: undefined,
      })
      await stop()
    }
  })
})

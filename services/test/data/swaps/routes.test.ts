// Each kind of way between two tokens, on chain, to the last unit: wrapping, v2, v3, permits, and the limits that protect the user.
import { decodeFunctionData, parseEther, parseUnits, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getAllowance, getGasPrice, getQuotes } from '../../../../src/api/swaps.js'
import { v3Abi } from '../../../src/data/assets/abi.js'
import { factoryAbi, permitAbi, rangeFactoryAbi, tokenAbi } from '../../../devnet/abis.js'
import * as manifest from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { chainId, idOf, native, startWorld, type World } from '../support/world.js'
import { createTrader, type Trader } from './trader.js'

const { COPPER, EDITIONS, GRAIN, OLD_DOLLAR, POSTCARDS, STABLE, V2_FACTORY, V2_ROUTER, V3_FACTORY, V3_ROUTER, WRAPPED } = manifest
const MAX = 2n ** 256n - 1n
const devnet = useSeededDevnet()
let world: World
let ada: Trader
let ben: Trader
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
  ada = createTrader(world, 0)
  ben = createTrader(world, 1)
})
beforeEach(() => devnet().reset())
afterAll(() => world.stop())

/** Reserves of the pool of two tokens as they are now. */
async function reserves(from: manifest.DevnetToken, to: manifest.DevnetToken): Promise<[bigint, bigint]> {
  const pool = manifest.POOLS.find(({ tokenA, tokenB }) => [from, to].includes(tokenA) && [from, to].includes(tokenB))
  const balance = ({ address }: manifest.DevnetToken) =>
    devnet().reader.readContract({ address, abi: tokenAbi, functionName: 'balanceOf', args: [pool?.address ?? '0x'] })
  return [await balance(from), await balance(to)]
}
const outOfV2 = (amount: bigint, [x, y]: readonly [bigint, bigint]) => (amount * 997n * y) / (x * 1000n + amount * 997n)

async function quoteOf(who: Trader, order: { amount: bigint; from: string; to: string }) {
  const [quote] = await getQuotes(world.api, { ...order, userAddress: who.address })
  return quote?.toAmount ?? 0n
}

describe('the coin and its token', () => {
  test('are exchanged one to one, both ways, without an approval', async () => {
    const amount = parseEther('1.25')
    const there = { amount, from: native, to: idOf(WRAPPED), slippagePercent: 0 }
    expect(await quoteOf(ada, there)).toBe(amount)
    const wrap = await ada.build(there)
    expect(wrap).toMatchObject({ to: WRAPPED.address, value: amount, amount })
    expect(await ada.changeOf(WRAPPED, () => ada.send(wrap))).toBe(amount)

    const back = { amount, from: idOf(WRAPPED), to: native, slippagePercent: 0 }
    expect(await quoteOf(ada, back)).toBe(amount)
    expect(await getAllowance(world.api, { tokenAddress: idOf(WRAPPED), userAddress: ada.userId })).toBe(MAX)
    const unwrap = await ada.build(back)
    expect(unwrap).toMatchObject({ to: WRAPPED.address, value: 0n, amount })
    expect(await ada.changeOf('coins', () => ada.send(unwrap))).toBe(amount)
    const query = `userAddress=${ada.address}&from=${idOf(WRAPPED)}&to=${native}&amount=5`
    const { status, body } = await world.get(`/v1/convert/build-approve?${query}`)
    expect([status, body.reasons[0].description]).toEqual([400, 'This swap needs no approval'])
    expect((await world.get(`/v1/convert/quotes?amount=1&from=${native}&to=${idOf(WRAPPED)}`)).headers.get('x-provider')).toBe(
      'wrap',
    )
  })
})

describe('pools', () => {
  test('v3 where it is better, v2 where that is', async () => {
    const small = { amount: parseUnits('100', 6), from: idOf(STABLE), to: native }
    const quoted = await quoteOf(ada, small)
    expect(quoted).toBeGreaterThan(outOfV2(small.amount, await reserves(STABLE, WRAPPED)))
    const cheap = await ada.build(small)
    expect(cheap).toMatchObject({ to: V3_ROUTER, amount: quoted })
    await ada.send(await ada.approval({ ...small, spender: cheap.to }))
    expect(await ada.changeOf('coins', () => ada.send(cheap))).toBe(quoted)

    const large = { ...small, amount: parseUnits('3000', 6) }
    const deep = await quoteOf(ada, large)
    expect(deep).toBe(outOfV2(large.amount, await reserves(STABLE, WRAPPED)))
    const swap = await ada.build(large)
    expect(swap).toMatchObject({ to: V2_ROUTER, amount: deep })
    await ada.send(await ada.approval({ ...large, spender: swap.to }))
    expect(await ada.changeOf('coins', () => ada.send(swap))).toBe(deep)
  })

  test('coins into v3, and tokens out of it', async () => {
    const order = { amount: parseEther('0.05'), from: native, to: idOf(STABLE) }
    const quoted = await quoteOf(ben, order)
    const swap = await ben.build(order)
    expect(swap).toMatchObject({ to: V3_ROUTER, value: order.amount })
    expect(await ben.changeOf(STABLE, () => ben.send(swap))).toBe(quoted)
  })

  test('over the stable token and the wrapped coin to coins', async () => {
    const order = { amount: parseUnits('200', 8), from: idOf(COPPER), to: native }
    const between = outOfV2(order.amount, await reserves(COPPER, STABLE))
    const quoted = await quoteOf(ada, order)
    expect(quoted).toBe(outOfV2(between, await reserves(STABLE, WRAPPED)))
    const swap = await ada.build(order)
    await ada.send(await ada.approval({ ...order, spender: swap.to }))
    expect(await ada.changeOf('coins', () => ada.send(swap))).toBe(quoted)
  })

  test('the more is asked of a pool, the worse its price', async () => {
    const [x, y] = await reserves(WRAPPED, STABLE)
    const order = { amount: parseEther('250'), from: native, to: idOf(STABLE) }
    const quoted = await quoteOf(ben, order)
    expect(quoted).toBe(outOfV2(order.amount, [x, y]))
    // A quarter of the pool costs a fifth of the price, and the fee.
    const spot = (order.amount * y) / x
    expect(Number(quoted) / Number(spot)).toBeCloseTo(0.798, 3)
  })

  test('a pool more on the way must bring more than its gas costs', async () => {
    // One pool of v3, or two of v2 that are deeper: from about 400 on the two bring more.
    const order = { from: idOf(GRAIN), to: idOf(STABLE) }
    const quotes = async (amount: bigint, gasPrice?: bigint) =>
      (await getQuotes(world.api, { ...order, amount, gasPrice, userAddress: ada.address })).map(({ toAmount }) => toAmount)
    const amount = parseEther('500')
    const [most = 0n, other = 0n] = await quotes(amount, 0n)
    const { standard } = await getGasPrice(world.api, { chainId })
    const gas = (80_000n * standard * 2500n) / 10n ** 12n // in millionths of a dollar
    expect(most - other).toBeGreaterThan(0n)
    expect(gas).toBeGreaterThan(most - other)
    expect(await quotes(amount)).toEqual([other, most])
    expect((await ada.build({ ...order, amount, quotedAmount: other })).to).toBe(V3_ROUTER)
    // Where more than the gas is to be won, the two are taken.
    const many = parseEther('5000')
    const [best = 0n, second = 0n] = await quotes(many)
    expect(best - second).toBeGreaterThan(gas)
    expect((await ada.build({ ...order, amount: many, quotedAmount: best })).to).toBe(V2_ROUTER)
    // Nobody makes a worse way look better with a price of gas that nobody pays.
    expect(await quotes(many, 10n ** 30n)).toEqual([best, second])
  })

  test('too much, too little, and an empty pool have no liquidity; a pool that is not there is no way', async () => {
    const dry = { code: 'INSUFFICIENT_LIQUIDITY' }
    const pair = { from: idOf(STABLE), to: native }
    await expect(getQuotes(world.api, { ...pair, amount: 2n ** 255n })).rejects.toMatchObject(dry)
    await expect(getQuotes(world.api, { ...pair, from: idOf(GRAIN), to: idOf(COPPER), amount: 1n })).rejects.toMatchObject(dry)
    const empty = { from: idOf({ address: EDITIONS }), to: idOf({ address: POSTCARDS }), amount: 10n }
    expect(await getQuotes(world.api, { ...empty, to: idOf(COPPER) })).toEqual([])
    const wallet = devnet().wallet(0)
    const made = [
      await wallet.writeContract({
        address: V2_FACTORY,
        abi: [...factoryAbi, createPair],
        functionName: 'createPair',
        args: [EDITIONS, POSTCARDS],
      }),
      await wallet.writeContract({
        address: V3_FACTORY,
        abi: rangeFactoryAbi,
        functionName: 'createPool',
        args: [EDITIONS, POSTCARDS, 500],
      }),
    ]
    for (const hash of made) await devnet().reader.waitForTransactionReceipt({ hash })
    await expect(getQuotes(world.api, empty)).rejects.toMatchObject(dry)
    await expect(ada.build({ ...empty, quotedAmount: 1n })).rejects.toMatchObject(dry)
  })
})

const createPair = {
  type: 'function',
  name: 'createPair',
  stateMutability: 'nonpayable',
  inputs: [
    { name: 'a', type: 'address' },
    { name: 'b', type: 'address' },
  ],
  outputs: [{ name: '', type: 'address' }],
} as const

describe('what protects the user', () => {
  /** Buys dollars for coins, so that they become dearer. */
  const push = async (coins: string) => {
    const order = { amount: parseEther(coins), from: native, to: idOf(STABLE), slippagePercent: 50 }
    const { status } = await ben.send(await ben.build(order))
    expect(status).toBe('success')
  }

  test('beyond the slippage nothing is paid, and nothing is built until it is quoted again', async () => {
    const order = { amount: parseEther('2'), from: native, to: idOf(STABLE) }
    const quoted = await quoteOf(ada, order)
    const agreed = await ada.build({ ...order, quotedAmount: quoted })
    await push('6') // of 1000 in the pool: 1.2 percent of the price
    expect((await ada.send(agreed)).status).toBe('reverted')
    await expect(ada.build({ ...order, quotedAmount: quoted })).rejects.toMatchObject({ code: 'PRICE_MOVED' })
    const tolerant = await ada.build({ ...order, quotedAmount: quoted, slippagePercent: 3 })
    expect(tolerant.amount).toBeLessThan(quoted)
    expect(await ada.changeOf(STABLE, () => ada.send(tolerant))).toBe(tolerant.amount)
    const again = await quoteOf(ada, order)
    expect(again).toBeLessThan(quoted)
    expect((await ada.send(await ada.build({ ...order, quotedAmount: again }))).status).toBe('success')
  })

  test('after twenty minutes a transaction is refused on chain, through v2 as through v3', async () => {
    const through = async (amount: string) => ada.build({ amount: parseEther(amount), from: native, to: idOf(STABLE) })
    const [v3, v2] = [await through('0.01'), await through('3')]
    expect([v3.to, v2.to]).toEqual([V3_ROUTER, V2_ROUTER])
    await devnet().reader.increaseTime({ seconds: 1000 })
    expect([(await ada.send(v3)).status, (await ada.send(v2)).status]).toEqual(['success', 'success'])
    await devnet().reader.increaseTime({ seconds: 400 })
    expect([(await ada.send(v3)).status, (await ada.send(v2)).status]).toEqual(['reverted', 'reverted'])
  })

  test('the least amount stands in the call, for the token and for the coins', async () => {
    const { data, amount } = await ada.build({
      amount: parseUnits('90', 6),
      from: idOf(STABLE),
      to: native,
      slippagePercent: 2.5,
    })
    const least = (amount * 9750n + 9999n) / 10_000n
    const { args } = decodeFunctionData({ abi: v3Abi, data })
    const [deadline, calls] = args as readonly [bigint, readonly Hex[]]
    expect(Math.abs(Number(deadline) - Date.now() / 1000 - 1200)).toBeLessThan(600)
    const [swap, unwrap] = calls.map((call) => decodeFunctionData({ abi: v3Abi, data: call }))
    expect(swap?.args?.[0]).toMatchObject({ amountIn: parseUnits('90', 6), amountOutMinimum: least })
    expect(unwrap).toMatchObject({ functionName: 'unwrapWETH9', args: [least, ada.address] })
  })
})

describe('permits', () => {
  const order = { amount: parseEther('20'), from: idOf(GRAIN), to: idOf(STABLE) }

  test('one signature instead of an approval, even when somebody hands it in first', async () => {
    const quoted = await quoteOf(ada, order)
    const planned = await ada.build(order)
    expect(planned.to).toBe(V3_ROUTER)
    const permit = await ada.permit(GRAIN, planned.to, order.amount)
    const swap = await ada.build({ ...order, permit })
    const words = Array.from({ length: 7 }, (_, index) => `0x${permit.slice(2 + 64 * index, 66 + 64 * index)}` as const)
    const [, , , deadline = '0x0', v = '0x0', r = '0x', s = '0x'] = words
    const early = await devnet()
      .wallet(5)
      .writeContract({
        address: GRAIN.address,
        abi: permitAbi,
        functionName: 'permit',
        args: [ada.address, V3_ROUTER, order.amount, BigInt(deadline), Number(v), r, s],
      })
    await devnet().reader.waitForTransactionReceipt({ hash: early })
    expect(await ada.changeOf(STABLE, () => ada.send(swap))).toBe(quoted)

    const second = { ...order, amount: parseEther('7') }
    const fresh = await ada.permit(GRAIN, V3_ROUTER, second.amount)
    const coins = await ada.build({ ...second, permit: fresh })
    expect(await ada.changeOf(STABLE, () => ada.send(coins))).toBe(coins.amount)
    expect((await ada.send(coins)).status).toBe('reverted') // used up
  })

  test('a permit that is not of this order is refused', () =>
    checkEach(
      [
        ['of another spender', (who: Trader) => who.permit(GRAIN, V2_ROUTER, order.amount)],
        ['for less', (who: Trader) => who.permit(GRAIN, V3_ROUTER, order.amount - 1n)],
        ['that is cut', async (who: Trader) => (await who.permit(GRAIN, V3_ROUTER, order.amount)).slice(0, -2) as Hex],
      ],
      'a permit %s is refused',
      async (_, sign) => {
        await expect(ada.build({ ...order, permit: await sign(ada) })).rejects.toMatchObject({ details: { status: 400 } })
      },
    ))
})

describe('approvals', () => {
  test('an old token’s allowance is taken back before it changes', async () => {
    const first = { amount: parseUnits('50', 6), from: idOf(OLD_DOLLAR), to: idOf(STABLE), spender: V2_ROUTER }
    const approved = await ada.approval(first)
    expect(approved.amount).toBe(first.amount)
    await ada.send(approved)
    const more = { ...first, amount: parseUnits('70', 6) }
    const reset = await ada.approval(more)
    expect([reset.to, reset.amount]).toEqual([OLD_DOLLAR.address, 0n])
    expect((await ada.send(reset)).status).toBe('success')
    const rest = await ada.approval(more)
    expect(rest.amount).toBe(more.amount)
    expect((await ada.send(rest)).status).toBe('success')
    const allowance = await getAllowance(world.api, { tokenAddress: more.from, userAddress: ada.userId })
    expect(allowance).toBe(more.amount)
    const swap = await ada.build(more)
    expect(await ada.changeOf(STABLE, () => ada.send(swap))).toBe(swap.amount)
  })

  test('a present-day token’s changes at once, and what is no token has none', async () => {
    const order = { amount: parseUnits('4000', 6), from: idOf(STABLE), to: native, spender: V2_ROUTER }
    await ada.build(order)
    await ada.send(await ada.approval(order))
    const more = { ...order, amount: order.amount + 1n }
    expect((await ada.approval(more)).amount).toBe(more.amount)
    const query = `userAddress=${ada.address}&from=${idOf({ address: V2_ROUTER })}&to=${native}&amount=5`
    const { status, body } = await world.get(`/v1/convert/build-approve?${query}`)
    expect([status, body.reasons[0].field]).toEqual([400, 'from'])
    expect(
      (await world.get(`/v1/convert/build-approve?${query.replace(ada.address, 'x').replace(V2_ROUTER, STABLE.address)}`)).status,
    ).toBe(200)
  })
})

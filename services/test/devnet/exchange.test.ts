// Swaps and liquidity: reserves move as the constant product says, and limits hold.
import { getContract, parseEther, parseUnits, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pairAbi, routerAbi, tokenAbi } from '../../devnet/abis.js'
import { GRAIN, OLD_DOLLAR, POOLS, STABLE, V2_ROUTER, WRAPPED, type DevnetToken } from '../../devnet/manifest.js'
import { startSeededDevnet, type SeededDevnet } from '../support/devnet.js'

let devnet: SeededDevnet
beforeAll(async () => {
  devnet = await startSeededDevnet()
})
beforeEach(() => devnet.reset())
afterAll(() => devnet.stop())

const NEVER = 2n ** 64n - 1n
const me = () => devnet.accounts[0]!.address
const wallet = () => devnet.wallet(0)
const router = () => getContract({ address: V2_ROUTER, abi: routerAbi, client: { public: devnet.reader, wallet: wallet() } })
const token = ({ address }: DevnetToken) =>
  getContract({ address, abi: tokenAbi, client: { public: devnet.reader, wallet: wallet() } })
const mined = async (hash: Promise<Hex>) => devnet.reader.waitForTransactionReceipt({ hash: await hash })

/** Reserves of the pool of two tokens, in their order. */
async function reserves(a: DevnetToken, b: DevnetToken): Promise<[bigint, bigint]> {
  const pool = POOLS.find(({ tokenA, tokenB }) => [a, b].includes(tokenA) && [a, b].includes(tokenB))!
  const [r0, r1] = await devnet.reader.readContract({ address: pool.address, abi: pairAbi, functionName: 'getReserves' })
  return BigInt(a.address) < BigInt(b.address) ? [r0, r1] : [r1, r0]
}

/** (x + 0.997 in) (y - out) = x y, rounded down. */
const out = (amountIn: bigint, [x, y]: readonly [bigint, bigint]) => (amountIn * 997n * y) / (x * 1000n + amountIn * 997n)

describe('swaps', () => {
  test('coins for tokens', async () => {
    const before = await reserves(WRAPPED, STABLE)
    const had = await token(STABLE).read.balanceOf([me()])
    const value = parseEther('3')
    const expected = out(value, before)
    expect(await router().read.getAmountsOut([value, [WRAPPED.address, STABLE.address]])).toEqual([value, expected])
    const path = [WRAPPED.address, STABLE.address]
    const receipt = await mined(router().write.swapExactETHForTokens([expected, path, me(), NEVER], { value }))
    expect(receipt.status).toBe('success')
    expect(await token(STABLE).read.balanceOf([me()])).toBe(had + expected)
    expect(await reserves(WRAPPED, STABLE)).toEqual([before[0] + value, before[1] - expected])
  })

  test('tokens for tokens over two pools, and for coins', async () => {
    const amount = parseEther('50')
    const first = await reserves(GRAIN, WRAPPED)
    const second = await reserves(WRAPPED, STABLE)
    const between = out(amount, first)
    const path = [GRAIN, WRAPPED, STABLE].map(({ address }) => address)
    const had = await token(STABLE).read.balanceOf([me()])
    await mined(token(GRAIN).write.approve([V2_ROUTER, amount]))
    await mined(router().write.swapExactTokensForTokens([amount, 0n, path, me(), NEVER]))
    expect(await token(STABLE).read.balanceOf([me()])).toBe(had + out(between, second))
    expect(await reserves(GRAIN, WRAPPED)).toEqual([first[0] + amount, first[1] - between])

    const pool = await reserves(STABLE, WRAPPED)
    const dollars = parseUnits('250', 6)
    await mined(token(STABLE).write.approve([V2_ROUTER, dollars]))
    const coins = await devnet.reader.getBalance({ address: me() })
    const back = [STABLE.address, WRAPPED.address]
    const receipt = await mined(router().write.swapExactTokensForETH([dollars, 0n, back, me(), NEVER]))
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(await devnet.reader.getBalance({ address: me() })).toBe(coins - fee + out(dollars, pool))
  })

  test('an exact amount out costs the least that buys it, and what is left of the coins comes back', async () => {
    const wanted = parseUnits('1000', 6)
    const path = [WRAPPED.address, STABLE.address]
    const [cost = 0n] = await router().read.getAmountsIn([wanted, path])
    const pool = await reserves(WRAPPED, STABLE)
    expect(out(cost, pool)).toBeGreaterThanOrEqual(wanted)
    expect(out(cost - 1n, pool)).toBeLessThan(wanted)
    const coins = await devnet.reader.getBalance({ address: me() })
    const receipt = await mined(router().write.swapETHForExactTokens([wanted, path, me(), NEVER], { value: parseEther('5') }))
    const fee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(await devnet.reader.getBalance({ address: me() })).toBe(coins - fee - cost)
  })

  test('a token that returns nothing can be swapped', async () => {
    const amount = parseUnits('10', 6)
    const pool = await reserves(OLD_DOLLAR, STABLE)
    const had = await token(STABLE).read.balanceOf([me()])
    await devnet.reader.waitForTransactionReceipt({
      // Its approve returns nothing; a simulation that decodes a bool would fail.
      hash: await wallet().writeContract({ ...OLD_DOLLAR, abi: tokenAbi, functionName: 'approve', args: [V2_ROUTER, amount] }),
    })
    const path = [OLD_DOLLAR.address, STABLE.address] as const
    await mined(router().write.swapExactTokensForTokens([amount, 0n, path, me(), NEVER]))
    expect(await token(STABLE).read.balanceOf([me()])).toBe(had + out(amount, pool))
  })

  test('limits and deadlines hold', async () => {
    const path = [WRAPPED.address, STABLE.address]
    const options = { value: parseEther('1'), account: me() }
    const tooMuch = out(options.value, await reserves(WRAPPED, STABLE)) + 1n
    const simulate = router().simulate
    await expect(simulate.swapExactETHForTokens([tooMuch, path, me(), NEVER], options)).rejects.toThrow('too little comes out')
    await expect(simulate.swapExactETHForTokens([0n, path, me(), 1n], options)).rejects.toThrow('expired')
    const stranger = [WRAPPED.address, V2_ROUTER] as const
    await expect(simulate.swapExactETHForTokens([0n, stranger, me(), NEVER], options)).rejects.toThrow('no such pool')
  })

  test('a pool does not pay for nothing', async () => {
    const pair = { address: POOLS[0].address, abi: pairAbi, functionName: 'swap', account: me() } as const
    await expect(devnet.reader.simulateContract({ ...pair, args: [1n, 0n, me(), '0x'] })).rejects.toThrow('nothing was paid in')
    await mined(wallet().writeContract({ ...WRAPPED, abi: tokenAbi, functionName: 'transfer', args: [POOLS[0].address, 1000n] }))
    await expect(devnet.reader.simulateContract({ ...pair, args: [10n ** 9n, 10n ** 9n, me(), '0x'] })).rejects.toThrow(
      'paid in too little',
    )
  })
})

test('liquidity goes in at the price of the pool and comes out again', async () => {
  const before = await reserves(GRAIN, WRAPPED)
  const wanted = parseEther('100')
  await mined(token(GRAIN).write.approve([V2_ROUTER, wanted]))
  const receipt = await mined(
    router().write.addLiquidityETH([GRAIN.address, wanted, 0n, 0n, me(), NEVER], { value: parseEther('1') }),
  )
  expect(receipt.status).toBe('success')
  const after = await reserves(GRAIN, WRAPPED)
  expect(after[0] - before[0]).toBe(wanted)
  expect(after[1] - before[1]).toBe((wanted * before[1]) / before[0])
  const pair = getContract({ address: POOLS[1].address, abi: pairAbi, client: { public: devnet.reader, wallet: wallet() } })
  const shares = await pair.read.balanceOf([me()])
  await mined(pair.write.approve([V2_ROUTER, shares]))
  await mined(router().write.removeLiquidityETH([GRAIN.address, shares, 0n, 0n, me(), NEVER]))
  expect(await pair.read.balanceOf([me()])).toBe(0n)
  const last = await reserves(GRAIN, WRAPPED)
  // Rounding is in favour of the pool, and tiny.
  expect(last[0] - before[0]).toBeGreaterThanOrEqual(0n)
  expect(last[0] - before[0]).toBeLessThan(10n ** 6n)
})

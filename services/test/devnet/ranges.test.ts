// The pools with v3's interface: amounts as the formula says, quotes that come true, and limits that hold.
import { encodeFunctionData, encodePacked, getContract, parseEther, parseUnits, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { quoterAbi, rangeFactoryAbi, rangePoolAbi, rangeRouterAbi, tokenAbi } from '../../devnet/abis.js'
import {
  COPPER,
  GRAIN,
  STABLE,
  V2_FACTORY,
  V3_FACTORY,
  V3_POOLS,
  V3_QUOTER,
  V3_ROUTER,
  WRAPPED,
  type DevnetToken,
} from '../../devnet/manifest.js'
import { startSeededDevnet, type SeededDevnet } from '../support/devnet.js'

let devnet: SeededDevnet
beforeAll(async () => {
  devnet = await startSeededDevnet()
})
beforeEach(() => devnet.reset())
afterAll(() => devnet.stop())

const NEVER = 2n ** 64n - 1n
const me = () => devnet.accounts[0]!.address
const at = <const abi extends readonly unknown[]>(address: Hex, abi: abi) =>
  getContract({ address, abi, client: { public: devnet.reader, wallet: devnet.wallet(0) } })
const router = () => at(V3_ROUTER, rangeRouterAbi)
const quoter = () => at(V3_QUOTER, quoterAbi)
const token = ({ address }: DevnetToken) => at(address, tokenAbi)
const mined = async (hash: Promise<Hex>) => devnet.reader.waitForTransactionReceipt({ hash: await hash })
const single = (from: DevnetToken, to: DevnetToken, fee: number, amountIn: bigint, amountOutMinimum = 0n) => ({
  tokenIn: from.address,
  tokenOut: to.address,
  fee,
  recipient: me(),
  amountIn,
  amountOutMinimum,
  sqrtPriceLimitX96: 0n,
})

/** Of x in a pool of x and y with a fee in millionths: (x + in) (y - out) = x y. */
const out = (amountIn: bigint, fee: bigint, x: bigint, y: bigint) => {
  const used = (amountIn * (1_000_000n - fee)) / 1_000_000n
  return (used * y) / (x + used)
}

test('the pools are known by their fee, and hold what the manifest says', async () => {
  for (const { address, tokenA, amountA, tokenB, amountB, fee } of V3_POOLS) {
    expect(await at(V3_FACTORY, rangeFactoryAbi).read.getPool([tokenB.address, tokenA.address, fee])).toBe(address)
    const pool = at(address, rangePoolAbi)
    expect(await pool.read.fee()).toBe(fee)
    const [price, tick, , , , , isFree] = await pool.read.slot0()
    expect([price > 0n, tick, isFree, (await pool.read.liquidity()) > 0n]).toEqual([true, 0, true, true])
    for (const [{ address: held }, amount] of [[tokenA, amountA] as const, [tokenB, amountB] as const]) {
      const balance = await devnet.reader.readContract({
        address: held,
        abi: tokenAbi,
        functionName: 'balanceOf',
        args: [address],
      })
      expect(balance).toBeLessThanOrEqual(amount)
      expect(amount - balance).toBeLessThan(amount / 10n ** 9n + 2n)
    }
  }
  expect(await at(V3_FACTORY, rangeFactoryAbi).read.getPool([WRAPPED.address, STABLE.address, 100])).toMatch(/^0x0+$/)
})

test('a swap pays what was quoted, which is what the formula says', async () => {
  const amount = parseUnits('500', 6)
  const [quoted] = await quoter().read.quoteExactInputSingle([
    { tokenIn: STABLE.address, tokenOut: WRAPPED.address, amountIn: amount, fee: 500, sqrtPriceLimitX96: 0n },
  ])
  const exact = out(amount, 500n, parseUnits('250000', 6), parseEther('100'))
  expect(quoted).toBeLessThanOrEqual(exact)
  // The smallest unit of the dollar is 4·10⁸ wei of the other side; the pool rounds that down in its own favour.
  expect(exact - quoted).toBeLessThan(10n ** 9n)
  await mined(token(STABLE).write.approve([V3_ROUTER, amount]))
  const [dollars, wrapped] = await Promise.all([token(STABLE).read.balanceOf([me()]), token(WRAPPED).read.balanceOf([me()])])
  await mined(router().write.exactInputSingle([single(STABLE, WRAPPED, 500, amount, quoted)]))
  expect(await token(STABLE).read.balanceOf([me()])).toBe(dollars - amount)
  expect(await token(WRAPPED).read.balanceOf([me()])).toBe(wrapped + quoted)
})

test('along a path of two pools, and from coins to coins', async () => {
  const amount = parseEther('10')
  const fees = [3000, 500] as const
  const path = encodePacked(
    ['address', 'uint24', 'address', 'uint24', 'address'],
    [GRAIN.address, fees[0], STABLE.address, fees[1], COPPER.address],
  )
  const [quoted, prices] = await quoter().read.quoteExactInput([path, amount])
  expect(prices.length).toBe(2)
  await mined(token(GRAIN).write.approve([V3_ROUTER, amount]))
  const had = await token(COPPER).read.balanceOf([me()])
  await mined(router().write.exactInput([{ path, recipient: me(), amountIn: amount, amountOutMinimum: quoted }]))
  expect(await token(COPPER).read.balanceOf([me()])).toBe(had + quoted)

  const value = parseEther('0.1')
  const dollars = await token(STABLE).read.balanceOf([me()])
  await mined(router().write.exactInputSingle([single(WRAPPED, STABLE, 500, value)], { value }))
  const bought = (await token(STABLE).read.balanceOf([me()])) - dollars
  await mined(token(STABLE).write.approve([V3_ROUTER, bought]))
  const coins = await devnet.reader.getBalance({ address: me() })
  const here = { ...single(STABLE, WRAPPED, 500, bought), recipient: '0x0000000000000000000000000000000000000002' } as const
  const calls = [
    encodeFunctionData({ abi: rangeRouterAbi, functionName: 'exactInputSingle', args: [here] }),
    encodeFunctionData({ abi: rangeRouterAbi, functionName: 'unwrapWETH9', args: [1n, me()] }),
  ]
  const { gasUsed, effectiveGasPrice } = await mined(router().write.multicall([NEVER, calls]))
  const back = (await devnet.reader.getBalance({ address: me() })) - coins + gasUsed * effectiveGasPrice
  // Twice the fee of 0.05 %, and nothing else of note.
  expect(back).toBeLessThan((value * 9991n) / 10_000n)
  expect(back).toBeGreaterThan((value * 9989n) / 10_000n)
  expect(await token(WRAPPED).read.balanceOf([V3_ROUTER])).toBe(0n)
})

test('limits, deadlines and strangers are refused', async () => {
  const value = parseEther('0.1')
  const { simulate } = router()
  const options = { value, account: me() }
  const order = single(WRAPPED, STABLE, 500, value)
  await expect(simulate.exactInputSingle([{ ...order, amountOutMinimum: value }], options)).rejects.toThrow(
    'too little comes out',
  )
  await expect(simulate.exactInputSingle([{ ...order, fee: 100 }], options)).rejects.toThrow('no such pool')
  const [{ address }] = V3_POOLS
  const [price] = await at(address, rangePoolAbi).read.slot0()
  await expect(simulate.exactInputSingle([{ ...order, sqrtPriceLimitX96: price }], options)).rejects.toThrow('price limit')
  const call = encodeFunctionData({ abi: rangeRouterAbi, functionName: 'exactInputSingle', args: [order] })
  await expect(simulate.multicall([1n, [call]], options)).rejects.toThrow('expired')
  await expect(simulate.exactInputSingle([single(STABLE, WRAPPED, 500, 0n)], { account: me() })).rejects.toThrow(
    'nothing goes in',
  )
  await expect(simulate.exactInputSingle([single(STABLE, WRAPPED, 500, 2n ** 140n)], { account: me() })).rejects.toThrow(
    'not enough liquidity',
  )
  // Whoever calls back must be a pool: else anyone could spend what others allowed.
  const note = encodePacked(['uint256'], [1n])
  await expect(simulate.uniswapV3SwapCallback([1n, -1n, note], { account: me() })).rejects.toThrow()
  // A pool that is not paid takes everything back.
  const pool = { address, abi: rangePoolAbi, functionName: 'swap', account: V2_FACTORY } as const
  await expect(devnet.reader.simulateContract({ ...pool, args: [me(), false, 10n ** 15n, 2n ** 159n, '0x'] })).rejects.toThrow()
})

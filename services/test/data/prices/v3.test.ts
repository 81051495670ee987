// Prices on a chain that has v3 pools and no others.
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPrices } from '../../../../src/api/prices.js'
import { devnetChain } from '../../../devnet/chains.js'
import { rangeFactoryAbi, rangePoolAbi } from '../../../devnet/abis.js'
import { COPPER, GRAIN, OLD_DOLLAR, STABLE, V3_FACTORY, WRAPPED } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { chainId, idOf, native, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet({ past: false })
let world: World
let now = Date.now()
beforeAll(async () => {
  const { tokens, wrapped, stable, v3 } = devnetChain()
  world = await startWorld({
    devnet: devnet(),
    dataFile: { chains: { [chainId]: { tokens, wrapped, stable, v3 } } },
    now: () => now,
  })
})
afterAll(() => world.stop())

test('follow the square root that each pool keeps, whichever of its tokens comes first', async () => {
  const addresses = [native, idOf(GRAIN), idOf(COPPER), idOf(OLD_DOLLAR), idOf(STABLE)]
  const found = await getPrices(world.api, { addresses })
  const prices = new Map(found.map(({ symbol, price }) => [symbol, price]))
  const expected = { ETH: 2500, GRAIN: 0.5, COPPER: 4, TUSD: 1 }
  expect([...prices.keys()]).toEqual(Object.keys(expected)) // nobody trades the old dollar here: it is left out
  for (const [symbol, price] of Object.entries(expected)) expect(prices.get(symbol)).toBeCloseTo(price, 6)
})

test('a pool with next to nothing in it may say what it likes', async () => {
  const wallet = devnet().wallet(0)
  const send = async (to: Hex, data: Hex) =>
    devnet().reader.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ to, data }) })
  for (const other of [OLD_DOLLAR, WRAPPED]) {
    const args = [other.address, STABLE.address, 10_000] as const
    await send(V3_FACTORY, encodeFunctionData({ abi: rangeFactoryAbi, functionName: 'createPool', args }))
    const contract = { address: V3_FACTORY, abi: rangeFactoryAbi, functionName: 'getPool', args } as const
    const pool = await devnet().reader.readContract(contract)
    await send(pool, encodeFunctionData({ abi: rangePoolAbi, functionName: 'initialize', args: [2n ** 120n] }))
  }
  now += 120_000
  const found = await getPrices(world.api, { addresses: [idOf(OLD_DOLLAR), native] })
  expect(found.map(({ symbol, price }) => [symbol, Math.round(price)])).toEqual([['ETH', 2500]])
})

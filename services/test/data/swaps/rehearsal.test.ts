// Swaps that a node plays through: what it says is what happens, also for coins, and a swap to somebody else brings nothing.
import { decodeFunctionData, encodeFunctionData, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rehearse } from '../../../../src/api/rehearsal.js'
import { toNetwork } from '../../../../src/vocabulary/network.js'
import { v3Abi } from '../../../src/data/assets/abi.js'
import { GRAIN, STABLE, V3_ROUTER } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { idOf, native, startWorld, type World } from '../support/world.js'
import { createTrader } from './trader.js'

const devnet = useSeededDevnet()
let world: World
let ada: ReturnType<typeof createTrader>
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
  ada = createTrader(world, 0)
})
afterAll(() => world.stop())

const on = (url: string) => ({
  network: toNetwork({
    id: 31_337,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
})
const allowed = async (order: Parameters<typeof ada.build>[0]) => {
  const { to } = await ada.build(order)
  await ada.send(await ada.approval({ ...order, spender: to }))
  return ada.build(order)
}

describe('a swap that is played through', () => {
  test('of a token brings what it then brings, and takes its amount', async () => {
    const amount = parseEther('3')
    const tx = await allowed({ amount, from: idOf(GRAIN), to: idOf(STABLE) })
    const found = await rehearse(on(devnet().url), { from: ada.address, ...tx }, { gained: STABLE.address, spent: GRAIN.address })
    expect(found?.spent).toBe(amount)
    expect(await ada.changeOf(STABLE, () => ada.send(tx))).toBe(found?.gained)
  })

  test('for coins brings coins, without the fee', async () => {
    const tx = await allowed({ amount: parseUnits('9', 6), from: idOf(STABLE), to: native })
    const found = await rehearse(on(devnet().url), { from: ada.address, ...tx }, { gained: undefined, spent: STABLE.address })
    expect(found?.gained).toBeGreaterThan(0n)
    expect(await ada.changeOf('coins', () => ada.send(tx))).toBe(found?.gained)
  })

  test('to somebody else brings nothing', async () => {
    const amount = parseEther('3')
    const tx = await allowed({ amount, from: idOf(GRAIN), to: idOf(STABLE) })
    expect(tx.to).toBe(V3_ROUTER)
    const thief = devnet().wallet(7).account.address.slice(2).toLowerCase()
    const { args } = decodeFunctionData({ abi: v3Abi, data: tx.data })
    const stolen = (args as [bigint, `0x${string}`[]])[1].map(
      (call) => call.replace(ada.address.slice(2).toLowerCase(), thief) as `0x${string}`,
    )
    const data = encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [2n ** 40n, stolen] })
    expect(data).toContain(thief)
    const found = await rehearse(
      on(devnet().url),
      { from: ada.address, ...tx, data },
      { gained: STABLE.address, spent: GRAIN.address },
    )
    expect(found).toEqual({ gained: 0n, spent: amount })
  })

  test('is unknown where no node can say', async () => {
    const found = await rehearse(
      on('http://127.0.0.1:9'),
      { from: ada.address, to: V3_ROUTER, value: 0n },
      { gained: undefined, spent: undefined },
    )
    expect(found).toBeUndefined()
  })
})

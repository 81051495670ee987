// What one instance quoted, another builds: the way is kept in the database they share.
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAllowance, getQuotes } from '../../../../src/api/swaps.js'
import type { Db } from '../../../src/db/connect.js'
import { STABLE, V2_ROUTER, V3_ROUTER } from '../../../src/devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { onEachEngine } from '../../support/engines.js'
import { idOf, native, startData } from '../support/world.js'
import { createTrader, type Trader } from './trader.js'

const devnet = useSeededDevnet()

onEachEngine((engine) => {
  let db: Db
  let first: Awaited<ReturnType<typeof startData>>
  let second: typeof first
  let here: Trader
  let there: Trader
  let now = Date.now()
  beforeAll(async () => {
    db = await engine.open()
    const options = { db, evmUrl: devnet().url, now: () => now }
    ;[first, second] = await Promise.all([startData(options), startData(options)])
    here = createTrader({ devnet: devnet(), api: first.api }, 0)
    there = createTrader({ devnet: devnet(), api: second.api }, 0)
  })
  beforeEach(async () => {
    await devnet().reset()
    now += 3_600_000 // what an earlier test quoted is over
  })
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()])
    await db.close()
  })

  const order = { amount: parseUnits('100', 6), from: idOf(STABLE), to: native }
  const quoteAt = async (instance: typeof first, user = here.address) => {
    const [quote] = await getQuotes(instance.api, { ...order, userAddress: user })
    return quote?.toAmount ?? 0n
  }
  /** Sells dollars to v3's pool, until v2's is a little better: by less than anybody's slippage. */
  const makeV3Worse = async () => {
    const bystander = createTrader({ devnet: devnet(), api: first.api }, 3)
    const sale = { amount: parseUnits('600', 6), from: idOf(STABLE), to: native, slippagePercent: 50 }
    const permit = await bystander.permit(STABLE, V3_ROUTER, sale.amount)
    const { status } = await bystander.send(await bystander.build({ ...sale, permit }))
    expect(status).toBe('success')
  }

  test('allowance, approval and transaction follow the quote of the other instance', async () => {
    const quoted = await quoteAt(first)
    await makeV3Worse()
    // By itself the second instance would now go through v2.
    const stranger = createTrader({ devnet: devnet(), api: second.api }, 6)
    expect((await stranger.build(order)).to).toBe(V2_ROUTER)
    const planned = await there.build(order)
    expect(planned.to).toBe(V3_ROUTER)
    expect(planned.amount).toBeLessThan(quoted)
    const approval = await there.approval({ ...order, spender: planned.to })
    expect((await there.send(approval)).status).toBe('success')
    for (const { api } of [first, second])
      expect(await getAllowance(api, { tokenAddress: order.from, userAddress: here.userId })).toBe(order.amount)
    const swap = await here.build(order)
    // Twice the same order is twice the same transaction: nothing is used up by building it.
    const { to, data, value } = swap
    expect(to).toBe(V3_ROUTER)
    expect(await there.build(order)).toMatchObject({ to, data, value, amount: swap.amount })
    expect((await there.send(swap)).status).toBe('success')
  })

  test('a minute later the quote is over, and the best way counts', async () => {
    await quoteAt(first)
    await makeV3Worse()
    now += 59_000
    expect((await there.build(order)).to).toBe(V3_ROUTER)
    now += 2_000
    expect((await there.build(order)).to).toBe(V2_ROUTER)
  })

  test('who is approving one contract is not sent to another that is hardly better', async () => {
    await quoteAt(first)
    await here.approval({ ...order, spender: V3_ROUTER })
    await makeV3Worse()
    now += 120_000 // the approval is being mined
    await quoteAt(second)
    expect((await here.build(order)).to).toBe(V3_ROUTER)
    now += 300_000
    await quoteAt(second)
    expect((await here.build(order)).to).toBe(V2_ROUTER)
  })

  test('nobody else’s quote changes mine, and the latest of mine counts', async () => {
    await quoteAt(first)
    await makeV3Worse()
    await quoteAt(second, createTrader({ devnet: devnet(), api: second.api }, 4).address)
    expect((await there.build(order)).to).toBe(V3_ROUTER)
    await quoteAt(second)
    expect((await here.build(order)).to).toBe(V2_ROUTER)
  })

  test('what is over is deleted, and nothing in the table names anybody', async () => {
    await quoteAt(first)
    const rows = await db.query<{ key: string; route: string }>('select key, route from swap_routes')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(here.address.slice(2).toLowerCase())
    now += 600_000
    await second.services.parts?.jobs.run('old swap routes')
    expect(await db.query('select key from swap_routes')).toEqual([])
  })

  test('coins need no approval, so any instance and any pool will do', async () => {
    const coins = { amount: parseEther('0.04'), from: native, to: idOf(STABLE) }
    await getQuotes(first.api, coins)
    const swap = await there.build(coins)
    expect(await there.changeOf(STABLE, () => there.send(swap))).toBe(swap.amount)
  })
})

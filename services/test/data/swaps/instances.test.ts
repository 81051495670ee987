// What one instance quoted, another builds, and holds to what was shown: quotes are kept in the database they share.
import { parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAllowance, getQuotes, minimumOut } from '../../../../src/api/swaps.js'
import type { Db } from '../../../src/db/connect.js'
import { STABLE, V2_ROUTER, V3_ROUTER } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { engine } from '../../support/engines.js'
import { idOf, native, startData } from '../support/world.js'
import { createTrader, type Trader } from './trader.js'

const devnet = useSeededDevnet()

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

/** Sells coins until dollars are more than one percent dearer, wherever one asks. */
const makeDollarsDearer = async () => {
  const bystander = createTrader({ devnet: devnet(), api: first.api }, 3)
  const sale = { amount: parseEther('6'), from: native, to: idOf(STABLE), slippagePercent: 50 }
  expect((await bystander.send(await bystander.build(sale))).status).toBe('success')
}
const coins = { amount: parseEther('2'), from: native, to: idOf(STABLE) }
/** As pages ask that know the public servers only: what they showed, they do not say. */
const askPlainly = async (instance: typeof first, plain: typeof order, more: object = {}) => {
  const { status, body } = await instance.post('/v1/convert/build-transaction', {
    ...{ projectId: 'p', amount: String(plain.amount), from: plain.from, to: plain.to, userAddress: here.userId },
    ...{ eip155: { slippage: 1 }, disableEstimate: true, ...more },
  })
  const to = body.tx?.to as string | undefined
  return status === 200 ? { to: to?.split(':')[2], amount: BigInt(body.tx.amount) } : { status, field: body.reasons[0].field }
}

test('allowance, approval and transaction follow the quote of the other instance', async () => {
  const quotedAmount = await quoteAt(first)
  await makeV3Worse()
  // By itself the second instance would now go through v2.
  const stranger = createTrader({ devnet: devnet(), api: second.api }, 6)
  expect((await stranger.build(order)).to).toBe(V2_ROUTER)
  const shown = { ...order, quotedAmount }
  const planned = await there.build(shown)
  expect(planned.to).toBe(V3_ROUTER)
  expect(planned.amount).toBeLessThan(quotedAmount)
  const approval = await there.approval({ ...order, spender: planned.to })
  expect((await there.send(approval)).status).toBe('success')
  for (const { api } of [first, second])
    expect(await getAllowance(api, { tokenAddress: order.from, userAddress: here.userId })).toBe(order.amount)
  const swap = await here.build(shown)
  // Twice the same order is twice the same transaction: nothing is used up by building it.
  const { to, data, value } = swap
  expect(to).toBe(V3_ROUTER)
  expect(await there.build(shown)).toMatchObject({ to, data, value, amount: swap.amount })
  expect((await there.send(swap)).status).toBe('success')
})

test('a minute later the quote is over: who does not say what was shown has to ask again', async () => {
  const quotedAmount = await quoteAt(first)
  await makeV3Worse()
  now += 59_000
  expect(await askPlainly(second, order)).toMatchObject({ to: V3_ROUTER })
  now += 2_000
  expect(await askPlainly(second, order)).toEqual({ status: 400, field: 'quoteId' })
  expect(await askPlainly(first, order)).toEqual({ status: 400, field: 'quoteId' })
  // Who says it gets the best way there is, as long as it is good enough.
  expect((await there.build({ ...order, quotedAmount })).to).toBe(V2_ROUTER)
  now += 61_000
  const dream = quotedAmount + quotedAmount / 50n
  await expect(there.build({ ...order, quotedAmount: dream })).rejects.toMatchObject({ code: 'PRICE_MOVED' })
})

test('who is approving one contract is not sent to another that is hardly better', async () => {
  await quoteAt(first)
  await here.approval({ ...order, spender: V3_ROUTER })
  await makeV3Worse()
  now += 120_000 // the approval is being mined
  expect((await here.build({ ...order, quotedAmount: await quoteAt(second) })).to).toBe(V3_ROUTER)
  now += 300_000
  expect((await here.build({ ...order, quotedAmount: await quoteAt(second) })).to).toBe(V2_ROUTER)
})

test('nobody else’s quote changes mine, and the latest of mine counts', async () => {
  await quoteAt(first)
  await makeV3Worse()
  await quoteAt(second, createTrader({ devnet: devnet(), api: second.api }, 4).address)
  expect(await askPlainly(second, order)).toMatchObject({ to: V3_ROUTER })
  await quoteAt(second)
  expect(await askPlainly(first, order)).toMatchObject({ to: V2_ROUTER })
})

test('whoever asks in my name cannot lower what I was promised', async () => {
  const ask = () => getQuotes(second.api, { ...coins, userAddress: here.address })
  const [mine] = await getQuotes(first.api, { ...coins, userAddress: here.address })
  await makeDollarsDearer()
  expect(await askPlainly(first, coins)).toEqual({ status: 400, field: 'price' })
  const [theirs] = await ask()
  expect(theirs?.toAmount).toBeLessThan(minimumOut(mine?.toAmount ?? 0n, 1))
  expect(await askPlainly(first, coins)).toEqual({ status: 400, field: 'price' })
  // Nor by asking just before a better one is over, when a good one is there still.
  now += 3_600_000
  await devnet().reset()
  await ask()
  now += 30_000
  await ask()
  await makeDollarsDearer()
  now += 25_000
  await ask()
  now += 10_000
  expect(await askPlainly(second, coins)).toEqual({ status: 400, field: 'price' })
  // Who says what he was shown needs nobody's promise, and gets what there is.
  const [latest] = await ask()
  const shown = latest?.toAmount ?? 0n
  expect((await there.build({ ...coins, quotedAmount: shown })).amount).toBe(shown)
  expect(await askPlainly(second, coins, { quotedAmount: String(shown) })).toMatchObject({ amount: shown })
  expect(await askPlainly(second, coins, { quoteId: latest?.id })).toMatchObject({ amount: shown })
})

test('each quote has a name, by which every instance builds it and no other', async () => {
  const quotes = await getQuotes(first.api, { ...order, userAddress: here.address })
  const routers = quotes.map(
    async ({ id, toAmount }) => (await there.build({ ...order, quotedAmount: toAmount, quoteId: id })).to,
  )
  expect((await Promise.all(routers)).slice(0, 2)).toEqual([V3_ROUTER, V2_ROUTER])
  const quoteId = quotes[1]?.id
  expect(await askPlainly(second, order, { quoteId })).toEqual({ to: V2_ROUTER, amount: quotes[1]?.toAmount })
  expect(await askPlainly(second, { ...order, amount: order.amount + 1n }, { quoteId })).toEqual({
    status: 400,
    field: 'quoteId',
  })
  now += 61_000
  await quoteAt(first)
  expect(await askPlainly(second, order, { quoteId })).toEqual({ status: 400, field: 'quoteId' })
})

test('what is over is deleted, and nothing in the tables names anybody', async () => {
  await quoteAt(first)
  const rows = () => Promise.all([db.query('select * from swap_routes'), db.query('select * from swap_quotes')])
  const [routes, quotes] = await rows()
  expect(Math.min(routes.length, quotes.length)).toBeGreaterThan(0)
  expect(JSON.stringify([routes, quotes]).toLowerCase()).not.toContain(here.address.slice(2).toLowerCase())
  now += 600_000
  await second.services.parts?.jobs.run('old swap routes')
  expect(await rows()).toEqual([[], []])
})

test('coins need no approval, so any instance and any pool will do', async () => {
  const few = { ...coins, amount: parseEther('0.04') }
  const [quote] = await getQuotes(first.api, few)
  const swap = await there.build({ ...few, quotedAmount: quote?.toAmount ?? 0n, quoteId: quote?.id })
  expect(await there.changeOf(STABLE, () => there.send(swap))).toBe(swap.amount)
})

import { decodeFunctionData, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApproval } from '../../../../src/api/approvals.js'
import { getBalances } from '../../../../src/api/balances.js'
import { getHistory } from '../../../../src/api/history.js'
import {
  buildSwap,
  buildTransactionSchema,
  getAllowance,
  getGasPrice,
  getQuotes,
  quotesSchema,
} from '../../../../src/api/swaps.js'
import { v2Abi } from '../../../src/data/assets/abi.js'
import { COPPER, GRAIN, STABLE, V2_ROUTER, V3_ROUTER, WRAPPED } from '../../../devnet/manifest.js'
import { useSeededDevnet } from '../../support/devnet.js'
import { checkEach } from '../../../../test/support/rows.js'
import { chainId, idOf, native, startWorld, type World } from '../support/world.js'

const devnet = useSeededDevnet()

let world: World
beforeAll(async () => {
  world = await startWorld({ devnet: devnet() })
})
afterAll(() => world.stop())

const address = (index: number) => world.devnet.accounts[index]?.address ?? '0x'
const userId = (index: number) => `${chainId}:${address(index)}`

async function send(
  index: number,
  { to, data, value }: { readonly to: string; readonly data: `0x${string}`; readonly value: bigint },
) {
  const hash = await world.devnet.wallet(index).sendTransaction({ to: to as `0x${string}`, data, value })
  const { status } = await world.devnet.reader.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  return hash
}

test('a swap of tokens: quote, allowance, approval, transaction, new balance, history', async () => {
  const { api } = world
  const [from, to] = [idOf(GRAIN), idOf(COPPER)]
  const amount = parseEther('10')
  const user = address(2)
  const balance = async (token: string, forced: boolean) => {
    const { balances: found } = await getBalances(api, { address: user, chainId, ...(forced && { forceUpdate: [token] }) })
    return found.find((item) => item.address === token)?.amount ?? 0n
  }
  const before = { from: await balance(from, false), to: await balance(to, false) }
  const [quote] = await getQuotes(api, { amount, from, to, userAddress: user })
  expect(quote?.toAmount).toBeGreaterThan(parseUnits('1.2', 8)) // 10 GRAIN at 0.5 are 1.25 COPPER at 4, less fees
  expect(await getAllowance(api, { tokenAddress: from, userAddress: userId(2) })).toBe(0n)
  const order = { amount, from, to, userAddress: userId(2), quotedAmount: quote?.toAmount ?? 0n, quoteId: quote?.id }
  const planned = await buildSwap(api, order)
  const approval = await buildApproval(api, { ...order, spender: planned.to })
  expect(approval.to).toBe(GRAIN.address)
  await send(2, approval)
  expect(await getAllowance(api, { tokenAddress: from, userAddress: userId(2) })).toBe(amount)
  const swap = await buildSwap(api, order)
  // Over the dollar, through two pools of v3: better than three of v2.
  expect(swap).toMatchObject({ to: V3_ROUTER, value: 0n, amount: quote?.toAmount })
  expect(planned).toMatchObject({ to: swap.to, data: expect.stringMatching(/^0x5ae401dc/) as string })
  const hash = await send(2, swap)
  expect(await balance(from, true)).toBe(before.from - amount)
  expect(await balance(to, true)).toBe(before.to + swap.amount)
  const [row] = (await getHistory(api, { account: user, chainId })).data
  expect(row?.metadata).toMatchObject({ hash, operationType: 'trade', status: 'confirmed', chain: chainId })
  expect(row?.transfers.map(({ direction, fungible_info: token }) => [direction, token?.symbol])).toEqual([
    ['out', 'GRAIN'],
    ['in', 'COPPER'],
  ])
})

test('coins to tokens and back', async () => {
  const { api } = world
  const there = { amount: parseEther('0.5'), from: native, to: idOf(STABLE), userAddress: userId(3) }
  const [quote] = await getQuotes(api, there)
  expect(quote?.toAmount).toBeGreaterThan(parseUnits('1200', 6))
  expect(await getAllowance(api, { tokenAddress: native, userAddress: userId(3) })).toBe(2n ** 256n - 1n)
  const swap = await buildSwap(api, { ...there, quotedAmount: quote?.toAmount ?? 0n })
  expect(swap.value).toBe(there.amount)
  await send(3, swap)
  const back = { amount: parseUnits('1000', 6), from: idOf(STABLE), to: native, userAddress: userId(3) }
  await send(3, await buildApproval(api, { ...back, spender: V2_ROUTER }))
  const coins = await world.devnet.reader.getBalance({ address: address(3) })
  await send(3, await buildSwap(api, { ...back, quotedAmount: parseEther('0.39') }))
  expect(await world.devnet.reader.getBalance({ address: address(3) })).toBeGreaterThan(coins + parseEther('0.39'))
  const [row] = (await getHistory(api, { account: address(3), chainId })).data
  expect(row?.metadata.operationType).toBe('trade')
  expect(row?.transfers.map(({ direction, fungible_info: token }) => [direction, token?.symbol]).sort()).toEqual([
    ['in', 'ETH'],
    ['out', 'TUSD'],
  ])
})

test('wraps the coin one to one', async () => {
  const order = { amount: parseEther('3'), from: native, to: idOf(WRAPPED), userAddress: userId(3) }
  expect((await getQuotes(world.api, order))[0]?.toAmount).toBe(order.amount)
  const swap = await buildSwap(world.api, { ...order, quotedAmount: order.amount, slippagePercent: 0 })
  expect(swap.to).toBe(WRAPPED.address)
  await send(3, swap)
})

test('the least amount follows the slippage, the deadline is twenty minutes away', async () => {
  const body = { projectId: 'p', amount: String(parseEther('1')), from: native, to: idOf(STABLE), userAddress: userId(3) }
  const { body: answer } = await world.post('/v1/convert/build-transaction', {
    ...body,
    eip155: { slippage: 2.5 },
    disableEstimate: true,
    quotedAmount: '1',
  })
  expect(buildTransactionSchema.safeParse(answer).success).toBe(true)
  const { args } = decodeFunctionData({ abi: v2Abi, data: answer.tx.data })
  const [least, path, recipient, deadline] = args as readonly [bigint, readonly string[], string, bigint]
  const out = BigInt(answer.tx.amount)
  expect(least).toBe((out * 9750n + 9999n) / 10_000n)
  expect([path, recipient]).toEqual([[WRAPPED.address, STABLE.address], address(3)])
  expect(Math.abs(Number(deadline) - Date.now() / 1000 - 1200)).toBeLessThan(600)
  expect(answer.tx).toMatchObject({ from: userId(3), to: `${chainId}:${V2_ROUTER}`, value: body.amount })
})

test('gas is estimated with a tenth on top, unless that is not wanted', async () => {
  const body = {
    amount: String(parseEther('1')),
    from: native,
    to: idOf(STABLE),
    userAddress: userId(3),
    eip155: { slippage: 1 },
    quotedAmount: '1',
  }
  const { body: estimated } = await world.post('/v1/convert/build-transaction', body)
  const { to, data, value } = estimated.tx
  const gas = await world.devnet.reader.estimateGas({ account: address(3), to: to.split(':')[2], data, value: BigInt(value) })
  expect(BigInt(estimated.tx.eip155.gas)).toBe((gas * 110n) / 100n)
  const poor = { ...body, from: idOf(COPPER), amount: '100000000' }
  expect((await world.post('/v1/convert/build-transaction', poor)).status).toBe(400)
  expect((await world.post('/v1/convert/build-transaction', { ...poor, disableEstimate: true })).status).toBe(200)
})

test('gas prices rise from standard to instant, and cover twice the base fee', async () => {
  const { standard, fast, instant } = await getGasPrice(world.api, { chainId })
  const { baseFeePerGas } = await world.devnet.reader.getBlock()
  expect(standard).toBeGreaterThan(baseFeePerGas ?? 0n)
  expect(standard <= fast && fast <= instant).toBe(true)
})

test('no way between two tokens is an empty list; an amount that buys nothing has no liquidity', async () => {
  const stranger = `${chainId}:0x000000000000000000000000000000000000dEaD`
  expect(await getQuotes(world.api, { amount: 10n, from: native, to: stranger })).toEqual([])
  await expect(getQuotes(world.api, { amount: 1n, from: idOf(GRAIN), to: idOf(COPPER) })).rejects.toMatchObject({
    code: 'INSUFFICIENT_LIQUIDITY',
  })
  const { body } = await world.get(`/v1/convert/quotes?amount=1000000&from=${idOf(STABLE)}&to=${native}`)
  expect(quotesSchema.safeParse(body).success).toBe(true)
})

describe('refusals', () => {
  const other = native.replace('31337', '1')
  test('of a wrong question, with its field', () =>
    checkEach(
      [
        ['quotes', `amount=1&from=${native}`, 'to'],
        ['quotes', `amount=1&from=${native}&to=${other}`, 'to'],
        ['quotes', `amount=1&from=${other}&to=${other}`, 'chainId'],
        ['quotes', `amount=0&from=${native}&to=${idOf(STABLE)}`, 'amount'],
        ['quotes', `amount=-1&from=${native}&to=${idOf(STABLE)}`, 'amount'],
        ['quotes', `amount=1&from=${native}&to=${native}`, 'to'],
        ['quotes', `amount=1&from=${WRAPPED.address}&to=${native}`, 'from'],
        ['allowance', `tokenAddress=${idOf(STABLE)}&userAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`, 'userAddress'],
        ['allowance', `userAddress=${chainId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`, 'tokenAddress'],
        ['gas-price', 'chainId=eip155:5', 'chainId'],
        ['gas-price', '', 'chainId'],
        ['build-approve', `userAddress=x&from=${native}&to=${idOf(STABLE)}`, 'from'],
        ['build-approve', `userAddress=x&from=${idOf(STABLE)}&to=${native}&amount=x`, 'amount'],
      ],
      '%s ?%s',
      async (name, query, field) => {
        const { status, body } = await world.get(`/v1/convert/${name}?${query}`)
        expect([status, body.status, body.reasons[0].field]).toEqual([400, 'FAILED', field])
      },
    ))

  const good = {
    amount: '1000000000000000',
    from: native,
    to: idOf(STABLE),
    userAddress: `${chainId}:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266`,
    eip155: { slippage: 1 },
    quotedAmount: '1',
  }
  test('of a wrong order, with its field', () =>
    checkEach(
      [
        ['no eip155', { eip155: undefined }, 'eip155'],
        ['slippage over 50', { eip155: { slippage: 51 } }, 'eip155'],
        ['a bare user', { userAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, 'userAddress'],
        ['a user elsewhere', { userAddress: 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }, 'userAddress'],
        ['two chains', { to: other }, 'to'],
        ['no amount of its own, and no quote', { quotedAmount: undefined }, 'quoteId'],
        ['more than there is to get', { quotedAmount: '1' + '0'.repeat(30) }, 'price'],
        ['a permit for a v2 pool', { eip155: { slippage: 1, permit: '0x00' } }, 'permit'],
      ],
      'build-transaction with %s',
      async (_, change, field) => {
        const { status, body } = await world.post('/v1/convert/build-transaction', { ...good, ...change })
        expect([status, body.reasons[0].field]).toEqual([400, field])
      },
    ))
})

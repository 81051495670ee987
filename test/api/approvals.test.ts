import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { assertApproval, buildApproval } from '../../src/api/approvals.js'
import { dai, example, native, router, usdc, wire } from './wire.js'

const order = { from: `eip155:1:${usdc}`, to: `eip155:1:${dai}`, userAddress: dai, amount: 1_000_000n, spender: router }
const call = (functionName: 'approve' | 'transfer', spender: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [spender as `0x${string}`, amount] }) // addresses of the fixtures

test.each([0n, 1n, 1_000_000n, maxUint256])('an approval of exactly %d passes, whatever the case of its digits', (amount) => {
  const data = call('approve', router, amount)
  expect(() => assertApproval(data, { spender: router, amount })).not.toThrow()
  expect(() => assertApproval(data, { spender: router.toLowerCase(), amount })).not.toThrow()
  expect(() => assertApproval(`0x${data.slice(2).toUpperCase()}`, { spender: router, amount })).not.toThrow()
})

const unsafe: Record<string, string> = {
  nothing: '0x',
  'another method': call('transfer', router, 1_000_000n),
  'another spender': call('approve', dai, 1_000_000n),
  'more than was ordered': call('approve', router, 1_000_001n),
  'less than was ordered': call('approve', router, 999_999n),
  'without limit': call('approve', router, maxUint256),
  'more data behind it': `${call('approve', router, 1_000_000n)}00`,
  'less data': call('approve', router, 1_000_000n).slice(0, -2),
  'a spender with dirt before it': call('approve', router, 1_000_000n).replace('0x095ea7b30', '0x095ea7b31'),
}

describe.each(Object.entries(unsafe))('%s', (_, data) => {
  test('is no approval of ours', async () => {
    expect(() => assertApproval(data, order)).toThrow(expect.objectContaining({ code: 'APPROVAL_UNSAFE' }) as Error)
    const { tx } = example('build-approve').answer as { tx: object } // our own file
    const { api, stop } = await wire({ tx: { ...tx, data } })
    await expect(buildApproval(api, order)).rejects.toMatchObject({ code: 'APPROVAL_UNSAFE' })
    await stop()
  })
})

test('goes to the token that was asked for, whatever the server calls it', async () => {
  const { tx } = example('build-approve').answer as { tx: { eip155: object } } // our own file
  const eip155 = { gas: 46000, gasPrice: '7' }
  const { api, stop } = await wire({ tx: { ...tx, from: `eip155:1:${native}`, to: `eip155:1:${native}`, eip155 } })
  expect(await buildApproval(api, order)).toMatchObject({ to: usdc, amount: order.amount, value: 0n, gas: 46000n, gasPrice: 7n })
  await stop()
})

test('an old allowance may be taken back first, and the answer says so', async () => {
  const { tx } = example('build-approve').answer as { tx: object } // our own file
  const { api, stop } = await wire({ tx: { ...tx, data: call('approve', router, 0n) } })
  expect(await buildApproval(api, order)).toMatchObject({ to: usdc, amount: 0n })
  await stop()
})

test('never sends coins along', async () => {
  const { tx } = example('build-approve').answer as { tx: object } // our own file
  const { api, stop } = await wire({ tx: { ...tx, value: '1' } })
  await expect(buildApproval(api, order)).rejects.toMatchObject({ code: 'APPROVAL_UNSAFE' })
  await stop()
})

test.each([
  ['a spender that is no address', { ...order, spender: '0x1' }, 'ADDRESS_INVALID'],
  ['a token that is no address', { ...order, from: 'eip155:1:usdc' }, 'ADDRESS_INVALID'],
  ['a token without a chain', { ...order, from: usdc }, 'CAIP_INVALID'],
])('%s is refused before anything is asked', async (_, wrong, code) => {
  const { api, asked, gates, stop } = await wire({})
  await expect(buildApproval(api, wrong)).rejects.toMatchObject({ code })
  expect([asked().length, gates()]).toEqual([0, 0])
  await stop()
})

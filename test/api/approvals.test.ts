import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { assertApproval, buildApproval } from '../../src/api/approvals.js'
import { checkEach } from '../support/rows.js'
import { dai, example, native, router, usdc, wire } from './wire.js'

const order = { from: `eip155:1:${usdc}`, to: `eip155:1:${dai}`, userAddress: dai, amount: 1_000_000n, spender: router }
const call = (functionName: 'approve' | 'transfer', spender: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [spender as `0x${string}`, amount] }) // addresses of the fixtures

test('an approval of exactly the amount passes, whatever the case of its digits', () => {
  for (const amount of [0n, 1n, 1_000_000n, maxUint256]) {
    const data = call('approve', router, amount)
    assertApproval(data, { spender: router, amount })
    assertApproval(data, { spender: router.toLowerCase(), amount })
    assertApproval(`0x${data.slice(2).toUpperCase()}`, { spender: router, amount })
  }
})

const [data, method, spender, amount] = [
  'its data are not of an approval',
  'it calls another method',
  'it is for another spender',
  'it is for another amount',
] as const
const unsafe: Record<string, readonly [data: string, problem: string]> = {
  nothing: ['0x', data],
  'another method': [call('transfer', router, 1_000_000n), method],
  'another spender': [call('approve', dai, 1_000_000n), spender],
  'more than was ordered': [call('approve', router, 1_000_001n), amount],
  'less than was ordered': [call('approve', router, 999_999n), amount],
  'without limit': [call('approve', router, maxUint256), amount],
  'more data behind it': [`${call('approve', router, 1_000_000n)}00`, data],
  'less data': [call('approve', router, 1_000_000n).slice(0, -2), data],
  'a spender with dirt before it': [call('approve', router, 1_000_000n).replace('0x095ea7b30', '0x095ea7b31'), data],
}

test('data of anything else than the approval that was ordered are refused', async () => {
  await checkEach(Object.entries(unsafe), '%s', async (_, [given, problem]) => {
    const refusal = { code: 'APPROVAL_UNSAFE', details: { problem } }
    expect(() => assertApproval(given, order)).toThrow(expect.objectContaining(refusal) as Error)
    const { tx } = example('build-approve').answer as { tx: object } // our own file
    const { api, stop } = await wire({ tx: { ...tx, data: given } })
    await expect(buildApproval(api, order)).rejects.toMatchObject(refusal)
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

test('a spender or a token that is no address, and a token without a chain, are refused before anything is asked', async () => {
  const { api, asked, gates, stop } = await wire({})
  for (const [wrong, code] of [
    [{ spender: '0x1' }, 'ADDRESS_INVALID'],
    [{ from: 'eip155:1:usdc' }, 'ADDRESS_INVALID'],
    [{ from: usdc }, 'CAIP_INVALID'],
  ] as const)
    await expect(buildApproval(api, { ...order, ...wrong })).rejects.toMatchObject({ code })
  expect([asked().length, gates()]).toEqual([0, 0])
  await stop()
})

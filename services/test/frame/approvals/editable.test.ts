// Row 69: an allowance is made smaller wherever it stands, and what is signed, simulated and shown follows.
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { describeRequest } from '../../../frame/approvals/describe.js'
import { knownCalls } from '../../../frame/approvals/known-calls.js'
import type { Approval, CallView, EditableAllowance, Hex, SmartAccount } from '../../../frame/approvals/types.js'
import { smartAccountOf } from '../../../frame/smart/account.js'
import { describeFor } from '../../../frame/smart/describe.js'
import { decodeCalls, hashOf } from '../../../frame/smart/operation.js'
import { contextOf, describeIt, honest, ME, OTHER, request, ROUTER, rowOf, send, USDC, warned, WETH, type Node } from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const MAX = 2n ** 256n - 1n
const approve = (amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, amount] })
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] })
const batchOf = (...calls: readonly object[]) => [{ version: '2.0.0', from: ME, chainId: '0x1', atomicRequired: false, calls }]

const flat = (calls: readonly CallView[]): readonly CallView[] => calls.flatMap((call) => [call, ...flat(call.calls)])
/** All that can be changed, from the top. */
const editables = ({ editable, calls }: Approval): readonly EditableAllowance[] =>
  [editable, ...flat(calls).map((call) => call.editable)].filter((each) => each !== undefined)
const only = (approval: Approval): EditableAllowance => {
  expect(editables(approval)).toHaveLength(1)
  return editables(approval)[0]!
}
const amount = (value: bigint) => ({ type: 'amount', amount: value, decimals: 6, symbol: 'USDC' })

/** A node that simulates, and what it was asked to. */
function simulating(also: Node = {}) {
  const asked: string[][] = []
  const node: Node = {
    ...also,
    eth_simulateV1: ([{ blockStateCalls }]: readonly [
      { blockStateCalls: readonly { calls: readonly { data: string }[] }[] },
    ]) => {
      const [{ calls } = { calls: [] }] = blockStateCalls
      asked.push(calls.map(({ data }) => data))
      return [{ calls: calls.map(() => ({ status: '0x1', gasUsed: '0xb3b0', logs: [] })) }]
    },
  }
  return { node, asked }
}

describe('in a batch', () => {
  // attack 69
  const calls = [
    { to: USDC, data: approve(MAX) },
    { to: USDC, data: transfer },
  ]
  test('other words, other bytes, another simulation, and nothing else changes', async () => {
    // attack 69
    const { node, asked } = simulating()
    const approval = await describeIt('wallet_sendCalls', batchOf(...calls), { node })
    expect(approval).toMatchObject({ kind: 'batch', risk: 'risky' })
    const exact = await only(approval).with(5_000_000n)
    expect(exact).toMatchObject({ kind: 'batch', risk: 'normal', head: approval.head })
    expect(warned(exact)).toEqual(['warn.notAtomic'])
    expect(rowOf(exact.calls[0]!, 'row.allowance')).toEqual(amount(5_000_000n))
    expect(exact.sign).toMatchObject({
      transactions: [
        { to: USDC, data: approve(5_000_000n), nonce: 7 },
        { to: USDC, data: transfer, nonce: 8 },
      ],
    })
    expect(exact.raw).toContain(approve(5_000_000n))
    expect(exact.raw).not.toContain(approve(MAX))
    expect(asked).toEqual([
      [approve(MAX), transfer],
      [approve(5_000_000n), transfer],
    ])
  })
  test('one after the other, and back to no limit, which is red again', async () => {
    // attack 69
    const two = await describeIt('wallet_sendCalls', batchOf({ to: USDC, data: approve(MAX) }, { to: USDC, data: approve(MAX) }))
    const first = await editables(two)[0]!.with(1n)
    expect(first.risk).toBe('risky') // the second still has none
    const both = await editables(first)[1]!.with(2n)
    expect(both.risk).toBe('normal')
    expect(both.sign).toMatchObject({ transactions: [{ data: approve(1n) }, { data: approve(2n) }] })
    expect((await editables(both)[0]!.with(MAX)).risk).toBe('risky')
  })
  test('what the argument has no room for is refused', async () => {
    // attack 61
    const abi = parseAbi(['function approve(address,address,uint160,uint48)'])
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [USDC, ROUTER, 9n, 2_000_000_000] })
    const approval = await describeIt('wallet_sendCalls', batchOf({ to: ROUTER, data }))
    await expect(only(approval).with(2n ** 160n)).rejects.toThrow(RangeError)
    await expect(only(approval).with(-1n)).rejects.toThrow(RangeError)
    const most = await only(approval).with(2n ** 160n - 1n)
    expect(warned(most)).toContain('warn.unlimited')
  })
  test('warnings of the fee and the balance stay after a change', async () => {
    // attack 70
    const node = { eth_getBalance: '0x1' }
    const approval = await send({ to: USDC, data: approve(MAX), nonce: '0x9' }, { node })
    expect(warned(approval)).toEqual(['warn.nonceGap', 'warn.balance', 'warn.unlimited'])
    expect(warned(await only(approval).with(5n))).toEqual(['warn.nonceGap', 'warn.balance'])
  })
})

describe('within a call that carries others', () => {
  // attack 69
  const abi = parseAbi([
    'function multicall(bytes[])',
    'function multicall(uint256,bytes[])',
    'function multicall(bytes32,bytes[])',
    'function aggregate((address,bytes)[])',
    'function tryAggregate(bool,(address,bytes)[])',
    'function aggregate3((address,bool,bytes)[])',
    'function aggregate3Value((address,bool,uint256,bytes)[])',
  ])
  type Carried = (allowance: Hex) => Hex
  const carried: readonly (readonly [string, Carried])[] = [
    ['0xac9650d8', (data) => encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer, data]] })],
    ['0x5ae401dc', (data) => encodeFunctionData({ abi, functionName: 'multicall', args: [9n, [transfer, data]] })],
    [
      '0x1f0464d1',
      (data) => encodeFunctionData({ abi, functionName: 'multicall', args: [`0x${'ab'.repeat(32)}`, [transfer, data]] }),
    ],
    [
      '0x252dba42',
      (data) =>
        encodeFunctionData({
          abi,
          functionName: 'aggregate',
          args: [
            [
              [WETH, transfer],
              [USDC, data],
            ],
          ],
        }),
    ],
    ['0xbce38bd7', (data) => encodeFunctionData({ abi, functionName: 'tryAggregate', args: [true, [[USDC, data]]] })],
    ['0x82ad56cb', (data) => encodeFunctionData({ abi, functionName: 'aggregate3', args: [[[USDC, true, data]]] })],
    ['0x174dea71', (data) => encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [[[USDC, false, 3n, data]]] })],
  ]
  testRows(carried)('%s: the allowance in it is changed, and all around it stays', async (selector, encode) => {
    // attack 69
    const approval = await send({ to: USDC, data: encode(approve(MAX)) })
    expect(encode(approve(MAX)).slice(0, 10)).toBe(selector)
    expect(warned(approval)).toContain('warn.unlimited')
    const exact = await only(approval).with(5n)
    expect(exact.sign).toMatchObject({ transaction: { to: USDC, data: encode(approve(5n)) } })
    expect(warned(exact)).not.toContain('warn.unlimited')
  })
  test('every method that carries calls is among them', async () => {
    const bundles = [...knownCalls].filter(([, { types }]) => /bytes\)?\[\]$/.test(types)).map(([selector]) => selector)
    expect(bundles.sort()).toEqual(carried.map(([selector]) => selector).sort())
  })
  test('in a multicall of a multicall of a batch', async () => {
    // attack 69
    const wrap = (...datas: Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [datas] })
    const data = (value: bigint) => wrap(transfer, wrap(transfer, approve(value)))
    const approval = await describeIt('wallet_sendCalls', batchOf({ to: USDC, data: transfer }, { to: USDC, data: data(MAX) }))
    const exact = await only(approval).with(6n)
    expect(exact.sign).toMatchObject({ transactions: [{ data: transfer }, { data: data(6n) }] })
  })
})

describe('of a smart account', () => {
  // attack 69
  const IMPLEMENTATION = '0x00000000000000000000000000000000000000cd'
  const row = { entryPoint: '0.8', factory: ROUTER, implementation: IMPLEMENTATION, paymaster: true } as const
  const account: SmartAccount = smartAccountOf('eip155:1', ME, row)
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  /** A paymaster whose word depends on the operation, as a signature does. */
  const sponsored = ([{ callData, callGasLimit }]: readonly [{ callData: Hex; callGasLimit: Hex }]) => ({
    paymaster: OTHER,
    paymasterData: callGasLimit === '0x0' ? '0x' : `0x${callData.slice(-64)}`,
    paymasterVerificationGasLimit: '0x9',
    paymasterPostOpGasLimit: '0x1',
  })
  const node = {
    ...honest,
    eth_call: ([call]: readonly [{ to: string; data: string }]) =>
      /^0x(?:35567e1a|70a08231)/.test(call.data) ? word(0n) : (honest['eth_call'] as (params: unknown) => unknown)([call]),
    eth_estimateUserOperationGas: { callGasLimit: '0xc350', verificationGasLimit: '0xc350', preVerificationGas: '0xc350' },
    pm_getPaymasterStubData: sponsored,
    pm_getPaymasterData: sponsored,
  }
  const ask = (method: string, params: unknown) => {
    const { node: whole, asked } = simulating(node)
    const of = request(method, params, { account: account.address, smart: account })
    const approval = describeRequest(of, contextOf(whole), new AbortController().signal, describeFor(account))
    return { approval, asked }
  }
  const operationOf = ({ sign }: Approval) => {
    if (sign.type !== 'userOperation') throw new Error('another plan')
    return sign.operation
  }

  test('the operation of a batch is made anew: calls, hash, paymaster and simulation', async () => {
    // attack 69
    const params = [{ ...batchOf({ to: USDC, data: approve(MAX) }, { to: USDC, data: transfer })[0], from: account.address }]
    const { approval: asking, asked } = ask('wallet_sendCalls', params)
    const approval = await asking
    const exact = await only(approval).with(5n)
    expect(decodeCalls(operationOf(exact).callData)).toMatchObject([
      { to: USDC, data: approve(5n) },
      { to: USDC, data: transfer },
    ])
    expect(rowOf(exact.calls[0]!, 'row.allowance')).toEqual(amount(5n))
    expect(hashOf(operationOf(exact), 1)).not.toBe(hashOf(operationOf(approval), 1))
    expect(exact.risk).toBe('normal')
    expect(asked).toEqual([
      [approve(MAX), transfer],
      [approve(5n), transfer],
    ])
  })
  test('a single allowance as well', async () => {
    // attack 69
    const { approval: asking } = ask('eth_sendTransaction', [{ from: account.address, to: USDC, data: approve(MAX) }])
    const approval = await asking
    expect(approval).toMatchObject({ kind: 'approval', title: 'call.approve', risk: 'risky' })
    const exact = await approval.editable!.with(5n)
    expect(decodeCalls(operationOf(exact).callData)).toEqual([{ to: USDC, value: 0n, data: approve(5n) }])
    expect(operationOf(exact).paymasterData).toBe(`0x${operationOf(exact).callData.slice(-64)}`)
  })
})

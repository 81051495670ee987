// Batches, permissions, simulations, and the tables of known methods.
import { encodeFunctionData, erc20Abi, parseAbi, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeArguments, encodeCall, parametersOf } from '../../../frame/approvals/abi.js'
import { knownCalls } from '../../../frame/approvals/known-calls.js'
import type { Hex } from '../../../frame/approvals/types.js'
import { describeIt, ME, NOW, ODD, OTHER, ROUTER, rowOf, send, THIEF, USDC, warned, WETH } from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const approve = (amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, amount] })
const batch = (calls: unknown, also: object = {}, more?: Parameters<typeof describeIt>[2]) =>
  describeIt('wallet_sendCalls', [{ version: '2.0.0', from: ME, chainId: '0x1', atomicRequired: false, calls, ...also }], more)

describe('calls in one batch', () => {
  const call = { to: OTHER, value: '0x1' }
  testRows<[string, unknown, object?]>([
    ['no calls', []],
    ['51 calls', Array.from({ length: 51 }, () => call)],
    ['to without 0x', [{ to: OTHER.slice(2) }]],
    ['no to', [{ data: '0x00' }]],
    ['two chains', [{ ...call, chainId: '0x2' }]],
    ['another chain', [call], { chainId: '0x2' }],
    ['another account', [call], { from: OTHER }],
    ['no list', { 0: call }],
  ])('%s: the batch is refused with -32602', async (_, calls, also) => {
    // attack 71
    await expect(batch(calls, also)).rejects.toMatchObject({ code: 'INVALID_PARAMS', rpcCode: -32602 })
  })
  test('what cannot be done in one is refused with the codes of EIP-5792', async () => {
    // attack 71
    await expect(batch([call], { atomicRequired: true })).rejects.toMatchObject({ rpcCode: 5760 })
    await expect(batch([call], { capabilities: { paymasterService: {} } })).rejects.toMatchObject({ rpcCode: 5700 })
    expect((await batch([call], { capabilities: { paymasterService: { optional: true } } })).kind).toBe('batch')
  })
  test('each call is shown, each is signed after the other, and an endless allowance among them is risky', async () => {
    // attacks 69, 71
    const approval = await batch([{ to: USDC, data: approve(2n ** 256n - 1n) }, call])
    expect(approval).toMatchObject({ kind: 'batch', risk: 'risky' })
    expect(approval.calls.map(({ title }) => title)).toEqual(['call.approve', 'call.send'])
    expect(warned(approval)).toEqual(['warn.unlimited', 'warn.notAtomic'])
    if (approval.sign.type !== 'evmTransactions') throw new Error('another plan')
    expect(approval.sign.transactions.map(({ nonce, to }) => [nonce, to])).toEqual([
      [7, USDC],
      [8, OTHER],
    ])
    const [first, second] = approval.sign.transactions
    const most = first!.gas * 3_500_000_000n + second!.gas * 3_500_000_000n
    expect(rowOf(approval, 'row.feeMost')).toMatchObject({ amount: most })
  })
})

testRows<[string, object, string]>([
  ['without expiry', { permissions: [{ type: 'x', data: { allowance: '0x1' } }] }, 'no expiry'],
  ['expired', { expiry: NOW / 1000, permissions: [{ data: { allowance: '0x1' } }] }, 'expired'],
  ['unlimited', { expiry: NOW, permissions: [{ data: { allowance: `0x${'f'.repeat(64)}` } }] }, 'unlimited'],
  ['without limit', { expiry: NOW, permissions: [{ type: 'everything' }] }, 'no limit'],
])('a permission %s is refused', async (_, grant, problem) => {
  // attack 72
  await expect(describeIt('wallet_grantPermissions', [grant])).rejects.toThrow(problem)
})
test('other permissions are not supported', async () => {
  // attack 72
  const grant = { expiry: NOW, permissions: [{ data: { allowance: '0x1' } }] }
  for (const method of ['wallet_grantPermissions', 'wallet_revokePermissions', 'eth_sendUserOperation'])
    await expect(describeIt(method, [grant])).rejects.toMatchObject({ code: 'METHOD_NOT_SUPPORTED' })
})

testRows([...knownCalls])('%s is the selector of its method', (selector, { name, types }) => {
  expect(toFunctionSelector(`function ${name}(${types})`)).toBe(selector)
})

test('arguments are read as viem writes them, and in no other way', () => {
  const abi = parseAbi(['function f((bytes,address,(uint256,bool)[])[],string,bytes32[],uint48)'])
  const args = [[['0x0102', OTHER, [[5n, true]]]], 'ß', [`0x${'ab'.repeat(32)}`], 7] as const
  const data = encodeFunctionData({ abi, functionName: 'f', args: args })
  const types = '(bytes,address,(uint256,bool)[])[],string,bytes32[],uint48'
  expect(decodeArguments(types, `0x${data.slice(10)}`)).toEqual(args)
  expect(encodeCall(data.slice(0, 10) as Hex, types, args)).toBe(data)
  expect(decodeArguments(types, `0x${data.slice(10)}00`)).toBeUndefined()
  expect(decodeArguments(types, data.slice(0, -2) as Hex)).toBeUndefined()
  expect(parametersOf('')).toEqual([])
})

describe('swaps of the services', () => {
  const router = parseAbi([
    'struct In { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
    'function exactInput(In)',
    'function multicall(uint256,bytes[])',
    'function unwrapWETH9(uint256,address)',
    'function swapExactETHForTokens(uint256,address[],address,uint256)',
  ])
  const path: Hex = `${USDC}0001f4${WETH.slice(2)}`.toLowerCase() as Hex
  const exactInput = (recipient: Hex, least: bigint) =>
    encodeFunctionData({
      abi: router,
      functionName: 'exactInput',
      args: [{ path, recipient, amountIn: 5_000_000n, amountOutMinimum: least }],
    })
  const multicall = (...datas: Hex[]) =>
    encodeFunctionData({ abi: router, functionName: 'multicall', args: [1_800_000_000n, datas] })
  test('a swap by Uniswap V3 is said, with the least that comes back', async () => {
    const approval = await send({ to: ROUTER, data: multicall(exactInput(ME, 9n)) })
    expect(approval).toMatchObject({ title: 'call.swap', risk: 'normal' })
    expect(rowOf(approval, 'row.pay')).toMatchObject({ amount: 5_000_000n, symbol: 'USDC' })
    expect(rowOf(approval, 'row.getLeast')).toMatchObject({ amount: 9n, symbol: 'WETH' })
    const toCoins = multicall(
      exactInput('0x0000000000000000000000000000000000000002', 9n),
      encodeFunctionData({ abi: router, functionName: 'unwrapWETH9', args: [9n, ME] }),
    )
    expect((await send({ to: ROUTER, data: toCoins })).calls.map(({ title }) => title)).toEqual(['call.swap', 'call.payOut'])
  })
  test('a swap for somebody else, or without a minimum, is risky', async () => {
    expect(warned(await send({ to: ROUTER, data: multicall(exactInput(THIEF, 9n)) }))).toEqual(['warn.swapToOther'])
    expect(warned(await send({ to: ROUTER, data: multicall(exactInput(ME, 0n)) }))).toEqual(['warn.noMinimum'])
  })
  test('a swap by Uniswap V2 says what is paid and what comes back', async () => {
    const data = encodeFunctionData({
      abi: router,
      functionName: 'swapExactETHForTokens',
      args: [3n, [WETH, USDC], ME, 1_800_000_000n],
    })
    const approval = await send({ to: ROUTER, value: '0x5', data })
    expect(rowOf(approval, 'row.pay')).toMatchObject({ amount: 5n, symbol: 'ETH' })
    expect(rowOf(approval, 'row.getLeast')).toMatchObject({ amount: 3n, symbol: 'USDC' })
  })
  test('what stays at the router is for anybody to take: risky, unless a later call pays it out', async () => {
    const kept = exactInput('0x0000000000000000000000000000000000000002', 9n)
    const payOut = encodeFunctionData({ abi: router, functionName: 'unwrapWETH9', args: [9n, ME] })
    for (const datas of [[kept], [payOut, kept], [kept, payOut, kept]])
      expect(warned(await send({ to: ROUTER, data: multicall(...datas) }))).toEqual(['warn.leftAtRouter'])
    expect(warned(await send({ to: ROUTER, data: kept }))).toEqual(['warn.leftAtRouter'])
    expect(warned(await send({ to: ROUTER, data: multicall(kept, payOut) }))).toEqual([])
  })
  test('coins for a contract that is on no list are a danger, whatever the method is called', async () => {
    const refund = '0x12210e8a' // refundETH()
    for (const data of [refund, multicall(refund)] as const) {
      expect(warned(await send({ to: THIEF, value: '0xde0b6b3a7640000', data }))).toEqual(['warn.unlistedWrapper'])
      expect(warned(await send({ to: ROUTER, value: '0xde0b6b3a7640000', data }))).toEqual([])
    }
  })
  test('calls beyond what is looked into are blind', async () => {
    let data = exactInput(ME, 9n)
    for (let depth = 0; depth < 7; depth++) data = multicall(data, data)
    expect(warned(await send({ to: ROUTER, data }))).toContain('warn.blind')
  })
})

describe('simulations', () => {
  const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
  const word = (amount: bigint) => `0x${amount.toString(16).padStart(64, '0')}`
  const log = (address: string, topic: string, from: string, to: string, amount: bigint) => ({
    address,
    topics: [topic, word(BigInt(from)), word(BigInt(to))],
    data: word(amount),
  })
  const simulated = (logs: readonly unknown[], status = '0x1') => ({
    node: { eth_simulateV1: [{ calls: [{ status, gasUsed: '0x5208', logs }] }] },
  })
  test('what would change is told as the node says it, in sums', async () => {
    const logs = [
      log('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', TRANSFER, ME, OTHER, 5n),
      log(USDC, TRANSFER, OTHER, ME, 7n),
      log(USDC, TRANSFER, ME, OTHER, 3n),
      log(WETH, TRANSFER, OTHER, THIEF, 3n),
    ]
    const { simulation } = await send({ to: OTHER, value: '0x5' }, simulated(logs))
    expect(
      simulation?.changes.map(({ direction, value }) => [direction, value.type === 'amount' && [value.amount, value.symbol]]),
    ).toEqual([
      ['out', [5n, 'ETH']],
      ['in', [4n, 'USDC']],
    ])
  })
  test('a blind call that gives an allowance, and one that fails, are warned of', async () => {
    const data = '0xdeadbeef'
    const gives = simulated([log(USDC, APPROVAL, ME, THIEF, 9n)])
    expect(warned(await send({ to: ROUTER, data }, gives))).toEqual(['warn.blind', 'warn.hiddenApproval'])
    expect(warned(await send({ to: ROUTER, data }, simulated([], '0x0')))).toEqual(['warn.blind', 'warn.willFail'])
  })
  test('an NFT that calls itself money stands with its contract', async () => {
    // attack 55
    const nft = {
      ...log(ODD, TRANSFER, OTHER, ME, 0n),
      topics: [TRANSFER, word(BigInt(OTHER)), word(BigInt(ME)), word(42n)],
      data: '0x',
    }
    const { simulation } = await send({ to: OTHER, value: '0x5' }, simulated([nft]))
    expect(simulation?.changes).toEqual([
      { direction: 'in', value: { type: 'amount', amount: 1n, decimals: 0, symbol: 'USDС⟦U+202E⟧evil #42', unverified: ODD } },
    ])
  })
  test('a flood of events of other tokens hides nothing that leaves, and is told', async () => {
    // attack 73
    const tokens = Array.from({ length: 300 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`)
    const nfts = tokens.map((token) => ({
      address: token,
      topics: [TRANSFER, word(BigInt(OTHER)), word(BigInt(ME)), word(1n)],
      data: '0x',
    }))
    const flood = [...nfts, ...tokens.flatMap((token) => [log(token, TRANSFER, ME, OTHER, 1n)])]
    let asked = 0
    const { node } = simulated([...flood, log(USDC, TRANSFER, ME, THIEF, 9n), log(WETH, TRANSFER, OTHER, ME, 1n)])
    const eth_call = () => {
      asked += 1
      throw new Error('reverted')
    }
    const approval = await send({ to: OTHER, value: '0x5' }, { node: { ...node, eth_call } })
    const changes = approval.simulation!.changes
    expect(changes).toHaveLength(12)
    expect(changes).toContainEqual({ direction: 'out', value: { type: 'amount', amount: 9n, decimals: 6, symbol: 'USDC' } })
    expect(changes).toContainEqual({ direction: 'in', value: { type: 'amount', amount: 1n, decimals: 18, symbol: 'WETH' } })
    expect(changes.map(({ direction }) => direction)).toEqual([...Array.from({ length: 11 }, () => 'out'), 'in'])
    expect(warned(approval)).toContain('warn.moreChanges')
    expect(asked).toBeLessThan(50) // and the node is not asked about each
  })
  testRows([
    null,
    [],
    [{ calls: [] }],
    '<html>',
    [{ calls: [{ status: 1 }] }],
    [{ calls: [{ status: '0x1', gasUsed: '0x1', logs: [{}] }] }],
    [{ calls: [{ status: '0x1', gasUsed: `0x${'f'.repeat(5000)}` }] }],
    [
      {
        calls: [
          {
            status: '0x1',
            gasUsed: '0x1',
            logs: [{ address: USDC, topics: [TRANSFER, word(1n), word(BigInt(ME)), '0x'], data: '0x' }],
          },
        ],
      },
    ],
  ])('%o is no simulation', async (answer) => {
    // attack 73
    expect((await send({ to: OTHER, value: '0x5' }, { node: { eth_simulateV1: answer } })).simulation).toBeUndefined()
  })
})

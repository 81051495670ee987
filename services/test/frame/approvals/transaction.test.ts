// Transactions in words, and the bytes behind them.
import { encodeFunctionData, erc20Abi, erc721Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../frame/approvals/types.js'
import {
  contextOf,
  describeIt,
  ME,
  NFT,
  ODD,
  OTHER,
  PERMIT2,
  request,
  ROUTER,
  rowOf,
  send,
  SUPPLY,
  THIEF,
  USDC,
  warned,
  WETH,
} from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const MAX = 2n ** 256n - 1n
const approve = (spender: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

test('coins are sent with the fee cap, and signed as shown', async () => {
  const approval = await send({ to: OTHER, value: '0xde0b6b3a7640000' })
  expect(approval).toMatchObject({ kind: 'transaction', title: 'call.send', risk: 'normal' })
  expect(approval.head.map(({ value }) => value)).toMatchObject([
    { text: 'https://app.example.org' },
    { text: 'Ethereum' },
    { address: ME },
  ])
  expect(rowOf(approval, 'row.amount')).toEqual({ type: 'amount', amount: 10n ** 18n, decimals: 18, symbol: 'ETH' })
  expect(rowOf(approval, 'row.recipient')).toEqual({ type: 'address', address: OTHER })
  const { sign } = approval
  if (sign.type !== 'evmTransaction') throw new Error('another plan')
  expect(sign.transaction).toEqual({
    type: 'eip1559',
    chainId: 1,
    nonce: 7,
    to: OTHER,
    value: 10n ** 18n,
    data: '0x',
    gas: 62_500n,
    maxFeePerGas: 3_500_000_000n,
    maxPriorityFeePerGas: 1_500_000_000n,
  })
  expect(rowOf(approval, 'row.feeMost')).toMatchObject({ amount: 62_500n * 3_500_000_000n })
})

describe('sender, chain and receiver', () => {
  test('another sender, another chain, the zero address and the token itself are refused', async () => {
    // attack 67
    await expect(send({ from: OTHER, to: THIEF })).rejects.toMatchObject({ code: 'INVALID_PARAMS', rpcCode: -32602 })
    await expect(send({ to: OTHER, chainId: '0x2' })).rejects.toThrow('chainId')
    await expect(send({ to: `0x${'0'.repeat(40)}`, value: '0x1' })).rejects.toThrow('zero address')
    await expect(send({ to: USDC, value: '0x1' })).rejects.toThrow('token')
    await expect(send({ to: ODD, value: '0x1' })).rejects.toThrow('token') // on no list, and takes no coins
    expect((await send({ to: ROUTER, value: '0xde0b6b3a7640000' })).title).toBe('call.send')
    const toItself = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [USDC, 1n] })
    await expect(send({ to: USDC, data: toItself })).rejects.toThrow('contract of the token')
    await expect(send({ value: '0x1' })).rejects.toThrow('neither to nor data')
  })
  test('a contract creation and a send to oneself are warned of', async () => {
    // attack 67
    expect(await send({ data: '0x6001' })).toMatchObject({ risk: 'risky', title: 'title.creation' })
    expect(warned(await send({ to: ME, value: '0x1' }))).toContain('warn.toSelf')
  })
  test('the same chain in every spelling is the same', async () => {
    // attack 67
    for (const chainId of [1, '0x1', '1', 'eip155:1'])
      expect((await send({ to: OTHER, value: '0x1', chainId })).risk).toBe('normal')
  })
  test('authorisations and unknown fields are refused', async () => {
    await expect(send({ to: ME, authorizationList: [] })).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
    await expect(send({ to: ME, blobs: [] })).rejects.toThrow('blobs')
    await expect(describeIt('eth_sendTransaction', [JSON.parse('{"__proto__":{"to":"0x"}}')])).rejects.toThrow('__proto__')
  })
})

testRows([
  `0X${OTHER.slice(2)}`,
  OTHER.slice(0, -1),
  `${OTHER}0`,
  OTHER.slice(2),
  'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
  `${OTHER.slice(0, -1)}c`,
])('%s is no address', async (to) => {
  // attack 68
  await expect(send({ to, value: '0x1' })).rejects.toThrow('to is no address')
})
test('an address in lower case is one', async () => {
  // attack 68
  expect(rowOf(await send({ to: OTHER.toLowerCase(), value: '0x1' }), 'row.recipient')).toEqual({
    type: 'address',
    address: OTHER,
  })
})

describe('allowances', () => {
  test('an endless allowance is risky, and can be made exact: other words, other bytes', async () => {
    // attack 69
    const approval = await send({ to: USDC, data: approve(ROUTER, MAX) })
    expect(approval).toMatchObject({ kind: 'approval', risk: 'risky', editable: { isUnlimited: true, decimals: 6 } })
    expect(rowOf(approval, 'row.allowance')).toEqual({ type: 'unlimited', symbol: 'USDC' })
    const exact = await approval.editable!.with(5_000_000n)
    expect(exact.risk).toBe('normal')
    expect(rowOf(exact, 'row.allowance')).toEqual({ type: 'amount', amount: 5_000_000n, decimals: 6, symbol: 'USDC' })
    expect(exact.head).toEqual(approval.head)
    expect(exact.sign).toMatchObject({ transaction: { data: approve(ROUTER, 5_000_000n), nonce: 7 } })
    await expect(approval.editable!.with(-1n)).rejects.toThrow(RangeError)
  })
  test('a limited one is not, unless a person is the spender', async () => {
    // attack 69
    expect((await send({ to: USDC, data: approve(ROUTER, 5n) })).risk).toBe('normal')
    expect(warned(await send({ to: USDC, data: approve(THIEF, 5n) }))).toEqual(['warn.spenderNoCode'])
    expect(await send({ to: USDC, data: approve(THIEF, 0n) })).toMatchObject({ risk: 'normal', title: 'call.revoke' })
  })
  test('all that there is of a token is as good as no limit', async () => {
    // attack 69
    expect(warned(await send({ to: USDC, data: approve(ROUTER, SUPPLY) }))).toEqual(['warn.unlimited'])
    expect(warned(await send({ to: USDC, data: approve(ROUTER, SUPPLY - 1n) }))).toEqual([])
  })
  test('a collection, an NFT, a raise, Permit2', async () => {
    // attack 69
    const all = encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [ROUTER, true] })
    expect(warned(await send({ to: NFT, data: all }))).toEqual(['warn.approvalForAll'])
    expect(await send({ to: NFT, data: approve(ROUTER, 42n) })).toMatchObject({ title: 'call.approveNft', risk: 'risky' })
    const abi = parseAbi([
      'function increaseAllowance(address,uint256)',
      'function approve(address,address,uint160,uint48)',
      'function multicall(bytes[])',
    ])
    const raise = encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [ROUTER, 5n] })
    expect(warned(await send({ to: USDC, data: raise }))).toEqual(['warn.increase'])
    const permit2 = encodeFunctionData({ abi, functionName: 'approve', args: [USDC, ROUTER, 2n ** 160n - 1n, 2_000_000_000] })
    expect(warned(await send({ to: PERMIT2, data: permit2 }))).toEqual(['warn.unlimited', 'warn.permit2'])
    const nested = encodeFunctionData({
      abi,
      functionName: 'multicall',
      args: [[encodeFunctionData({ abi, functionName: 'multicall', args: [[all]] })]],
    })
    const approval = await send({ to: NFT, data: nested })
    expect(warned(approval)).toEqual(['warn.approvalForAll'])
    expect(approval).toMatchObject({ title: 'call.approveAll', calls: [] }) // bundles of one are what is in them
  })
})

test('a token that nobody knows is unverified, and its name spelled out', async () => {
  // attack 55
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 10n ** 18n] })
  expect(rowOf(await send({ to: ODD, data }), 'row.amount')).toMatchObject({ symbol: 'USDС⟦U+202E⟧evil', unverified: ODD })
})

test('unknown methods, and known ones in an unusual encoding, are blind data', async () => {
  expect(await send({ to: ROUTER, data: '0xdeadbeef' })).toMatchObject({ title: 'title.transaction', risk: 'risky' })
  const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [OTHER, 1n] })
  expect(warned(await send({ to: USDC, data: `${transfer}00` }))).toEqual(['warn.blind'])
  expect(warned(await send({ to: USDC, data: transfer.replace('0x' + 'a9059cbb0000', '0xa9059cbbff00') }))).toEqual([
    'warn.blind',
  ])
})

test('coins are wrapped by the listed contract, and not by another', async () => {
  expect(await send({ to: WETH, value: '0x1', data: '0xd0e30db0' })).toMatchObject({ risk: 'normal', title: 'call.wrap' })
  expect((await send({ to: ODD, value: '0x1', data: '0xd0e30db0' })).risk).toBe('risky')
})

describe('fees and numbers', () => {
  testRows([
    [{ gas: '0x0' }, 'too low'],
    [{ gas: '0x5f5e101' }, 'exceeds the limit'],
    [{ nonce: '0x6' }, 'lower than the current nonce'],
    [{ gasPrice: '0x1', maxFeePerGas: '0x1' }, 'Cannot specify both'],
    [{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'cannot be higher than the fee cap'],
    [{ value: '-0x1' }, 'no quantity'],
    [{ value: `0x1${'0'.repeat(64)}` }, 'no quantity'],
    [{ value: '1e18' }, 'no quantity'],
  ])('%o is refused', async (also, problem) => {
    // attack 70
    await expect(send({ to: OTHER, value: '0x1', ...also })).rejects.toThrow(problem)
  })
  test('a gap, a high fee, a fee beyond 1 % are warned of', async () => {
    // attack 70
    const value = '0xde0b6b3a7640000'
    expect(warned(await send({ to: OTHER, value, nonce: '0x9' }))).toEqual(['warn.nonceGap'])
    expect(warned(await send({ to: OTHER, value: '0x1' }))).toEqual(['warn.feeShare'])
    expect(await send({ to: OTHER, value, gas: '0x5208', maxFeePerGas: '0x38d7ea4c68000' })).toMatchObject({ risk: 'risky' })
  })
})

describe('nodes', () => {
  test('a node of another chain, or none, ends the request', async () => {
    // attack 73
    await expect(send({ to: OTHER, value: '0x1' }, { node: { eth_chainId: '0x2' } })).rejects.toMatchObject({
      code: 'UNSUPPORTED_CHAIN',
    })
    await expect(send({ to: OTHER, value: '0x1' }, { node: { eth_getBlockByNumber: '<html>' } })).rejects.toMatchObject({
      code: 'SERVICES_UNAVAILABLE',
    })
  })
  test('a transaction that would fail is said to', async () => {
    // attack 73
    const approval = await send({ to: OTHER, value: '0x1' }, { node: { eth_estimateGas: undefined } })
    expect(warned(approval)).toContain('warn.willFail')
  })
})

testRows(['eth_sign', 'Eth_SendTransaction', 'eth_sendTransaction ', 'toString', '__proto__'])(
  '%s is not allowed', // attack 75
  async (method) => {
    await expect(describeIt(method, [])).rejects.toMatchObject({
      code: 'METHOD_NOT_ALLOWED',
      message: 'Requested RPC call is not allowed',
    })
  },
)

describe('names of receivers', () => {
  const named = (name: string | undefined, last?: string) =>
    send({ to: OTHER, value: '0xde0b6b3a7640000' }, { nameOf: () => Promise.resolve(name), lastAddressOf: () => last })
  test('the name stands above the address, which is whole', async () => {
    // attack 57
    expect(rowOf(await named('friend.eth'), 'row.recipient')).toEqual({ type: 'address', address: OTHER, name: 'friend.eth' })
    expect(rowOf(await named('fri\u202eend.eth'), 'row.recipient')).toMatchObject({ name: 'fri⟦U+202E⟧end.eth' })
  })
  test('a name that leads elsewhere than before is a danger', async () => {
    // attack 58
    expect(warned(await named('friend.eth', THIEF.toLowerCase()))).toEqual(['warn.nameChanged'])
    expect((await named('friend.eth', OTHER.toLowerCase())).risk).toBe('normal')
    const failing = await send({ to: OTHER, value: '0xde0b6b3a7640000' }, { nameOf: () => Promise.reject(new Error('offline')) })
    expect(rowOf(failing, 'row.recipient')).toEqual({ type: 'address', address: OTHER })
  })
})

test('a chain whose nodes are the page’s own is risky; a chain beyond 2³¹ is none', async () => {
  // attack 74
  const chains = { 'eip155:99': { name: 'Odd', nativeSymbol: 'ODD', decimals: 18, isPageRpc: true } }
  const there = { chainId: 'eip155:99', chains, node: { eth_chainId: '0x63' } }
  expect(warned(await send({ to: OTHER, value: '0xde0b6b3a7640000' }, there))).toEqual(['warn.pageRpc'])
  const beyond = { [`eip155:${String(2 ** 31)}`]: chains['eip155:99'] }
  await expect(send({ to: OTHER, value: '0x1' }, { chainId: Object.keys(beyond)[0]!, chains: beyond })).rejects.toMatchObject({
    rpcCode: 32603,
  })
  await expect(send({ to: OTHER, value: '0x1' }, { chainId: 'eip155:5' })).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
})

test('an aborted request is not described', async () => {
  const ending = new AbortController()
  ending.abort(new Error('Request was aborted'))
  const { describeRequest } = await import('../../../frame/approvals/describe.js')
  await expect(
    describeRequest(request('eth_sendTransaction', [{ to: OTHER, value: '0x1' }]), contextOf({}), ending.signal),
  ).rejects.toThrow('aborted')
})

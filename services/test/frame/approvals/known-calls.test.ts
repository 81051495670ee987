// What the tables of known methods say of NFTs, permits and exchanges, and permits as typed data beyond EIP-2612.
import { encodeFunctionData, parseAbi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { describeIt, ME, NFT, ODD, OTHER, PERMIT2, ROUTER, rowOf, send, THIEF, USDC, warned, WETH } from './world.js'
import { testRows } from '../../../../test/support/rows.js'

const abi = parseAbi([
  'function approve(address,uint256)',
  'function decreaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function transferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'function permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
  'function transferFrom(address,address,uint160,address)',
  'function withdraw(uint256)',
  'function transferOwnership(address)',
])
const word: Hex = `0x${'11'.repeat(32)}`
const call = (to: Hex, data: Hex) => send({ to, data })

describe('NFTs', () => {
  // attack 69
  test('are sent by their number, to whom is said; to nobody, and to the contract itself, they are not', async () => {
    const plain = encodeFunctionData({ abi, functionName: 'transferFrom', args: [ME, OTHER, 42n] })
    const safe = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [ME, OTHER, 42n] })
    const withData = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [ME, OTHER, 42n, '0x01'] })
    for (const data of [plain, safe, withData]) {
      const approval = await call(NFT, data)
      expect(approval).toMatchObject({ title: 'call.sendNft', risk: 'normal' })
      expect(rowOf(approval, 'row.tokenId')).toEqual({ type: 'text', text: '42' })
      expect(rowOf(approval, 'row.recipient')).toEqual({ type: 'address', address: OTHER })
    }
    const to = (receiver: Hex) =>
      call(NFT, encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [ME, receiver, 42n] }))
    await expect(to(`0x${'0'.repeat(40)}`)).rejects.toThrow('zero address')
    await expect(to(NFT)).rejects.toThrow('contract of the token')
    expect(warned(await to(ME))).toEqual(['warn.toSelf'])
  })
  test('of somebody else are said to be theirs, and several of one kind with their count', async () => {
    const some = encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [THIEF, OTHER, 42n, 7n, '0x'] })
    const approval = await call(ODD, some)
    expect(rowOf(approval, 'row.count')).toEqual({ type: 'text', text: '7' })
    expect(rowOf(approval, 'row.from')).toEqual({ type: 'address', address: THIEF })
  })
  test('in a batch are all listed; lists that do not fit are blind', async () => {
    const batch = (ids: bigint[], counts: bigint[]) =>
      call(ODD, encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: [ME, OTHER, ids, counts, '0x'] }))
    expect(rowOf(await batch([1n, 2n], [3n, 4n]), 'row.tokenIds')).toEqual({ type: 'block', text: '3 × 1\n4 × 2' })
    for (const [ids, counts] of [
      [[], []],
      [[1n], []],
      [Array<bigint>(65).fill(1n), Array<bigint>(65).fill(1n)],
    ] as const)
      expect(warned(await batch([...ids], [...counts]))).toEqual(['warn.blind'])
  })
  test('an allowance that is taken back is no danger', async () => {
    const none = encodeFunctionData({ abi, functionName: 'approve', args: [`0x${'0'.repeat(40)}`, 42n] })
    expect(await call(NFT, none)).toMatchObject({ title: 'call.revoke', risk: 'normal' })
    const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [THIEF, false] })
    expect(await call(NFT, all)).toMatchObject({ title: 'call.revokeAll', risk: 'normal' })
  })
})

describe('permits that are handed in', () => {
  // attack 69
  test('by EIP-2612, in the way of DAI, and by Permit2 are dangers, with owner, spender and end', async () => {
    const ends = 1_900_000_000n
    const usual = encodeFunctionData({ abi, functionName: 'permit', args: [ME, ROUTER, 5n, ends, 27, word, word] })
    const approval = await call(USDC, usual)
    expect(approval.title).toBe('call.permit')
    expect(warned(approval)).toEqual(['warn.permit'])
    expect(rowOf(approval, 'row.allowance')).toMatchObject({ amount: 5n, symbol: 'USDC' })
    expect(rowOf(approval, 'row.until')).toEqual({ type: 'time', at: Number(ends) * 1000 })
    const dai = (isAllowed: boolean) =>
      encodeFunctionData({ abi, functionName: 'permit', args: [ME, ROUTER, 0n, 0n, isAllowed, 27, word, word] })
    const everything = await call(USDC, dai(true))
    expect(warned(everything)).toEqual(['warn.permit', 'warn.unlimited'])
    expect(rowOf(everything, 'row.until')).toEqual({ type: 'time', at: undefined })
    expect(rowOf(await call(USDC, dai(false)), 'row.allowance')).toBeUndefined()
    const single = [[USDC, 9n, Number(ends), 0], ROUTER, ends] as const
    const permit2 = await call(PERMIT2, encodeFunctionData({ abi, functionName: 'permit', args: [ME, single, '0x'] }))
    expect(rowOf(permit2, 'row.allowance')).toMatchObject({ amount: 9n, symbol: 'USDC' })
    const moved = encodeFunctionData({ abi, functionName: 'transferFrom', args: [ME, OTHER, 8n, USDC] })
    expect(rowOf(await call(PERMIT2, moved), 'row.amount')).toMatchObject({ amount: 8n, symbol: 'USDC' })
  })
  test('less allowance, unwrapping and another owner are told', async () => {
    const less = (amount: bigint) => encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [ROUTER, amount] })
    expect(rowOf(await call(USDC, less(5n)), 'row.amount')).toMatchObject({ amount: 5n })
    expect(rowOf(await call(USDC, less(2n ** 256n - 1n)), 'row.amount')).toEqual({ type: 'phrase', key: 'value.everything' })
    const out = encodeFunctionData({ abi, functionName: 'withdraw', args: [5n] })
    expect(await call(WETH, out)).toMatchObject({ title: 'call.unwrap', risk: 'normal' })
    expect(warned(await call(ODD, out))).toEqual(['warn.unlistedWrapper'])
    const owner = encodeFunctionData({ abi, functionName: 'transferOwnership', args: [THIEF] })
    expect(warned(await call(ROUTER, owner))).toEqual(['warn.ownership'])
  })
})

describe('exchanges', () => {
  const routers = parseAbi([
    'function swapExactTokensForTokens(uint256,uint256,address[],address,uint256)',
    'function swapExactTokensForETH(uint256,uint256,address[],address,uint256)',
    'function swapTokensForExactTokens(uint256,uint256,address[],address,uint256)',
    'function swapETHForExactTokens(uint256,address[],address,uint256)',
    'struct Single { address from; address to; uint24 fee; address recipient; uint256 amountIn; uint256 least; uint160 limit; }',
    'function exactInputSingle(Single)',
    'function unwrapWETH9(uint256)',
    'function sweepToken(address,uint256,address)',
    'function refundETH()',
    'function selfPermit(address,uint256,uint256,uint8,bytes32,bytes32)',
    'function multicall(bytes[])',
    'function multicall(bytes32,bytes[])',
    'function aggregate((address,bytes)[])',
    'function tryAggregate(bool,(address,bytes)[])',
    'function aggregate3((address,bool,bytes)[])',
    'function aggregate3Value((address,bool,uint256,bytes)[])',
  ])
  const until = 1_900_000_000n
  test('what is paid and what comes is said of each kind', async () => {
    const path = [USDC, WETH] as const
    const there = encodeFunctionData({ abi: routers, functionName: 'swapExactTokensForTokens', args: [5n, 3n, path, ME, until] })
    const toCoins = encodeFunctionData({ abi: routers, functionName: 'swapExactTokensForETH', args: [5n, 3n, path, ME, until] })
    const exact = encodeFunctionData({ abi: routers, functionName: 'swapTokensForExactTokens', args: [3n, 5n, path, ME, until] })
    const amounts = async (data: Hex, value = '0x0') => {
      const approval = await send({ to: ROUTER, data, value })
      return (['row.pay', 'row.payMost', 'row.get', 'row.getLeast'] as const).map((label) => {
        const row = rowOf(approval, label)
        return row?.type === 'amount' ? `${String(row.amount)} ${row.symbol}` : '-'
      })
    }
    expect(await amounts(there)).toEqual(['5 USDC', '-', '-', '3 WETH'])
    expect(await amounts(toCoins)).toEqual(['5 USDC', '-', '-', '3 ETH'])
    expect(await amounts(exact)).toEqual(['-', '5 USDC', '3 WETH', '-'])
    const fromCoins = encodeFunctionData({
      abi: routers,
      functionName: 'swapETHForExactTokens',
      args: [3n, [WETH, USDC], ME, until],
    })
    expect(await amounts(fromCoins, '0x9')).toEqual(['-', '9 ETH', '3 USDC', '-'])
    const single = { from: USDC, to: WETH, fee: 500, recipient: ME, amountIn: 5n, least: 3n, limit: 0n } as const
    expect(await amounts(encodeFunctionData({ abi: routers, functionName: 'exactInputSingle', args: [single] }))).toEqual([
      '5 USDC',
      '-',
      '-',
      '3 WETH',
    ])
  })
  test('a path of one token, and an empty bundle, are blind', async () => {
    const short = encodeFunctionData({
      abi: routers,
      functionName: 'swapExactTokensForTokens',
      args: [5n, 3n, [USDC], ME, until],
    })
    const empty = encodeFunctionData({ abi: routers, functionName: 'multicall', args: [[]] })
    const nobody = encodeFunctionData({ abi: routers, functionName: 'aggregate', args: [[]] })
    for (const data of [short, empty, nobody]) expect(warned(await send({ to: ROUTER, data }))).toEqual(['warn.blind'])
  })
  test('calls that are passed on are looked into, in each form of a bundle', async () => {
    // attack 69
    const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [THIEF, true] })
    const bundles = [
      encodeFunctionData({ abi: routers, functionName: 'multicall', args: [word, [all]] }),
      encodeFunctionData({ abi: routers, functionName: 'aggregate', args: [[[NFT, all]]] }),
      encodeFunctionData({ abi: routers, functionName: 'tryAggregate', args: [false, [[NFT, all]]] }),
      encodeFunctionData({ abi: routers, functionName: 'aggregate3', args: [[[NFT, true, all]]] }),
      encodeFunctionData({ abi: routers, functionName: 'aggregate3Value', args: [[[NFT, true, 0n, all]]] }),
    ]
    for (const data of bundles) expect(warned(await send({ to: ROUTER, data }))).toContain('warn.approvalForAll')
  })
  test('the small steps of a bundle are said', async () => {
    const steps = [
      encodeFunctionData({ abi: routers, functionName: 'selfPermit', args: [USDC, 5n, until, 27, word, word] }),
      encodeFunctionData({ abi: routers, functionName: 'unwrapWETH9', args: [1n] }),
      encodeFunctionData({ abi: routers, functionName: 'sweepToken', args: [USDC, 1n, THIEF] }),
      encodeFunctionData({ abi: routers, functionName: 'refundETH' }),
    ]
    const approval = await send({
      to: ROUTER,
      data: encodeFunctionData({ abi: routers, functionName: 'multicall', args: [steps] }),
    })
    expect(approval.calls.map(({ title }) => title)).toEqual(['call.usePermit', 'call.payOut', 'call.payOut', 'call.refund'])
    expect(warned(approval)).toEqual(['warn.swapToOther'])
  })
})

describe('permits as typed data', () => {
  // attack 69
  const field = (name: string, type: string) => ({ name, type })
  const domain = { name: 'Token', chainId: 1, verifyingContract: USDC }
  const sign = (data: object) => describeIt('eth_signTypedData_v4', [ME, JSON.stringify(data)])
  const dai = (holder: string, allowed: boolean) => ({
    types: {
      Permit: [
        field('holder', 'address'),
        field('spender', 'address'),
        field('nonce', 'uint256'),
        field('expiry', 'uint256'),
        field('allowed', 'bool'),
      ],
    },
    domain,
    primaryType: 'Permit',
    message: { holder, spender: ROUTER, nonce: 0, expiry: 0, allowed },
  })
  const transfer = (from: string) => ({
    types: {
      TransferWithAuthorization: [
        field('from', 'address'),
        field('to', 'address'),
        field('value', 'uint256'),
        field('validAfter', 'uint256'),
        field('validBefore', 'uint256'),
        field('nonce', 'bytes32'),
      ],
    },
    domain,
    primaryType: 'TransferWithAuthorization',
    message: { from, to: THIEF, value: '7', validAfter: 0, validBefore: 1_900_000_000, nonce: word },
  })
  test('in the way of DAI allow everything for ever, or nothing', async () => {
    const approval = await sign(dai(ME, true))
    expect(warned(approval)).toEqual(['warn.permit', 'warn.unlimited'])
    expect(rowOf(approval, 'row.until')).toEqual({ type: 'time', at: undefined })
    expect(await sign(dai(ME, false))).toMatchObject({ kind: 'permit', risk: 'normal' })
    await expect(sign(dai(OTHER, true))).rejects.toThrow('of another account')
  })
  test('of EIP-3009 move tokens, and say whose and to whom', async () => {
    const approval = await sign(transfer(ME))
    expect(warned(approval)).toEqual(['warn.transferPermit'])
    expect(rowOf(approval, 'row.amount')).toMatchObject({ amount: 7n, symbol: 'USDC' })
    expect(rowOf(approval, 'row.recipient')).toEqual({ type: 'address', address: THIEF })
    expect(rowOf(approval, 'row.message')).toBeUndefined() // the rows say all
    await expect(sign(transfer(OTHER))).rejects.toThrow('of another account')
  })
})

describe('what the chain would not take', () => {
  // attack 70
  const one = { to: OTHER, value: '0xde0b6b3a7640000' }
  testRows<[string, object, string]>([
    ['two amounts of gas', { gas: '0x5208', gasLimit: '0x5209' }, 'not the same'],
    ['two kinds of data', { data: '0x01', input: '0x02' }, 'not the same'],
    ['both kinds of fees', { gasPrice: '0x1', maxFeePerGas: '0x1' }, 'Cannot specify both'],
    ['a tip above the cap', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'cannot be higher'],
    ['an access list in the old form', { gasPrice: '0x1', accessList: [] }, 'gasPrice alone'],
    ['a key of another length', { accessList: [{ address: OTHER, storageKeys: ['0x01'] }] }, '32 bytes'],
    ['a long access list', { accessList: Array.from({ length: 257 }, () => ({ address: OTHER, storageKeys: [] })) }, 'too long'],
    ['more gas than a block has', { gas: '0x5f5e101' }, 'exceeds the limit'],
    ['a list of authorisations', { authorizationList: [] }, 'authorizationList'],
  ])('a transaction with %s is refused', async (_, also, problem) => {
    // attack 70
    await expect(send({ ...one, ...also })).rejects.toThrow(problem)
  })
  test('an access list is signed; a fee below the base fee, and a number that leaves a gap, are told', async () => {
    // attack 70
    const accessList = [{ address: USDC, storageKeys: [word] }]
    const approval = await send({ ...one, accessList, maxFeePerGas: '0x1', nonce: '0x9' })
    expect(warned(approval)).toEqual(['warn.nonceGap', 'warn.feeTooLow'])
    expect(approval.sign).toMatchObject({ transaction: { accessList, nonce: 9, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } })
  })
  test('a chain without base fees has transactions with a gas price', async () => {
    // attack 73
    const old = { node: { eth_getBlockByNumber: { gasLimit: '0x2255100' }, eth_gasPrice: '0x7' } }
    expect((await send(one, old)).sign).toMatchObject({ transaction: { type: 'legacy', gasPrice: 7n } })
    const silent = { node: { eth_getBlockByNumber: { gasLimit: '0x2255100' }, eth_gasPrice: undefined } }
    await expect(send(one, silent)).rejects.toMatchObject({ code: 'SERVICES_UNAVAILABLE' })
    await expect(send(one, { node: { eth_getTransactionCount: '0xffffffffff' } })).rejects.toMatchObject({
      code: 'SERVICES_UNAVAILABLE',
    })
  })
})

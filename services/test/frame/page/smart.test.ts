// What a smart account is asked for: shown from the bytes that are signed, sent once, and believed only where the chain says it. A chain, a bundler and a
// paymaster that a test moves on.
import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  keccak256,
  numberToHex,
  pad,
  recoverAddress,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { entryPoint08Address, getUserOperationHash, type UserOperation } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { FrameError } from '../../../../src/frame/frame-error.js'
import { ACCOUNT_FACTORY, ACCOUNT_IMPLEMENTATION } from '../../../devnet/manifest.js'
import { createAccounts } from '../../../frame/accounts.js'
import type { Decision } from '../../../frame/approvals/stack.js'
import type { Approval } from '../../../frame/approvals/types.js'
import type { Keyring } from '../../../frame/keys/keyring.js'
import { NodeError, type Nodes } from '../../../frame/nodes.js'
import type { FrameParts } from '../../../frame/parts.js'
import { createApprove } from '../../../frame/rpc/approve.js'
import { callsStatus } from '../../../frame/rpc/calls.js'
import { createSender } from '../../../frame/rpc/send.js'
import { smartAccountOf } from '../../../frame/smart/account.js'
import { decodeCalls, encodeCalls } from '../../../frame/smart/operation.js'
import { createStore } from '../../../frame/store.js'
import type { FrameConfig, WireSmartAccount } from '../../../src/embedded/wire.js'
import { executeData } from '../../support/user-operations.js'
import { APP, USER_ID } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

const key = privateKeyToAccount(`0x${'2'.repeat(64)}`)
const TO = '0x00000000000000000000000000000000000000AA'
const TOKEN = '0x00000000000000000000000000000000000000bb'
const PAYMASTER = getAddress('0x00000000000000000000000000000000000000cc')
const chainId = 'eip155:1'
const EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const row: WireSmartAccount = {
  entryPoint: '0.8',
  factory: ACCOUNT_FACTORY,
  implementation: ACCOUNT_IMPLEMENTATION,
  paymaster: false,
}
const smart = smartAccountOf(chainId, key.address, row).address
const userOpHash = (operation: UserOperation<'0.8'>) =>
  getUserOperationHash({
    chainId: 1,
    entryPointAddress: entryPoint08Address,
    entryPointVersion: '0.8',
    userOperation: { ...operation, signature: '0x' },
  })
type Sent = Readonly<Record<string, Hex>>

function world({ paymaster = false } = {}) {
  const chain = { nonce: 0n, code: '0x' as Hex, success: true, isOffline: false, refuses: '', gas: '0x186a0', hidden: false }
  const sent: { operation: Sent; hash: Hex }[] = []
  const shown: Approval[] = []
  const person: { decide(): void | false } = { decide: () => {} }
  let lie: Hex | undefined
  const transaction = (hash: Hex) => keccak256(lie ?? hash)
  const word = (value: bigint) => pad(numberToHex(value), { size: 32 })
  const event = (hash: Hex) => ({
    address: entryPoint08Address,
    topics: [EVENT, hash, pad(smart), pad('0x0')],
    data: `0x${[chain.nonce, chain.success ? 1n : 0n, 1n, 1n].map((value) => word(value).slice(2)).join('')}`,
  })
  const other = { address: TOKEN, topics: [word(1n)], data: '0x' }
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => '0x1',
    eth_getBlockByNumber: () => ({ baseFeePerGas: '0x3b9aca00', gasLimit: '0x1c9c380' }),
    eth_gasPrice: () => '0x3b9aca00',
    eth_maxPriorityFeePerGas: () => '0x3b9aca00',
    eth_getTransactionCount: () => '0x1',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_getCode: ([address]) => (address === smart ? chain.code : '0x'),
    eth_call: ([call]) => word((call as { data: string }).data.startsWith('0x35567e1a') ? chain.nonce : 0n),
    eth_estimateUserOperationGas: () => {
      if (chain.refuses) throw new NodeError(-32521, chain.refuses)
      return { callGasLimit: chain.gas, verificationGasLimit: '0x186a0', preVerificationGas: '0xc350' }
    },
    pm_getPaymasterStubData: () => ({ paymaster: PAYMASTER, paymasterData: '0x01', paymasterVerificationGasLimit: '0x7530' }),
    pm_getPaymasterData: () => ({ paymaster: PAYMASTER, paymasterData: '0x02' }),
    eth_sendUserOperation: ([given]) => {
      const { signature: _, ...operation } = given as Sent
      const quantity = /^(?:nonce|.*Gas|.*GasLimit)$/
      const read = Object.fromEntries(
        Object.entries(operation).map(([name, value]) => [name, quantity.test(name) ? BigInt(value) : value]),
      )
      const hash = userOpHash(read as unknown as UserOperation<'0.8'>)
      if (!sent.some((one) => one.hash === hash)) sent.push({ operation: given as Sent, hash })
      if (chain.isOffline) throw new FrameError('OFFLINE', 'You are offline') // it has arrived; the answer was lost
      return hash
    },
    eth_getUserOperationByHash: ([hash]) => {
      if (chain.isOffline) throw new FrameError('OFFLINE', 'You are offline')
      return sent.some((one) => one.hash === hash) ? {} : null
    },
    eth_getUserOperationReceipt: ([hash]) => (chain.hidden ? null : { receipt: { transactionHash: transaction(hash as Hex) } }),
    eth_getTransactionReceipt: ([hash]) => {
      const found = sent.find((one) => transaction(one.hash) === hash)
      const common = { transactionHash: hash, status: '0x1', blockHash: word(5n), blockNumber: '0x5', gasUsed: '0x5' }
      if (lie !== undefined) return { ...common, logs: [event(lie)] }
      return found ? { ...common, logs: [event(word(9n)), other, event(found.hash)] } : null
    },
  }
  const nodes: Nodes = {
    async read(_, { method, params }) {
      const answer = answers[method]
      if (!answer) throw new NodeError(-32601, 'not here')
      return answer(params as readonly unknown[])
    },
  }
  const store = createStore()
  // As the worker signs; what it is asked to sign is what is looked at here.
  const keyring = {
    sign: async ({ payload }: { payload: { type: string; userOperation: UserOperation<'0.8'> } }) => {
      expect(payload).toMatchObject({ type: 'userOperationHash', chainId: 1, entryPointVersion: '0.8', as: 'hash' })
      return key.sign({ hash: userOpHash(payload.userOperation) })
    },
  } as unknown as Keyring
  const config = {
    chains: [chainId],
    chainNames: {},
    smartAccounts: { [chainId]: { ...row, paymaster } },
  } as unknown as FrameConfig
  let now = Date.now()
  const clock = () => (chain.hidden ? (now += 60_000) : now)
  const parts = {
    api: { now: clock },
    config,
    chains: { known: [chainId] },
    accounts: createAccounts({ config, store }),
    nodes,
    store,
    wallet: {
      ready: async () => ({ walletId: 'w', mode: 'assisted', addresses: { eip155: key.address, solana: '', bip122: '' } }),
      unlock: async () => keyring,
    },
  } as unknown as FrameParts
  const show = async (approval: Approval): Promise<Decision> => {
    shown.push(approval)
    if (person.decide() === false) return { outcome: 'rejected' }
    return { outcome: 'approved', approval, done: () => {}, failed: async () => {} }
  }
  const approve = createApprove({ parts, sender: createSender({ nodes, store, now: clock }), show })
  const context = { origin: APP, signal: new AbortController().signal, pending: () => {} }
  const ask = (method: 'eth_sendTransaction' | 'wallet_sendCalls', params: unknown) =>
    approve({ method, params, chainId, user: { userId: USER_ID, email: null, provider: 'email' } }, context)
  const send = (more: object = {}) => ask('eth_sendTransaction', [{ from: smart, to: TO, value: '0x1', ...more }]) as Promise<Hex>
  const batch = (calls: unknown, more: object = {}) =>
    ask('wallet_sendCalls', [{ version: '2.0.0', from: smart, chainId: '0x1', atomicRequired: true, calls, ...more }])
  const status = (id: string) => callsStatus(parts, id, context)
  return { chain, sent, shown, person, answers, store, send, batch, status, transaction, lieAbout: (of: Hex) => (lie = of) }
}
const planOf = ({ sign }: Approval) => {
  if (sign.type !== 'userOperation') throw new Error('another plan')
  return sign
}
const kindOf = ({ rows }: Approval) => {
  const value = rows.find(({ label }) => label === 'row.accountType')?.value
  return value?.type === 'phrase' ? value.key : undefined
}
const labels = ({ rows }: Approval) => rows.map(({ label }) => label)

test('calls are encoded as others encode them, and nothing else is read as calls', () => {
  const calls = [
    { to: TO, value: 1n, data: '0x' },
    { to: TOKEN, value: 0n, data: '0x0102' },
  ] as const
  const data = encodeCalls(calls)
  expect(data).toBe(executeData(calls.map(({ to, ...rest }) => ({ target: to, ...rest }))))
  expect(decodeCalls(data)).toMatchObject([{ value: 1n, data: '0x' }, { data: '0x0102' }])
  // Another mode, a byte more, calls behind the list, another method.
  for (const changed of [
    data.replace('0xe9ae5c5301', '0xe9ae5c5301'.replace(/01$/, '00')),
    `${data}00`,
    data.replace('0xe9ae5c53', '0xb61d27f6'),
    '0x',
  ])
    expect(decodeCalls(changed as Hex)).toBeUndefined()
})

test('what is sent is what was shown: the operation of these calls, signed by the key, made with the account', async () => {
  const { sent, shown, send, transaction } = world()
  const hash = await send()
  expect(sent).toHaveLength(1)
  const [{ operation, hash: opHash }] = sent as [{ operation: Sent; hash: Hex }]
  expect(hash).toBe(transaction(opHash))
  expect(await recoverAddress({ hash: opHash, signature: operation['signature']! })).toBe(key.address)
  expect(operation).toMatchObject({ sender: smart, factory: ACCOUNT_FACTORY, nonce: '0x0' })
  expect(decodeCalls(operation['callData']!)).toEqual([{ to: TO, value: 1n, data: '0x' }])
  const [approval] = shown as [Approval]
  expect(planOf(approval).operation.callData).toBe(operation['callData'])
  expect(approval).toMatchObject({ kind: 'transaction', title: 'call.send' })
  expect(approval.head.find(({ label }) => label === 'row.account')?.value).toEqual({ type: 'address', address: smart })
  expect(labels(approval)).toEqual(['row.amount', 'row.recipient', 'row.accountType', 'row.feeMost', 'row.feePayer'])
  expect(approval.warnings.map((warning) => warning.key)).toContain('warn.setUp')
  expect(kindOf(approval)).toBe('value.smartAccountNew')
})

test('an account that is there is not called new', async () => {
  const { chain, sent, shown, send } = world()
  chain.code = '0x6001'
  await send()
  expect(sent[0]?.operation).not.toHaveProperty('factory')
  expect(shown[0]!.warnings.map((warning) => warning.key)).not.toContain('warn.setUp')
  expect(kindOf(shown[0]!)).toBe('value.smartAccount')
})

test('the account that a request names acts; another is refused', async () => {
  const { shown, send } = world()
  await expect(send({ from: TO })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await expect(send({ from: key.address })).rejects.toBeDefined() // the key's own: another plan, which this keyring does not sign
  expect(shown.map(({ sign }) => sign.type)).toEqual(['evmTransaction'])
})

test('a batch shows each call, and an endless allowance among them is risky', async () => {
  // attack 69
  const { shown, batch, status, sent } = world()
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TO, 2n ** 256n - 1n] })
  const { id } = (await batch([
    { to: TOKEN, data },
    { to: TO, value: '0x5' },
  ])) as { id: string }
  const [approval] = shown as [Approval]
  expect(approval).toMatchObject({ kind: 'batch', risk: 'risky' })
  expect(approval.calls.map(({ title }) => title)).toEqual(['call.approve', 'call.send'])
  expect(approval.warnings.map((warning) => warning.key)).toContain('warn.unlimited')
  expect(approval.warnings.map((warning) => warning.key)).not.toContain('warn.notAtomic')
  expect(sent).toHaveLength(1)
  expect(await status(id)).toMatchObject({ id, status: 200, atomic: true, chainId: '0x1', version: '2.0.0' })
})

test('coins for the contract of a token are refused within an operation as well', async () => {
  // attack 67
  const { answers, send, batch, shown } = world()
  const { eth_call: call } = answers
  answers['eth_getCode'] = ([address]) => ((address as string).toLowerCase() === TOKEN.toLowerCase() ? '0x60' : '0x')
  answers['eth_call'] = (params) => {
    const [{ to, data }] = params as [{ to: string; data?: string }]
    if (to.toLowerCase() !== TOKEN.toLowerCase()) return call?.(params)
    if (data === '0x313ce567') return pad(numberToHex(6), { size: 32 }) // decimals()
    throw new NodeError(3, 'execution reverted')
  }
  await expect(send({ to: TOKEN })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await expect(batch([{ to: TO }, { to: TOKEN, value: '0x1' }])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(shown).toEqual([])
})

test('EIP-5792: the status of a batch waits for the chain, has the logs of its operation alone, and tells that it was undone', async () => {
  const { chain, batch, status } = world()
  const { id } = (await batch([{ to: TO, value: '0x1' }])) as { id: string }
  const { receipts } = (await status(id)) as { receipts: { logs: { address: string }[] }[] }
  expect(receipts.map(({ logs }) => logs.map(({ address }) => address))).toEqual([[TOKEN]])
  chain.success = false
  expect(await status(id)).toMatchObject({ status: 500, atomic: true, receipts: [{ status: '0x0' }] })
  chain.hidden = true
  expect(await status(id)).toEqual({ version: '2.0.0', id, chainId: '0x1', status: 100, atomic: true })
})

testRows<[string, unknown, object?]>([
  ['no calls', []],
  ['51 calls', Array.from({ length: 51 }, () => ({ to: TO }))],
  ['to without 0x', [{ to: TO.slice(2) }]],
  ['two chains', [{ to: TO, chainId: '0x2' }]],
  ['another chain', [{ to: TO }], { chainId: '0x2' }],
  ['a call of the account by itself', [{ to: smart, data: '0xe9ae5c53' }]],
  ['the zero address', [{ to: `0x${'00'.repeat(20)}`, value: '0x1' }]],
])('%s: the batch is refused with -32602', async (_, calls, more) => {
  // attack 71
  const { shown, batch } = world()
  await expect(batch(calls, more)).rejects.toMatchObject({ code: 'INVALID_PARAMS', rpcCode: -32602 })
  expect(shown).toEqual([])
})

test('the cap is all gas at the highest price, and a fee that is too high is a danger', async () => {
  // attack 70
  const { answers, chain, shown, send } = world()
  chain.gas = numberToHex(80_000_000n)
  answers['eth_getBlockByNumber'] = () => ({ baseFeePerGas: '0x174876e800', gasLimit: '0x1c9c380' })
  await send()
  const [approval] = shown as [Approval]
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = planOf(approval).operation
  const cap = (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas
  expect(approval.rows.find(({ label }) => label === 'row.feeMost')).toMatchObject({ value: { amount: cap }, danger: true })
  expect(approval.warnings).toContainEqual({ key: 'warn.feeHigh', level: 'danger' })
  chain.gas = numberToHex(100_000_001n)
  await expect(send({ value: '0x2' })).rejects.toMatchObject({ code: 'SERVICES_UNAVAILABLE' })
  expect(shown).toHaveLength(1)
})

test('a paymaster of the services pays, and is shown; one that says no leaves the fee to the account', async () => {
  const { answers, shown, sent, send } = world({ paymaster: true })
  await send()
  expect(shown[0]?.rows.find(({ label }) => label === 'row.feePayer')?.value).toEqual({ type: 'address', address: PAYMASTER })
  expect(sent[0]?.operation).toMatchObject({ paymaster: PAYMASTER, paymasterData: '0x02' })
  answers['pm_getPaymasterStubData'] = () => {
    throw new NodeError(-32000, 'not for you')
  }
  await send({ value: '0x2' })
  expect(sent[1]?.operation).not.toHaveProperty('paymaster')
  answers['pm_getPaymasterStubData'] = () => ({ paymaster: PAYMASTER, paymasterData: '0x01' })
  answers['pm_getPaymasterData'] = () => {
    throw new NodeError(-32000, 'too dear')
  }
  await send({ value: '0x3' })
  expect(sent[2]?.operation).not.toHaveProperty('paymaster')
  const isOwn = { type: 'address', address: smart, isSelf: true }
  expect(shown[1]?.rows.find(({ label }) => label === 'row.feePayer')?.value).toEqual(isOwn)
})

test('what the bundler would not take is refused without asking, in its words', async () => {
  const { chain, shown, send } = world()
  chain.refuses = 'execution reverted'
  await expect(send()).rejects.toMatchObject({ code: 'FAILED', message: 'execution reverted', rpcCode: -32521 })
  expect(shown).toEqual([])
})

test('a number that another tab has used while the visitor read is shown again with the next one', async () => {
  // attack 70
  const { chain, shown, sent, person, send } = world()
  person.decide = () => {
    if (shown.length === 1) chain.nonce = 1n
  }
  await send()
  expect(shown).toHaveLength(2)
  expect(sent[0]?.operation['nonce']).toBe('0x1')
})

test('a bundler that names a transaction without this operation is not believed', async () => {
  // attack 73
  const { chain, sent, send, lieAbout } = world()
  lieAbout(encodeAbiParameters([{ type: 'uint256' }], [7n]))
  chain.hidden = false
  const hidden = send()
  await expect.poll(() => sent.length).toBe(1)
  chain.hidden = true // the clock moves on from here
  await expect(hidden).rejects.toMatchObject({ code: 'SERVICES_UNAVAILABLE' })
})

test('an operation whose answer was lost is not made twice', async () => {
  // attack 80
  const { chain, sent, shown, send } = world()
  chain.isOffline = true
  await expect(send()).rejects.toMatchObject({ code: 'OFFLINE' })
  chain.isOffline = false
  expect(await send()).toMatch(/^0x[0-9a-f]{64}$/)
  expect(sent).toHaveLength(1)
  expect(shown).toHaveLength(1)
  await send() // and then it is another payment
  expect(shown).toHaveLength(2)
})

test('an operation that was sent and not seen in time is waited for by the same request; one that was undone is told', async () => {
  const { chain, sent, shown, send } = world()
  chain.hidden = true
  await expect(send()).rejects.toMatchObject({ code: 'SERVICES_UNAVAILABLE' })
  chain.hidden = false
  chain.success = false
  await expect(send()).rejects.toMatchObject({ code: 'FAILED', message: 'execution reverted' })
  expect([sent.length, shown.length]).toEqual([1, 1])
})

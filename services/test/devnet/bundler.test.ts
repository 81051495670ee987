// The bundler of the devnet: what it answers, what it refuses, and that it sends nothing twice.
import { encodeFunctionData, numberToHex, parseEther, parseUnits, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokenAbi } from '../../devnet/abis.js'
import { startBundler, type Bundler } from '../../devnet/bundler/bundler.js'
import { startDevnet, type Devnet } from '../../devnet/evm.js'
import { BUNDLER, ENTRY_POINT, STABLE } from '../../devnet/manifest.js'
import { readerOf } from '../support/devnet.js'
import { checkEach } from '../../../test/support/rows.js'
import { addressOf, handleOps, hashOf, operationOf, signed, type Call, type Operation } from '../support/user-operations.js'

let devnet: Devnet
let bundler: Bundler
beforeAll(async () => {
  devnet = await startDevnet()
  bundler = await startBundler({ rpcUrl: devnet.url })
})
afterAll(async () => {
  await bundler.stop()
  await devnet.stop()
})
const reader = () => readerOf(devnet)

interface Answer {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Hex }
}
const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(bundler.url, { method: 'POST', headers, body })
async function ask(method: string, ...params: readonly unknown[]): Promise<Answer> {
  return (await (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).json()) as Answer
}
const wire = (operation: object) =>
  Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : (value as unknown)]),
  )
const send = (operation: object) => ask('eth_sendUserOperation', wire(operation), ENTRY_POINT)
const estimate = (operation: object) => ask('eth_estimateUserOperationGas', wire(operation), ENTRY_POINT)

interface Receipt {
  readonly logs: readonly { readonly address: Hex }[]
  readonly actualGasUsed: Hex
  readonly receipt: { readonly transactionHash: Hex; readonly gasUsed: Hex; readonly logs: readonly unknown[] }
}
/** The receipt, once there is one: the node answers before the block is there. */
const settled = async (hash: Hex) =>
  vi.waitFor(
    async () => {
      const { result } = await ask('eth_getUserOperationReceipt', hash)
      expect(result).not.toBeNull()
      return result as Receipt
    },
    { interval: 20 },
  )

const friend = '0x00000000000000000000000000000000000f41e2' as const
const mint = (to: Hex): Call => ({
  target: STABLE.address,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, parseUnits('5', 6)] }),
})
const transfer = (to: Hex): Call => ({
  target: STABLE.address,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, parseUnits('1', 6)] }),
})
async function newcomer(balance = parseEther('1')) {
  const key = generatePrivateKey()
  const owner = privateKeyToAccount(key).address
  const account = await addressOf(devnet, owner)
  await reader().setBalance({ address: account, value: balance })
  return { key, owner, account }
}
/** A signature of somebody, so that it costs as much gas as a real one. */
const dummy: Hex = `0x${'7b'.repeat(32)}${'7a'.repeat(32)}1c`
/** With the limits that the bundler estimates. */
async function estimated(operation: Operation): Promise<Operation> {
  const { sender, nonce, factory, factoryData, callData } = operation
  const { result, error } = await estimate({ sender, nonce, factory, factoryData, callData, signature: dummy })
  expect(error).toBeUndefined()
  const limits = Object.fromEntries(Object.entries(result as Record<string, Hex>).map(([name, value]) => [name, BigInt(value)]))
  const { callGasLimit = 0n, verificationGasLimit = 0n, preVerificationGas = 0n } = limits
  return { ...operation, callGasLimit, verificationGasLimit, preVerificationGas }
}

test('says whom it serves, and what it is', async () => {
  expect((await ask('eth_supportedEntryPoints')).result).toEqual([ENTRY_POINT])
  expect((await ask('eth_chainId')).result).toBe('0x7a69')
  const page = await fetch(bundler.url)
  expect(await page.text()).toContain('It is no real one')
  expect(page.headers.get('x-bundler')).toContain('submits each operation alone by handleOps')
})

describe('an operation', () => {
  test('is estimated, sent, and found: first one that makes the account, then one of the account', async () => {
    const { key, owner, account } = await newcomer()
    const estimates: Operation[] = []
    for (const calls of [[mint(account), transfer(friend), { target: friend, value: 7n }], [transfer(friend)]]) {
      const before = await reader().getBalance({ address: BUNDLER })
      const operation = await signed(await estimated(await operationOf(devnet, owner, calls)), key)
      estimates.push(operation)
      const hash = hashOf(operation)
      expect(await send(operation)).toEqual({ jsonrpc: '2.0', id: 1, result: hash })
      const receipt = await settled(hash)
      expect(receipt).toMatchObject({ userOpHash: hash, entryPoint: ENTRY_POINT, sender: account, success: true })
      expect(receipt.logs.at(-1)?.address.toLowerCase()).toBe(ENTRY_POINT.toLowerCase())
      const paidBy = receipt.logs.filter(({ address }) => address.toLowerCase() === STABLE.address.toLowerCase())
      expect(paidBy).toHaveLength(calls.filter(({ target }) => target === STABLE.address).length)
      const { result: found } = await ask('eth_getUserOperationByHash', hash)
      expect(found).toMatchObject({ userOperation: wire(operation), transactionHash: receipt.receipt.transactionHash })
      // What the account paid for covers what the bundler used.
      expect(BigInt(receipt.actualGasUsed)).toBeGreaterThanOrEqual(BigInt(receipt.receipt.gasUsed))
      expect(BigInt(receipt.actualGasUsed)).toBeLessThan((BigInt(receipt.receipt.gasUsed) * 5n) / 4n)
      expect(before - (await reader().getBalance({ address: BUNDLER }))).toBeLessThan(parseEther('0.01'))
    }
    const [first, second] = estimates
    expect(first!.verificationGasLimit).toBeGreaterThan(2n * second!.verificationGasLimit)
    expect(first!.callGasLimit).toBeGreaterThan(second!.callGasLimit)
  })

  test('fails with half of the call gas that was estimated', async () => {
    const { key, owner, account } = await newcomer()
    const operation = await estimated(await operationOf(devnet, owner, [mint(account)]))
    const poor = await signed({ ...operation, callGasLimit: operation.callGasLimit / 2n }, key)
    await send(poor)
    expect(await settled(hashOf(poor))).toMatchObject({ success: false })
  })

  test('sent twice, at once and later, has one hash and is done once', async () => {
    const { key, owner } = await newcomer()
    const to = privateKeyToAccount(generatePrivateKey()).address
    const operation = await signed(await operationOf(devnet, owner, [{ target: to, value: 3n }]), key)
    const hash = hashOf(operation)
    const atOnce = await Promise.all([send(operation), send(operation)])
    await settled(hash)
    const answers = [...atOnce, await send(operation)]
    expect(answers.map(({ result }) => result)).toEqual([hash, hash, hash])
    expect(await reader().getBalance({ address: to })).toBe(3n)
    // Who starts anew knows it from the chain.
    const another = await startBundler({ rpcUrl: devnet.url })
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_sendUserOperation', params: [wire(operation), ENTRY_POINT] }
    const headers = { 'content-type': 'application/json' }
    const again = await fetch(another.url, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(await again.json()).toMatchObject({ result: hash })
    await another.stop()
    // With another signature it is another request.
    expect((await send({ ...operation, signature: dummy })).error?.message).toMatch(/^AA10 /)
  })

  test('waits for a block, is known while it waits, and is forgotten with the chain that knew it', async () => {
    const { key, owner } = await newcomer()
    const operation = await signed(await operationOf(devnet, owner, [{ target: friend, value: 1n }]), key)
    const snapshot = await reader().snapshot()
    await reader().setAutomine(false)
    expect((await send(operation)).result).toBe(hashOf(operation))
    expect((await send(operation)).result).toBe(hashOf(operation))
    expect((await ask('eth_getUserOperationReceipt', hashOf(operation))).result).toBeNull()
    const { result: waiting } = await ask('eth_getUserOperationByHash', hashOf(operation))
    expect(waiting).toMatchObject({ userOperation: wire(operation), blockNumber: null, blockHash: null })
    expect((await reader().getBlock({ blockTag: 'pending' })).transactions).toHaveLength(1)
    await reader().mine({ blocks: 1 })
    await reader().setAutomine(true)
    expect(await settled(hashOf(operation))).toMatchObject({ success: true })
    await reader().revert({ id: snapshot })
    expect((await ask('eth_getUserOperationByHash', hashOf(operation))).result).toBeNull()
    expect((await send(operation)).result).toBe(hashOf(operation))
    expect(await settled(hashOf(operation))).toMatchObject({ success: true })
  })

  test('of somebody else in one transaction with others is found with its own logs alone', async () => {
    const { key, owner, account } = await newcomer()
    const operation = await signed(await operationOf(devnet, owner, [mint(account)]), key)
    await handleOps(devnet, operation)
    const result = await settled(hashOf(operation))
    expect(result.logs).toHaveLength(2) // Transfer and the EntryPoint's own
    expect(result.receipt.logs.length).toBeGreaterThan(2)
  })
})

describe('refusals', () => {
  const codeOf = ({ error }: Answer) => [error?.code, error?.message]

  test('have the code of the EntryPoint’s reason', async () => {
    const { key, owner } = await newcomer()
    const operation = await operationOf(devnet, owner, [{ target: friend, value: 1n }])
    expect(codeOf(await send(await signed(operation, generatePrivateKey())))).toEqual([-32507, 'AA24 signature error'])
    const poor = await newcomer(0n)
    const unpaid = await signed(await operationOf(devnet, poor.owner, []), poor.key)
    expect(codeOf(await send(unpaid))).toEqual([-32500, "AA21 didn't pay prefund"])
    const ahead = await signed({ ...operation, nonce: operation.nonce + 1n }, key)
    expect(codeOf(await send(ahead))).toEqual([-32500, 'AA25 invalid account nonce'])
    const slight = await signed({ ...operation, verificationGasLimit: 50_000n }, key)
    expect(codeOf(await send(slight))).toEqual([-32500, expect.stringMatching(/^AA13 /)])
    const unpaying = { ...operation, paymaster: STABLE.address, paymasterVerificationGasLimit: 100_000n }
    const withPaymaster = await signed({ ...unpaying, paymasterPostOpGasLimit: 0n, paymasterData: '0x' }, key)
    expect(codeOf(await send(withPaymaster))).toEqual([-32508, 'AA31 paymaster deposit too low'])
    expect((await ask('eth_getUserOperationByHash', hashOf(operation))).result).toBeNull()
  })

  test('of an estimate say why the account’s own calls revert', async () => {
    const { owner } = await newcomer()
    const operation = await operationOf(devnet, owner, [transfer(friend)])
    const { error } = await estimate(operation)
    expect(error).toMatchObject({ code: -32521, message: 'What the account is asked to do reverts' })
    expect(Buffer.from(error!.data!.slice(2), 'hex').toString()).toContain('balance')
    const { factory: _, factoryData: __, ...bare } = operation
    expect(codeOf(await estimate(bare))).toEqual([-32500, 'AA20 account not deployed'])
  })

  test('of operations that no bundler would carry out', async () => {
    const { key, owner } = await newcomer()
    const operation = await operationOf(devnet, owner, [])
    const cheap = await signed({ ...operation, preVerificationGas: 30_000n }, key)
    expect(codeOf(await send(cheap))).toEqual([-32602, expect.stringMatching(/^preVerificationGas: at least \d+ is needed$/)])
    await reader().setNextBlockBaseFeePerGas({ baseFeePerGas: 5_000_000n })
    await reader().mine({ blocks: 1 })
    const low = await signed({ ...operation, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, key)
    expect(codeOf(await send(low))).toEqual([-32602, expect.stringMatching(/^maxFeePerGas: is below the base fee/)])
    const greedy = { ...operation, maxPriorityFeePerGas: operation.maxFeePerGas + 1n }
    expect(codeOf(await send(greedy))).toEqual([-32602, 'maxPriorityFeePerGas is above maxFeePerGas'])
    const vast = { ...operation, callGasLimit: 20_000_000n }
    expect(codeOf(await send(vast))).toEqual([-32602, expect.stringMatching(/add up to more than/)])
  })

  const good = {
    sender: `0x${'11'.repeat(20)}`,
    nonce: '0x0',
    callData: '0x',
    callGasLimit: '0x1',
    verificationGasLimit: '0x1',
    preVerificationGas: '0x1',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
    signature: '0x',
  }
  test('of an operation with a wrong field', () =>
    checkEach<[string, unknown]>(
      [
        ['user operation', null],
        ['user operation', 'text'],
        ['user operation', []],
        ['sender', { ...good, sender: '0x11' }],
        ['sender', { ...good, sender: undefined }],
        ['nonce', { ...good, nonce: '0x00' }],
        ['nonce', { ...good, nonce: 1 }],
        ['nonce', { ...good, nonce: `0x1${'0'.repeat(64)}` }],
        ['callGasLimit', { ...good, callGasLimit: `0x1${'0'.repeat(30)}` }],
        ['callGasLimit', { ...good, callGasLimit: '-0x1' }],
        ['maxFeePerGas', { ...good, maxFeePerGas: undefined }],
        ['callData', { ...good, callData: '0x1' }],
        ['callData', { ...good, callData: `0x${'00'.repeat(49_153)}` }],
        ['signature', { ...good, signature: 'abc' }],
        ['factoryData', { ...good, factoryData: '0x' }],
        ['factory', { ...good, factory: '0x7702' }],
        ['paymaster', { ...good, paymasterData: '0x' }],
        ['eip7702Auth', { ...good, eip7702Auth: {} }],
        ['initCode', { ...good, initCode: '0x' }],
      ],
      'of an operation whose %s is wrong',
      async (field, operation) => {
        const { error } = await ask('eth_sendUserOperation', operation, ENTRY_POINT)
        expect(error?.code).toBe(-32602)
        expect(error?.message).toContain(field)
      },
    ))

  test('of wrong parameters', () =>
    checkEach<[string, readonly unknown[]]>(
      [
        ['eth_sendUserOperation', []],
        ['eth_sendUserOperation', [good]],
        ['eth_sendUserOperation', [good, `0x${'22'.repeat(20)}`]],
        ['eth_sendUserOperation', [good, ENTRY_POINT, 1]],
        ['eth_estimateUserOperationGas', [good]],
        ['eth_estimateUserOperationGas', [{ ...good, eip7702Auth: {} }, ENTRY_POINT]],
        ['eth_estimateUserOperationGas', [good, ENTRY_POINT, { [good.sender]: { balance: '0x1' } }]],
        ['eth_getUserOperationByHash', []],
        ['eth_getUserOperationReceipt', ['0x12']],
        ['eth_getUserOperationReceipt', [`0x${'12'.repeat(32)}`, 1]],
      ],
      'of %s with wrong parameters',
      async (method, params) => {
        expect((await ask(method, ...params)).error?.code).toBe(-32602)
      },
    ))

  test('of what is no call, of unknown methods, and of who sends no JSON', async () => {
    const textOf = async (body: string) => (await (await post(body)).json()) as Answer
    expect((await textOf('{')).error?.code).toBe(-32700)
    for (const body of ['1', '{}', '[]', '{"jsonrpc":"2.0","method":"eth_chainId"}'])
      expect((await textOf(body)).error?.code).toBe(-32600)
    for (const method of ['eth_sendTransaction', 'constructor', '__proto__', 'anvil_setBalance'])
      expect((await ask(method)).error?.code).toBe(-32601)
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await fetch(bundler.url, { method: 'PUT' })).status).toBe(405)
    expect((await post(' '.repeat(1_048_577))).status).toBe(413)
    const batch = await post(
      JSON.stringify([
        { jsonrpc: '2.0', id: 'a', method: 'eth_chainId' },
        { jsonrpc: '2.0', id: 'b', method: 'x' },
      ]),
    )
    expect(await batch.json()).toMatchObject([
      { id: 'a', result: '0x7a69' },
      { id: 'b', error: { code: -32601 } },
    ])
  })
})

test('a node that is away is an error of its own', async () => {
  const other = await startDevnet()
  const lonely = await startBundler({ rpcUrl: other.url })
  await other.stop()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: [`0x${'12'.repeat(32)}`] })
  const answer = await fetch(lonely.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await answer.json()).toMatchObject({ error: { code: -32603 } })
  await lonely.stop()
})

describe('ERC-7562: what validation must not read', () => {
  // Pays what the EntryPoint asks for; then says that the signature is right.
  const pay = '5f5f5f5f604435335af150'
  const agree = '5f5f5260205ff3'
  /** Calls a view of the token: without arguments, or of the account itself. */
  const ask = (selector: string, isOfItself = false) =>
    `63${selector}60e01b5f52${isOfItself ? '30600452' : ''}5f5f60${isOfItself ? '24' : '04'}5f73${STABLE.address.slice(2).toLowerCase()}5afa50`

  /** Sends an operation of an account with this code in front. */
  async function run(code: string) {
    const sender = privateKeyToAccount(generatePrivateKey()).address
    await reader().setCode({ address: sender, bytecode: `0x${code}${pay}${agree}` })
    await reader().setBalance({ address: sender, value: parseEther('1') })
    const limits = { callGasLimit: 200_000n, verificationGasLimit: 200_000n, preVerificationGas: 100_000n }
    const fees = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    return send({ sender, nonce: 0n, callData: '0x12345678', signature: dummy, ...limits, ...fees })
  }

  test('an account that reads them is refused', () =>
    checkEach<[string, string, string]>(
      [
        ['the time', '4250', 'TIMESTAMP is banned (OP-011)'],
        ['the base fee', '4850', 'BASEFEE is banned (OP-011)'],
        ['how much gas is left', '5a50', 'GAS is allowed before a call alone (OP-012)'],
        ['its balance, without a stake', '4750', 'SELFBALANCE needs a stake (OP-080)'],
        ['what belongs to nobody', ask('18160ddd'), 'needs a stake, or is not its own (STO-031, STO-033)'], // totalSupply()
        ['nothing, and pays a stranger', '5f5f5f5f600173000000000000000000000000000000000000aaaa5af150', '(OP-061)'],
      ],
      'an account that reads %s is refused',
      async (_, code, problem) => {
        const { error } = await run(code)
        expect(error).toMatchObject({ code: -32502 })
        expect(error?.message).toContain('account: ')
        expect(error?.message).toContain(problem)
      },
    ))

  test('one that reads its own storage, and its own balance of a token, is not', async () => {
    expect((await run(`5f5450${ask('70a08231', true)}`)).error).toBeUndefined()
  })
})

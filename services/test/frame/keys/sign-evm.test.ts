// Signatures of the EVM account against viem, ethers and the vector of EIP-712.
import { hex } from '@scure/base'
import { Signature, Transaction, verifyMessage as verifyWithEthers, verifyTypedData as verifyTypedDataWithEthers } from 'ethers'
import fc from 'fast-check'
import { keccak256, recoverAddress, stringToBytes, verifyMessage, type Hex, type TypedDataDefinition } from 'viem'
import {
  entryPoint07Address,
  entryPoint08Address,
  getUserOperationHash,
  toSimple7702SmartAccount,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { createPublicClient, custom } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { evmAddress } from '../../../frame/keys/derivation.js'
import { signEvm, type EvmPayload } from '../../../frame/keys/sign/evm.js'
import { signPayloadSchema, type SignPayloadInput } from '../../../frame/keys/sign/payload.js'
import { sign } from '../../../frame/keys/sign/sign.js'
import { signUserOperation } from '../../../frame/keys/sign/user-operation.js'
import { bytes } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

const cow = new Uint8Array(hex.decode(keccak256(stringToBytes('cow')).slice(2)))
const key = bytes(32)
const account = privateKeyToAccount(`0x${hex.encode(key)}`)
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** As the worker does it: parsed, then signed. */
function signed(payload: SignPayloadInput, by = key): Hex {
  const parsed = z.parse(signPayloadSchema, payload)
  return parsed.type === 'userOperationHash' ? signUserOperation(parsed, by) : signEvm(parsed as EvmPayload, by)
}
const isParsed = (payload: unknown) => z.safeParse(signPayloadSchema, payload).success

const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
} as const

test('EIP-712: the vector of the standard', () => {
  expect(evmAddress(cow)).toBe('0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826')
  expect(signed({ type: 'eip712', typedData: structuredClone(mail) as never }, cow)).toBe(
    '0x4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c',
  )
})

test('messages are signed as viem does it, and ethers finds the signer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 300 })), async (message) => {
      const text = typeof message === 'string' ? message : { raw: message }
      const signature = signed({ type: 'eip191', message })
      expect(signature).toBe(await account.signMessage({ message: text }))
      expect(verifyWithEthers(message, signature)).toBe(account.address)
    }),
    { numRuns: 40 },
  )
})

test('half a letter is not signed as another one', () => {
  for (const message of ['\ud800', 'a\udc00b']) expect(isParsed({ type: 'eip191', message })).toBe(false)
  expect(isParsed({ type: 'eip191', message: '🦊' })).toBe(true)
})

test('the chain of typed data may be written as JSON has it', () => {
  const of = (chainId: string | bigint) =>
    signed({ type: 'eip712', typedData: { ...structuredClone(mail), domain: { ...mail.domain, chainId } } as never }, cow)
  const one = of(1n)
  expect([of('1'), of('0x1'), of('0x01')]).toEqual([one, one, one])
  expect(isParsed({ type: 'eip712', typedData: { ...structuredClone(mail), domain: { ...mail.domain, chainId: '1e3' } } })).toBe(
    false,
  )
})

test('32 bytes are a message like others: no digest is signed', async () => {
  const digest = keccak256('0x1234')
  const signature = signed({ type: 'eip191', message: hex.decode(digest.slice(2)) })
  expect(await recoverAddress({ hash: digest, signature })).not.toBe(account.address)
  expect(await verifyMessage({ address: account.address, message: { raw: digest }, signature })).toBe(true)
  for (const payload of [
    { type: 'digest', digest },
    { type: 'hash', hash: digest },
    { type: 'userOperationHash', hash: digest },
    { type: 'eip191', message: 'x', digest },
    { type: 'eip191', message: [1, 2] },
    { type: 'eip191', message: new Uint16Array(2) },
  ])
    expect(isParsed(payload)).toBe(false)
})

test('typed data is signed as viem and ethers do it', async () => {
  const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((raw): Hex => `0x${hex.encode(raw)}`)
  await fc.assert(
    fc.asyncProperty(
      fc.record({ name: fc.string(), amount: uint, small: fc.integer({ min: -128, max: 127 }), to: address, list: fc.array(uint, { maxLength: 3 }), raw: fc.uint8Array({ maxLength: 40 }) }), // oxfmt-ignore
      fc.nat(),
      async ({ name, amount, small, to, list, raw }, chainId) => {
        const types = {
          Part: [
            { name: 'to', type: 'address' },
            { name: 'list', type: 'uint256[]' },
          ],
          Whole: [
            { name: 'name', type: 'string' },
            { name: 'amount', type: 'uint256' },
            { name: 'small', type: 'int8' },
            { name: 'parts', type: 'Part[]' },
            { name: 'raw', type: 'bytes' },
            { name: 'isTrue', type: 'bool' },
          ],
        }
        const message = { name, amount, small, parts: [{ to, list }, { to: other, list: [] }], raw: `0x${hex.encode(raw)}`, isTrue: true } // oxfmt-ignore
        const domain = { name: 'Test', chainId, verifyingContract: to, salt: keccak256(to) }
        const signature = signed({ type: 'eip712', typedData: structuredClone({ types, primaryType: 'Whole', domain, message }) })
        const definition = { types, primaryType: 'Whole', domain, message } as unknown as TypedDataDefinition
        expect(signature).toBe(await account.signTypedData(definition))
        expect(verifyTypedDataWithEthers(domain, types, message, signature)).toBe(account.address)
      },
    ),
    { numRuns: 30 },
  )
})

test('typed data that cannot be encoded, or that speaks of prototypes, is refused', async () => {
  const keys = { eip155: key, solana: key, bip122: key, addresses: { eip155: account.address, solana: '', bip122: '' } }
  const with_ = (change: object) =>
    ({ type: 'eip712', typedData: { ...structuredClone(mail), ...change } }) as unknown as SignPayloadInput
  const proto = JSON.parse('{"__proto__":[{"name":"x","type":"string"}]}') as object
  for (const change of [
    { primaryType: '__proto__' },
    { primaryType: 'constructor' },
    { types: { ...mail.types, constructor: [] } },
    { types: { ...mail.types, Mail: [{ name: '__proto__', type: 'string' }] } },
    { types: { ...mail.types, Mail: [{ name: 'from', type: 'Per son' }] } },
    { domain: { ...mail.domain, other: 1 } },
    { domain: { ...mail.domain, chainId: -1 } },
    { domain: { ...mail.domain, verifyingContract: '0x12' } },
    { extra: 1 },
  ])
    expect(isParsed(with_(change))).toBe(false)
  // Zod does not pass on what a record must not have.
  const parsed = z.safeParse(signPayloadSchema, with_({ types: proto }))
  expect(parsed.success && Object.keys((parsed.data as { typedData: { types: object } }).typedData.types)).not.toContain(
    '__proto__',
  )
  for (const change of [
    { primaryType: 'Missing' },
    { message: { ...mail.message, from: { name: 'Cow', wallet: '0x12' } } },
    { message: { ...mail.message, from: 7 } },
    { message: {} },
    { types: { ...mail.types, Mail: [{ name: 'contents', type: 'uint8' }] }, message: { contents: 256n } },
    { types: { ...mail.types, Mail: [{ name: 'contents', type: 'uint256' }] }, message: { contents: -1n } },
    { types: { ...mail.types, Mail: [{ name: 'contents', type: 'bytes2' }] }, message: { contents: '0x123456' } },
    { types: { ...mail.types, Mail: [{ name: 'contents', type: 'uint256' }] }, message: { contents: 1.5 } },
  ])
    await expect(sign('eip155', z.parse(signPayloadSchema, with_(change)), keys), JSON.stringify(change, (_, value: unknown) => String(value))).rejects.toMatchObject({ code: 'BAD_INPUT', message: 'BAD_INPUT' }) // oxfmt-ignore
})

const accessList = [{ address: other, storageKeys: [keccak256('0x')] }] as const
const common = { chainId: 31337, nonce: 0, gas: 21_000n, to: other, value: 10n ** 18n, data: '0x' } as const
const fees = { maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1n } as const
const transactions = {
  legacy: { type: 'legacy', ...common, gasPrice: 7n },
  'legacy, of a contract': { type: 'legacy', ...common, to: null, data: '0x6001', gasPrice: 0n },
  'EIP-2930': { type: 'eip2930', ...common, gasPrice: 7n, accessList: structuredClone(accessList) as never },
  'EIP-1559': { type: 'eip1559', ...common, ...fees, nonce: 300, data: `0x${'ab'.repeat(2000)}` },
  'EIP-1559 with a list': { type: 'eip1559', ...common, ...fees, value: 0n, accessList: structuredClone(accessList) as never },
} as const satisfies Record<string, Extract<SignPayloadInput, { type: 'evmTransaction' }>['transaction']>

testRows(Object.entries(transactions))('transactions: %s as viem and ethers do it', async (_, transaction) => {
  const raw = signed({ type: 'evmTransaction', transaction })
  const { to, ...rest } = transaction
  expect(raw).toBe(await account.signTransaction({ ...rest, ...(to ? { to } : {}) }))
  const read = Transaction.from(raw)
  expect([read.from, read.chainId, read.nonce, read.value]).toEqual([
    account.address,
    31337n,
    transaction.nonce,
    transaction.value,
  ])
  expect(Signature.from(read.signature ?? '').s <= `0x7${'f'.repeat(63)}`).toBe(true)
})

test('transactions of every type and any amounts are viem’s', async () => {
  const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
  const hexOf = (length: number) =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((raw): Hex => `0x${hex.encode(raw)}`)
  const list = fc.array(fc.record({ address: hexOf(20), storageKeys: fc.array(hexOf(32), { maxLength: 3 }) }), { maxLength: 3 })
  const authorization = fc.record({ chainId: fc.integer({ min: 1 }), address: hexOf(20), nonce: fc.nat(), r: hexOf(32), s: hexOf(32), yParity: fc.constantFrom(0 as const, 1 as const) }) // oxfmt-ignore
  await fc.assert(
    fc.asyncProperty(
      fc.record({ chainId: fc.integer({ min: 1, max: 2 ** 31 }), nonce: fc.nat(), gas: uint(64), value: uint(256) }),
      fc.record({ to: fc.option(hexOf(20)), fee: uint(255), tip: uint(255), data: fc.uint8Array({ maxLength: 100 }) }),
      fc.record({ accessList: list, authorizationList: fc.array(authorization, { minLength: 1, maxLength: 2 }) }),
      async (numbers, { to, fee, tip, data: raw }, { accessList, authorizationList }) => {
        const base = { ...numbers, to, data: `0x${hex.encode(raw)}` } as const
        const fees =
          fee > tip ? { maxFeePerGas: fee, maxPriorityFeePerGas: tip } : { maxFeePerGas: tip, maxPriorityFeePerGas: fee }
        for (const transaction of [
          { type: 'legacy', ...base, gasPrice: fee },
          { type: 'eip2930', ...base, gasPrice: fee, accessList },
          { type: 'eip1559', ...base, ...fees },
          { type: 'eip1559', ...base, ...fees, accessList },
          { type: 'eip7702', ...base, to: to ?? other, ...fees, accessList, authorizationList },
        ] as const) {
          const payload = structuredClone({ type: 'evmTransaction', transaction, ...(transaction.type === 'eip7702' ? { allowDelegation: true } : {}) }) // oxfmt-ignore
          expect(signed(payload as SignPayloadInput)).toBe(await account.signTransaction(transaction))
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('transactions that say too little or too much are refused', () => {
  const whole = transactions['EIP-1559']
  for (const change of [
    { chainId: 0 },
    { chainId: undefined },
    { chainId: '1' },
    { nonce: -1 },
    { nonce: 0.5 },
    { gas: -1n },
    { gas: 1n << 64n },
    { value: 1 },
    { value: 1n << 256n },
    { to: undefined },
    { to: '0x12' },
    { data: '0x1' },
    { data: '0xzz' },
    { type: 'eip4844' },
    { type: 'legacy' },
    { gasPrice: 1n },
    { from: other },
  ])
    expect(isParsed({ type: 'evmTransaction', transaction: { ...whole, ...change } }), JSON.stringify(Object.keys(change))).toBe(
      false,
    )
  const priced = { ...whole, maxPriorityFeePerGas: whole.maxFeePerGas + 1n }
  expect(() => signed({ type: 'evmTransaction', transaction: priced })).toThrow()
  // An address with letters of both sizes has its checksum, or is another one mistyped.
  const mistyped = other.replace('C5', 'c5') as Hex
  expect(() => signed({ type: 'evmTransaction', transaction: { ...whole, to: mistyped } })).toThrow()
})

test('EIP-7702: an account is handed over only where that is asked for, and never on every chain', async () => {
  const asked = { type: 'authorization', chainId: 31337, address: other, nonce: 5 } as const
  expect(() => signed(asked)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  expect(isParsed({ ...asked, allowDelegation: false })).toBe(false)
  expect(isParsed({ ...asked, allowDelegation: true, chainId: 0 })).toBe(false)
  const signature = signed({ ...asked, allowDelegation: true })
  const authorization = await account.signAuthorization({ chainId: 31337, address: other, nonce: 5 })
  expect(signature).toBe(`${authorization.r}${authorization.s.slice(2)}${authorization.yParity === 0 ? '1b' : '1c'}`)
  expect(await recoverAuthorizationAddress({ authorization: { chainId: 31337, address: other, nonce: 5 }, signature })).toBe(
    account.address,
  )
  const { chainId, address, nonce, r, s, yParity } = authorization
  const list = [{ chainId, address, nonce, r, s, yParity: yParity as 0 | 1 }]
  const transaction = { type: 'eip7702', ...common, ...fees, authorizationList: list } as const
  expect(() => signed({ type: 'evmTransaction', transaction })).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  const raw = signed({ type: 'evmTransaction', transaction, allowDelegation: true })
  expect(raw).toBe(await account.signTransaction({ ...transaction, authorizationList: [authorization] }))
  expect(Transaction.from(raw).from).toBe(account.address)
})

const operation = {
  sender: other,
  nonce: 7n,
  callData: '0xabcdef',
  callGasLimit: 100_000n,
  verificationGasLimit: 200_000n,
  preVerificationGas: 50_000n,
  maxFeePerGas: 3n,
  maxPriorityFeePerGas: 2n,
} as const

test('user operations: what is signed is made of what they say', async () => {
  const of = (entryPointVersion: '0.7' | '0.8', more: object = {}) =>
    getUserOperationHash({
      chainId: 1,
      entryPointVersion,
      entryPointAddress: entryPointVersion === '0.7' ? entryPoint07Address : entryPoint08Address,
      userOperation: { ...operation, ...more, signature: '0x' },
    })
  const asked = { type: 'userOperationHash', chainId: 1, userOperation: operation } as const
  for (const entryPointVersion of ['0.7', '0.8'] as const) {
    expect(await recoverAddress({ hash: of(entryPointVersion), signature: signed({ ...asked, entryPointVersion, as: 'hash' }) })).toBe(account.address) // oxfmt-ignore
    const asMessage = signed({ ...asked, entryPointVersion, as: 'eip191' })
    expect(asMessage).toBe(await account.signMessage({ message: { raw: of(entryPointVersion) } }))
  }
  const sponsored = { paymaster: other, paymasterData: '0x12', paymasterVerificationGasLimit: 1n, paymasterPostOpGasLimit: 2n, factory: other, factoryData: '0x34' } as const // oxfmt-ignore
  const signature = signed({ ...asked, userOperation: { ...operation, ...sponsored }, entryPointVersion: '0.8', as: 'hash' })
  expect(await recoverAddress({ hash: of('0.8', sponsored), signature })).toBe(account.address)
  for (const change of [{ callGasLimit: 1n << 128n }, { signature: '0x' }, { nonce: 1 }, { paymaster: '0x' }, { initCode: '0x' }])
    expect(isParsed({ ...asked, entryPointVersion: '0.8', as: 'hash', userOperation: { ...operation, ...change } })).toBe(false)
  expect(isParsed({ ...asked, entryPointVersion: '0.6', as: 'hash' })).toBe(false)
})

test('user operations: the account of viem that an EOA turns into takes the signature', async () => {
  const client = createPublicClient({ transport: custom({ request: () => Promise.resolve('0x1') }) })
  const smart = await toSimple7702SmartAccount({ client, owner: account })
  const operationOfOwn = { ...operation, sender: account.address }
  const theirs = await smart.signUserOperation({ ...operationOfOwn, signature: '0x', chainId: 1 })
  expect(signed({ type: 'userOperationHash', chainId: 1, userOperation: operationOfOwn, entryPointVersion: '0.8', as: 'hash' })).toBe(theirs) // oxfmt-ignore
})

// The code of the frame's own for keys and transactions (decision 0030) against what the standards print, and where their words leave the usual path.
import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { Signature, Transaction } from 'ethers'
import fc from 'fast-check'
import { keccak256, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ed25519Key, secp256k1Key } from '../../../frame/keys/derivation.js'
import type { EvmTransaction } from '../../../frame/keys/sign/payload.js'
import { signEvm } from '../../../frame/keys/sign/evm.js'
import { encodeTransaction } from '../../../frame/keys/sign/transaction.js'
import { mnemonicBytes } from '../../../frame/keys/words.js'
import { bytes } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

afterEach(() => vi.restoreAllMocks())

const H = 0x8000_0000
const of = (text: string) => new Uint8Array(hex.decode(text))
const long =
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'

/** BIP-32: seed, then step after step the private key that is printed; undefined: the master's. */
const bip32: Readonly<Record<string, readonly [seed: string, ...(readonly [number | undefined, string])[]]>> = {
  '1': [
    '000102030405060708090a0b0c0d0e0f',
    [undefined, 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'],
    [H, 'xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7'],
    [1, 'xprv9wTYmMFdV23N2TdNG573QoEsfRrWKQgWeibmLntzniatZvR9BmLnvSxqu53Kw1UmYPxLgboyZQaXwTCg8MSY3H2EU4pWcQDnRnrVA1xe8fs'],
    [H + 2, 'xprv9z4pot5VBttmtdRTWfWQmoH1taj2axGVzFqSb8C9xaxKymcFzXBDptWmT7FwuEzG3ryjH4ktypQSAewRiNMjANTtpgP4mLTj34bhnZX7UiM'],
    [2, 'xprvA2JDeKCSNNZky6uBCviVfJSKyQ1mDYahRjijr5idH2WwLsEd4Hsb2Tyh8RfQMuPh7f7RtyzTtdrbdqqsunu5Mm3wDvUAKRHSC34sJ7in334'],
    [1_000_000_000, 'xprvA41z7zogVVwxVSgdKUHDy1SKmdb533PjDz7J6N6mV6uS3ze1ai8FHa8kmHScGpWmj4WggLyQjgPie1rFSruoUihUZREPSL39UNdE3BBDu76'],
  ],
  '2': [
    long,
    [undefined, 'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U'],
    [0, 'xprv9vHkqa6EV4sPZHYqZznhT2NPtPCjKuDKGY38FBWLvgaDx45zo9WQRUT3dKYnjwih2yJD9mkrocEZXo1ex8G81dwSM1fwqWpWkeS3v86pgKt'],
    [H + 2147483647, 'xprv9wSp6B7kry3Vj9m1zSnLvN3xH8RdsPP1Mh7fAaR7aRLcQMKTR2vidYEeEg2mUCTAwCd6vnxVrcjfy2kRgVsFawNzmjuHc2YmYRmagcEPdU9'],
    [1, 'xprv9zFnWC6h2cLgpmSA46vutJzBcfJ8yaJGg8cX1e5StJh45BBciYTRXSd25UEPVuesF9yog62tGAQtHjXajPPdbRCHuWS6T8XA2ECKADdw4Ef'],
    [H + 2147483646, 'xprvA1RpRA33e1JQ7ifknakTFpgNXPmW2YvmhqLQYMmrj4xJXXWYpDPS3xz7iAxn8L39njGVyuoseXzU6rcxFLJ8HFsTjSyQbLYnMpCqE2VbFWc'],
    [2, 'xprvA2nrNbFZABcdryreWet9Ea4LvTJcGsqrMzxHx98MMrotbir7yrKCEXw7nadnHM8Dq38EGfSh6dqA9QWTyefMLEcBYJUuekgW4BYPJcr9E7j'],
  ],
  '3, a key with zeros in front': [
    '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
    [undefined, 'xprv9s21ZrQH143K25QhxbucbDDuQ4naNntJRi4KUfWT7xo4EKsHt2QJDu7KXp1A3u7Bi1j8ph3EGsZ9Xvz9dGuVrtHHs7pXeTzjuxBrCmmhgC6'],
    [H, 'xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L'],
  ],
  '4, hardened children of a key with zeros in front': [
    '3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678',
    [undefined, 'xprv9s21ZrQH143K48vGoLGRPxgo2JNkJ3J3fqkirQC2zVdk5Dgd5w14S7fRDyHH4dWNHUgkvsvNDCkvAwcSHNAQwhwgNMgZhLtQC63zxwhQmRv'],
    [H, 'xprv9vB7xEWwNp9kh1wQRfCCQMnZUEG21LpbR9NPCNN1dwhiZkjjeGRnaALmPXCX7SgjFTiCTT6bXes17boXtjq3xLpcDjzEuGLQBM5ohqkao9G'],
    [H + 1, 'xprv9xJocDuwtYCMNAo3Zw76WENQeAS6WGXQ55RCy7tDJ8oALr4FWkuVoHJeHVAcAqiZLE7Je3vZJHxspZdFHfnBEjHqU5hG1Jaj32dVoS6XLT1'],
  ],
} // oxfmt-ignore

testRows(Object.entries(bip32))('BIP-32: vector %s', (_, [seed, ...steps]) => {
  const path: number[] = []
  for (const [step, printed] of steps) {
    if (step !== undefined) path.push(step)
    expect(hex.encode(secp256k1Key(of(seed), path)), path.join('/')).toBe(hex.encode(HDKey.fromExtendedKey(printed).privateKey!))
  }
})

test.each([
  [
    '1',
    '000102030405060708090a0b0c0d0e0f',
    [0, 1, 2, 2, 1_000_000_000],
    [
      '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
      '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9',
      '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662',
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ],
  ],
  [
    '2',
    long,
    [0, 2147483647, 1, 2147483646, 2],
    [
      '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012',
      '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635',
      'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4',
      '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c',
      '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
      '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
    ],
  ],
])('SLIP-10: vector %s of ed25519', (_, seed, steps, printed) => {
  const path = steps.map((step) => H + step)
  expect(printed.map((_, length) => hex.encode(ed25519Key(of(seed), path.slice(0, length))))).toEqual(printed)
})

testRows([
  ['68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c', 'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length'],
  ['9f6a2878b2520799a44ef18bc7df394e7061a224d2c33cd015b157d746869863', 'panda eyebrow bullet gorilla call smoke muffin taste mesh discover soft ostrich alcohol speed nation flash devote level hobby quick inner drive ghost inside'],
  ['066dca1a2bb7e8a1db2832148ce9933eea0f3ac9548d793112d9a95c9407efad', 'all hour make first leader extend hole alien behind guard gospel lava path output census museum junior mass reopen famous sing advance salt reform'],
  ['f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f', 'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold'],
])('BIP-39: the words of %s', async (entropy, words) => {
  expect(new TextDecoder().decode(await mnemonicBytes(of(entropy)))).toBe(words)
}) // oxfmt-ignore

const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n
/** What the next digests begin with. */
const hmac = vi.fn<() => Uint8Array>()
/** The derivation with an HMAC that gives what is asked for, in a module of its own: others have the real one. */
async function importDerivation(): Promise<{ readonly secp256k1Key: typeof secp256k1Key }> {
  vi.doMock('@noble/hashes/hmac.js', () => ({ hmac }))
  onTestFinished(() => void vi.doUnmock('@noble/hashes/hmac.js'))
  const path = '../../../frame/keys/derivation.ts?hmac'
  return import(path) as Promise<{ readonly secp256k1Key: typeof secp256k1Key }> // the same module
}
function digests(...lefts: readonly bigint[]): readonly Uint8Array[] {
  const made = lefts.map((left) => of(left.toString(16).padStart(64, '0') + '11'.repeat(32)))
  for (const digest of made) hmac.mockImplementationOnce(() => digest)
  return made
}
const isOver = (run: () => unknown, all: readonly Uint8Array[]) => {
  expect(run).toThrow()
  expect(all.every((digest) => digest.every((byte) => byte === 0))).toBe(true)
}

test('BIP-32: a left half that is not below the order is no key, and neither is zero, whatever step comes next', async () => {
  const { secp256k1Key } = await importDerivation()
  const seed = bytes(64)
  const number = (left: bigint) => left.toString(16).padStart(64, '0')
  for (const next of [[], [H], [0]]) {
    isOver(() => secp256k1Key(seed, next), digests(ORDER))
    isOver(() => secp256k1Key(seed, next), digests(2n ** 256n - 1n))
    isOver(() => secp256k1Key(seed, next), digests(0n))
    // Of a child: the sum with its parent is what must not be zero.
    isOver(() => secp256k1Key(seed, [H, ...next]), digests(5n, ORDER))
    isOver(() => secp256k1Key(seed, [H, ...next]), digests(5n, ORDER - 5n))
    hmac.mockReset()
  }
  digests(5n, 0n)
  expect(hex.encode(secp256k1Key(seed, [H]))).toBe(number(5n))
  digests(5n, ORDER - 4n)
  expect(hex.encode(secp256k1Key(seed, [H]))).toBe(number(1n))
})

test('a step that is no number of 32 bits is refused, not written as another one', () => {
  for (const step of [-1, 1.5, 2 ** 32, 2 ** 32 + 44, Number.NaN])
    for (const keyAt of [secp256k1Key, ed25519Key])
      expect(() => keyAt(bytes(64), [step]), String(step)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
})

test('the words leave no bytes of their own behind', async () => {
  const encode = vi.spyOn(TextEncoder.prototype, 'encode')
  const words = await mnemonicBytes(bytes(32))
  expect(words.length).toBeGreaterThan(24 * 3)
  const left = encode.mock.results.filter(({ value }) => value instanceof Uint8Array && value.some((byte) => byte !== 0))
  expect(left).toEqual([])
})

const sign = (transaction: EvmTransaction, key: Uint8Array<ArrayBuffer>) => signEvm({ type: 'evmTransaction', transaction }, key)

test('EIP-155: the example of the standard', () => {
  const transaction = { type: 'legacy', chainId: 1, nonce: 9, gasPrice: 20n * 10n ** 9n, gas: 21_000n, to: `0x${'35'.repeat(20)}`, value: 10n ** 18n, data: '0x' } as const // oxfmt-ignore
  expect(encodeTransaction(transaction)).toBe(
    '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080',
  )
  expect(keccak256(encodeTransaction(transaction))).toBe('0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53')
  expect(sign(transaction, of('46'.repeat(32)))).toBe(
    '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  )
})

test('EIP-2930: the transaction that go-ethereum tests with', () => {
  const transaction = { type: 'eip2930', chainId: 1, nonce: 3, gasPrice: 1n, gas: 25_000n, to: '0xb94f5374fce5edbc8e2a8697c15331677e6ebf0b', value: 10n, data: '0x5544', accessList: [] } as const // oxfmt-ignore
  expect(keccak256(encodeTransaction(transaction as never))).toBe(
    '0x49b486f0ec0a60dfbbca2d30cb07c9e8ffb2a2ff41f29a1ab6737475f6ff69f3',
  )
  const [r, s] = ['0xc9519f4f2b30335884581971573fadf60c6204f59a911df35ee8a540456b2660', '0x32f1e8e2c5dd761f9e4f88f41c8310aeaba26a8bfcdacfedfa12ec3862d37521'] as const // oxfmt-ignore
  expect(encodeTransaction(transaction as never, { r, s, yParity: 1 })).toBe(
    '0x01f8630103018261a894b94f5374fce5edbc8e2a8697c15331677e6ebf0b0a825544c001a0c9519f4f2b30335884581971573fadf60c6204f59a911df35ee8a540456b2660a032f1e8e2c5dd761f9e4f88f41c8310aeaba26a8bfcdacfedfa12ec3862d37521',
  )
})

const key = bytes(32)
const { address } = privateKeyToAccount(`0x${hex.encode(key)}`)
const hexOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((raw): Hex => `0x${hex.encode(raw)}`)
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
const lists = fc.array(fc.record({ address: hexOf(20), storageKeys: fc.array(hexOf(32), { maxLength: 2 }) }), { maxLength: 2 })
const fields = fc.record({
  // Above 2^32 as well, as some chains have it.
  chainId: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 2 ** 32, max: Number.MAX_SAFE_INTEGER })),
  nonce: fc.oneof(fc.nat(300), fc.integer({ min: 2 ** 32, max: Number.MAX_SAFE_INTEGER })),
  gas: uint(64),
  to: fc.option(hexOf(20)),
  value: fc.oneof(fc.constant(0n), uint(256)),
  data: fc.uint8Array({ maxLength: 70 }).map((raw): Hex => `0x${hex.encode(raw)}`),
})
const typed = fc.oneof(
  fc.record({ type: fc.constant('legacy' as const), gasPrice: uint(256) }),
  fc.record({ type: fc.constant('eip2930' as const), gasPrice: uint(256), accessList: lists }),
  fc.record({ type: fc.constant('eip1559' as const), fees: fc.tuple(uint(256), uint(256)), accessList: fc.option(lists, { nil: undefined }) }).map(
    ({ fees: [one, other], ...rest }) => ({ ...rest, maxFeePerGas: one > other ? one : other, maxPriorityFeePerGas: one > other ? other : one }),
  ),
) // oxfmt-ignore

/** ethers writes it with code that shares nothing with ours. */
function byEthers(transaction: EvmTransaction, signature: Signature): string {
  const { type, gas, ...rest } = transaction
  const number = { legacy: 0, eip2930: 1, eip1559: 2, eip7702: 4 }[type]
  return Transaction.from({ ...rest, type: number, gasLimit: gas, signature } as never).serialized
}

test('transactions of every type, of any chain and any amounts, are what ethers writes, and who signed them is found', () => {
  fc.assert(
    fc.property(fields, typed, (rest, kind) => {
      const transaction = { ...rest, ...kind } as EvmTransaction
      const raw = sign(transaction, key)
      const read = Transaction.from(raw)
      expect(read.from).toBe(address)
      expect(BigInt(read.signature!.s)).toBeLessThanOrEqual(ORDER / 2n)
      expect(byEthers(transaction, read.signature!)).toBe(raw)
    }),
    { numRuns: 60 },
  )
})

test('numbers of a signature with zeros in front are written without them', () => {
  const small = fc.bigInt({ min: 1n, max: 2n ** 64n }).map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`)
  fc.assert(
    fc.property(fields, typed, small, small, fc.constantFrom(0 as const, 1 as const), (rest, kind, r, s, yParity) => {
      const transaction = { ...rest, ...kind } as EvmTransaction
      expect(encodeTransaction(transaction, { r, s, yParity })).toBe(byEthers(transaction, Signature.from({ r, s, yParity })))
    }),
    { numRuns: 40 },
  )
})

// Words, seeds, keys and addresses against what the standards print and what other libraries say.
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { HDKey } from '@scure/bip32'
import { p2wpkh } from '@scure/btc-signer'
import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey } from '@solana/kit'
import { HDNodeWallet, Mnemonic } from 'ethers'
import fc from 'fast-check'
import { HDKey as Ed25519Key } from 'micro-key-producer/slip10.js'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { aesKeyFrom, seal } from '../../../frame/keys/aead.js'
import { accountsOfSeed, bitcoinAddress, deriveAccounts, ed25519Key, secp256k1Key } from '../../../frame/keys/derivation.js'
import { mnemonicBytes, seedOf } from '../../../frame/keys/words.js'
import { bytes } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

const H = 0x8000_0000
const of = (text: string) => new Uint8Array(hex.decode(text))
const wordsOf = async (entropy: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(await mnemonicBytes(entropy))
const entropies = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((entropy) => new Uint8Array(entropy))
/** Of "abandon … about", without a passphrase. */
const aboutSeed = of(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
)

testRows([
  ['00', `${'abandon '.repeat(23)}art`],
  ['7f', `${'legal winner thank year wave sausage worth useful '.repeat(2)}legal winner thank year wave sausage worth title`],
  [
    '80',
    `${'letter advice cage absurd amount doctor acoustic avoid '.repeat(2)}letter advice cage absurd amount doctor acoustic bless`,
  ],
  ['ff', `${'zoo '.repeat(23)}vote`],
])('BIP-39: the words of 32 × 0x%s', async (byte, words) => {
  expect(await wordsOf(of(byte.repeat(32)))).toBe(words)
})

test('BIP-39: the words and seeds of any entropy are those of @scure/bip39', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, async (entropy) => {
      const words = entropyToMnemonic(entropy, wordlist)
      expect(await wordsOf(entropy)).toBe(words)
      expect(hex.encode(await seedOf(entropy))).toBe(hex.encode(mnemonicToSeedSync(words)))
    }),
    { numRuns: 25 },
  )
})

test('other lengths of entropy are refused', async () => {
  for (const length of [0, 16, 31, 33]) await expect(mnemonicBytes(bytes(length))).rejects.toMatchObject({ code: 'BAD_INPUT' })
})

test('BIP-32: vector 1', () => {
  const seed = of('000102030405060708090a0b0c0d0e0f')
  const key = secp256k1Key(seed, [H, 1, H + 2, 2, 1_000_000_000])
  expect(hex.encode(key)).toBe('471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8')
})

test('SLIP-10: vector 1 of ed25519', () => {
  const seed = of('000102030405060708090a0b0c0d0e0f')
  expect(hex.encode(ed25519Key(seed, [H]))).toBe('68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3')
  expect(hex.encode(ed25519Key(seed, [H, H + 1, H + 2, H + 2, H + 1_000_000_000]))).toBe(
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  )
})

test('BIP-32 and SLIP-10: any path of any seed as @scure/bip32 and micro-key-producer have it', () => {
  const step = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  const seeds = fc.uint8Array({ minLength: 16, maxLength: 64 }).map((seed) => new Uint8Array(seed))
  fc.assert(
    fc.property(seeds, fc.array(step, { maxLength: 6 }), (seed, path) => {
      const theirs = path.reduce((node, index) => node.deriveChild(index), HDKey.fromMasterSeed(seed))
      expect(hex.encode(secp256k1Key(seed, path))).toBe(hex.encode(theirs.privateKey ?? new Uint8Array()))
      const hardened = path.map((index) => (index | H) >>> 0)
      const other = hardened.reduce((node, index) => node.deriveChild(index), Ed25519Key.fromMasterSeed(seed))
      expect(hex.encode(ed25519Key(seed, hardened))).toBe(hex.encode(other.privateKey))
    }),
    { numRuns: 60 },
  )
})

test('BIP-32: vector 3, whose key begins with a zero', () => {
  const seed = of('4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be') // oxfmt-ignore
  expect(hex.encode(secp256k1Key(seed, [H]))).toBe(hex.encode(HDKey.fromMasterSeed(seed).deriveChild(H).privateKey ?? seed))
  expect(hex.encode(secp256k1Key(seed, []))).toMatch(/^00/)
})

test('SLIP-10: a step that is not hardened is refused', () => {
  expect(() => ed25519Key(bytes(32), [H, 1])).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
})

test('BIP-84 and the usual addresses of "abandon … about"', () => {
  const { addresses, bip122 } = accountsOfSeed(aboutSeed)
  expect(hex.encode(secp256k1.getPublicKey(bip122))).toBe('0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c')
  expect(addresses).toEqual({
    eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    bip122: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  })
})

test('the accounts are those of viem, ethers, @solana/kit and @scure/btc-signer', async () => {
  await fc.assert(
    fc.asyncProperty(entropies, async (entropy) => {
      const { addresses, eip155, solana, bip122 } = await deriveAccounts(entropy)
      const words = entropyToMnemonic(entropy, wordlist)
      expect(addresses.eip155).toBe(mnemonicToAccount(words).address)
      const wallet = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(words))
      expect([wallet.address, wallet.privateKey]).toEqual([addresses.eip155, `0x${hex.encode(eip155)}`])
      const pair = await createKeyPairFromPrivateKeyBytes(solana, true)
      expect(await getAddressFromPublicKey(pair.publicKey)).toBe(addresses.solana)
      expect(p2wpkh(secp256k1.getPublicKey(bip122)).address).toBe(addresses.bip122)
      expect(ed25519.getPublicKey(solana)).toHaveLength(32)
    }),
    { numRuns: 10 },
  )
})

test('the address of a test network has another prefix', () => {
  const publicKey = secp256k1.getPublicKey(accountsOfSeed(aboutSeed).bip122)
  const network = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
  expect(bitcoinAddress(publicKey, 'tb')).toBe(p2wpkh(publicKey, network).address)
})

test('RFC 5869: test case 3, and any other as Node does it', async () => {
  const opens = async (secret: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, info: string, key: Uint8Array) => {
    const sealed = await seal(await aesKeyFrom(secret, salt, info), new TextEncoder().encode('x'), 'aad')
    const data = Buffer.from(sealed.data, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.iv, 'base64url'))
    decipher.setAAD(Buffer.from('aad')).setAuthTag(data.subarray(-16))
    return decipher.update(data.subarray(0, -16)).toString() + decipher.final().toString()
  }
  const okm = of('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d')
  expect(await opens(of('0b'.repeat(22)), new Uint8Array(0), '', okm)).toBe('x')
  const [secret, salt] = [bytes(64), bytes(20)]
  expect(await opens(secret, salt, 'für', new Uint8Array(hkdfSync('sha256', secret, salt, 'für', 32)))).toBe('x')
})

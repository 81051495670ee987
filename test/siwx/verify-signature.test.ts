// What other people's libraries have signed is verified, and the libraries that verify agree.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { expect, test } from 'vitest'
import { verifySignature } from '../../src/siwx/index.js'
import { checkEach } from '../support/rows.js'
import { createSigners, signForOther, type TestSigner, witnessFor } from './signers.js'

const text = 'app.example wants you to sign in\n\näöü <b>&</b> 😀'
const signers = await createSigners(0)
const others = await createSigners(1)
const signWith = async (signer: TestSigner, message = text) => ({
  text: message,
  signature: await signer.sign(message),
  address: signer.address,
  chainId: signer.chainId,
  publicKey: signer.publicKey,
})

const accounts = signers.map((signer, index) => [signer.name, { signer, other: others[index]! }] as const)

test('a signature of each kind of account is verified, as by another library', async () => {
  await checkEach(accounts, '%s', async (_, { signer }) => {
    const signed = await signWith(signer)
    expect(await verifySignature(signed)).toBe(true)
    if (signer.judge) expect(await signer.judge(text, signed.signature)).toBe(true)
  })
})

test('that of another account, for another text, and none at all are refused', async () => {
  await checkEach(accounts, '%s', async (_, { signer, other }) => {
    const signed = await signWith(signer)
    const foreign = await signWith(other)
    expect(await verifySignature({ ...signed, text: `${text} ` })).toBe(false)
    expect(await verifySignature({ ...signed, signature: foreign.signature })).toBe(false)
    expect(await verifySignature({ ...signed, address: foreign.address, publicKey: foreign.publicKey })).toBe(false)
    for (const signature of ['', '0x', 'AA==', '\0', 'x'.repeat(40_000), 'A'.repeat(30_000), `0x${'00'.repeat(65)}`])
      expect(await verifySignature({ ...signed, signature })).toBe(false)
    for (const address of ['', 'nobody', '1'.repeat(30_000)]) expect(await verifySignature({ ...signed, address })).toBe(false)
  })
})

/**
 * Every how many bytes a bit is turned. In the witness of BIP-322 each byte has a meaning of its own; elsewhere only the first and the last one have.
 * Variants differ from another kind in what is signed, or in the first byte.
 */
function chooseStep(name: string): number {
  if (/by ethers|testnet|not wrapped|with its type/.test(name)) return 16
  return name.endsWith('bip322') ? 1 : 4
}

test.each(['eip155', 'solana', 'bip122', 'polkadot', 'cosmos'])(
  '%s: no signature is verified once a single bit of it is another',
  async (namespace) => {
    const own = accounts.filter(([name]) => name.startsWith(namespace))
    await checkEach(own, '%s', async (_, { signer }) => {
      const signed = await signWith(signer)
      const flips = flipBits(signed.signature)
      expect(flips.length).toBeGreaterThan(60)
      const step = chooseStep(signer.name)
      for (const signature of flips.filter((_, index) => index % step === 0 || index === flips.length - 1))
        expect([signature, await verifySignature({ ...signed, signature })]).toEqual([signature, false])
    })
  },
)

/** A signature in hex or base64 with one bit of each byte turned; base58: with one character of each place changed. */
function flipBits(signature: string): readonly string[] {
  const flip = (bytes: Uint8Array, place: number) => bytes.map((byte, index) => (index === place ? byte ^ 1 : byte))
  const all = (bytes: Uint8Array, write: (bytes: Uint8Array) => string) => [...bytes].map((_, place) => write(flip(bytes, place)))
  if (signature.startsWith('0x')) return all(hex.decode(signature.slice(2)), (bytes) => `0x${hex.encode(bytes)}`)
  if (/[+/=]/.test(signature)) return all(base64.decode(signature), base64.encode)
  const letters = signature.split('')
  return letters.map((letter, place) => letters.toSpliced(place, 1, letter === 'a' ? 'b' : 'a').join(''))
}

const named = (name: string) => signers.find((signer) => signer.name === name)!

test('eip155: a compact signature is verified, and the second one that follows from the first is not', async () => {
  const signed = await signWith(named('eip155 key'))
  const bytes = hex.decode(signed.signature.slice(2))
  const compact = bytes.slice(0, 64)
  compact[32]! |= ((bytes[64]! - 27) << 7) & 0x80
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = (order - BigInt(`0x${hex.encode(bytes.slice(32, 64))}`)).toString(16).padStart(64, '0')
  const second = `0x${hex.encode(bytes.slice(0, 32))}${s}${bytes[64] === 27 ? '1c' : '1b'}`
  expect(await verifySignature({ ...signed, signature: `0x${hex.encode(compact)}` })).toBe(true)
  expect(await verifySignature({ ...signed, signature: second })).toBe(false)
})

test('eip155: a node that does not answer is an error, and one that refuses the call is not', async () => {
  const signed = await signWith(named('eip155 key'))
  const foreign = { ...signed, text: 'another' }
  const silent = () => Promise.reject(new Error('socket hang up'))
  await expect(verifySignature({ ...foreign, read: silent })).rejects.toMatchObject({ code: 'RPC_ERROR' })
  for (const [message, code] of [
    ['Ausführung rückgängig', 3],
    ['execution reverted', -32000],
  ] as const) {
    const refusing = () => Promise.reject(Object.assign(new Error(message), { code }))
    expect(await verifySignature({ ...foreign, read: refusing }), message).toBe(false)
  }
  expect(await verifySignature({ ...signed, read: silent })).toBe(true) // a key needs no node
})

test('bip122: an address of another network is refused', async () => {
  const signer = named('bip122 p2wpkh bip322')
  expect(await verifySignature({ ...(await signWith(signer)), chainId: signer.otherChain })).toBe(false)
  expect(await verifySignature({ ...(await signWith(signer)), chainId: 'bip122:12a765e31ffd4059bada1e25190f6e98' })).toBe(false)
})

test('bip122: the headers that other wallets write for segwit keys are read, and those of other kinds are not', async () => {
  const headers = async (name: string) => {
    const signed = await signWith(named(name))
    const bytes = base64.decode(signed.signature)
    const accepted: number[] = []
    for (let header = 27; header <= 42; header += 4) {
      bytes[0] = header + ((bytes[0]! - 27) % 4)
      if (await verifySignature({ ...signed, signature: base64.encode(bytes) })) accepted.push(header)
    }
    return accepted
  }
  expect(await headers('bip122 p2pkh bip137')).toEqual([31])
  expect(await headers('bip122 p2sh bip137')).toEqual([31, 35])
  expect(await headers('bip122 p2wpkh bip137')).toEqual([31, 39])
})

test('polkadot: an ecdsa signature that begins like one with its type is verified', async () => {
  const signer = named('polkadot ecdsa')
  const beginning = new Set<number>()
  for (let index = 0; index < 4_000 && beginning.size < 2; index++) {
    const message = `text ${index}`
    const signature = await signer.sign(message)
    const first = parseInt(signature.slice(2, 4), 16)
    if (first > 1 || beginning.has(first)) continue
    beginning.add(first)
    expect(await verifySignature({ text: message, signature, address: signer.address, chainId: signer.chainId })).toBe(true)
  }
  expect(beginning.size).toBe(2)
})

test('cosmos: without the key, or with another one, nothing is verified', async () => {
  const signed = await signWith(named('cosmos'))
  const [other] = others.filter(({ name }) => name === 'cosmos')
  for (const publicKey of [undefined, '', other!.publicKey, '02'.padEnd(66, 'f'), signed.publicKey!.toUpperCase()])
    expect(await verifySignature({ ...signed, publicKey })).toBe(false)
})

test('cosmos: a stranger who signs the document of an account with a key of their own is refused', async () => {
  const [victim, stranger] = [named('cosmos'), others.find(({ name }) => name === 'cosmos')!]
  const { address, chainId } = victim
  const own = await signForOther(0, address, text)
  expect(await verifySignature({ text, signature: own, address, chainId, publicKey: victim.publicKey })).toBe(true)
  for (const hash of ['sha256', 'keccak256'] as const) {
    const signature = await signForOther(1, address, text, hash)
    expect(await verifySignature({ text, signature, address, chainId, publicKey: stranger.publicKey })).toBe(false)
  }
})

test('bip122: a stranger who puts a key of their own into the witness is refused', async () => {
  for (const kind of ['p2sh', 'p2wpkh']) {
    const { address, chainId } = named(`bip122 ${kind} bip322`)
    expect(await verifySignature({ text, signature: witnessFor(address, 7, text), address, chainId }), kind).toBe(true)
    expect(await verifySignature({ text, signature: witnessFor(address, 8, text), address, chainId }), kind).toBe(false)
  }
})

test('bip122: a signature whose s is turned into the other half, which nodes do not relay, is refused', async () => {
  const { address, chainId } = named('bip122 p2wpkh bip322')
  const witness = base64.decode(witnessFor(address, 7, text))
  const [length, der, rest] = [witness[1]!, witness.subarray(2, witness[1]! + 1), witness.subarray(witness[1]! + 1)] // the last byte: SIGHASH_ALL
  const { r, s } = secp256k1.Signature.fromBytes(der, 'der')
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes('der')
  const signature = base64.encode(Uint8Array.from([2, length + high.length - der.length, ...high, ...rest]))
  expect(await verifySignature({ text, signature, address, chainId })).toBe(false)
  expect(secp256k1.Signature.fromBytes(high, 'der').hasHighS()).toBe(true)
})

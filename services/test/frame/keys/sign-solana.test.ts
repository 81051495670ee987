// Signatures of the Solana account against @solana/kit and @solana/web3.js.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  address,
  createKeyPairFromPrivateKeyBytes,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  signBytes,
  signTransaction as signWithKit,
} from '@solana/kit'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Bytes } from '../../../frame/keys/bytes.js'
import { signSolanaMessage, signSolanaTransaction } from '../../../frame/keys/sign/solana.js'
import { bytes } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

const key = bytes(32)
const own = new PublicKey(ed25519.getPublicKey(key))
const other = Keypair.generate()
const stranger = Keypair.generate()
const recentBlockhash = base58.encode(bytes(32))
const pay = (from: PublicKey) => SystemProgram.transfer({ fromPubkey: from, toPubkey: stranger.publicKey, lamports: 5n })
const wire = (transaction: VersionedTransaction | Transaction): Bytes =>
  new Uint8Array(
    transaction instanceof Transaction ? transaction.serialize({ requireAllSignatures: false }) : transaction.serialize(),
  )

const table = new AddressLookupTableAccount({
  key: Keypair.generate().publicKey,
  state: {
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0,
    lastExtendedSlotStartIndex: 0,
    addresses: [stranger.publicKey],
  },
})
const messageOf = (payer: PublicKey, ...from: readonly PublicKey[]) =>
  new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: from.map(pay) })

const kinds: Readonly<Record<string, () => Bytes>> = {
  legacy: () => wire(new Transaction({ feePayer: own, blockhash: recentBlockhash, lastValidBlockHeight: 1 }).add(pay(own))),
  'legacy, of two signers': () =>
    wire(new Transaction({ feePayer: other.publicKey, blockhash: recentBlockhash, lastValidBlockHeight: 1 }).add(pay(own), pay(other.publicKey))), // oxfmt-ignore
  'version 0': () => wire(new VersionedTransaction(messageOf(own, own).compileToV0Message())),
  'version 0 with a table': () => wire(new VersionedTransaction(messageOf(own, own).compileToV0Message([table]))),
  'version 0, paid by somebody else': () => wire(new VersionedTransaction(messageOf(other.publicKey, own).compileToV0Message())),
}
let pair: CryptoKeyPair
beforeAll(async () => {
  pair = await createKeyPairFromPrivateKeyBytes(key)
})
const isRefused = (act: () => unknown) => expect(act).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))

testRows(Object.entries(kinds))('%s: signed as @solana/kit does it, and nothing else changed', async (_, make) => {
  const transaction = make()
  const signed = signSolanaTransaction(transaction, key)
  const decoded = getTransactionDecoder().decode(transaction)
  const kit = await signWithKit([pair], decoded).catch(async () => {
    // Kit wants all signers: with the one that is missing, ours is compared alone.
    const signature = await signBytes(pair.privateKey, decoded.messageBytes)
    return { ...decoded, signatures: { ...decoded.signatures, [address(own.toBase58())]: signature } }
  })
  expect(Buffer.from(signed).toString('base64')).toBe(getBase64EncodedWireTransaction(kit))
  const web3 = VersionedTransaction.deserialize(signed)
  const place = web3.message.staticAccountKeys.findIndex((each) => each.equals(own))
  expect(ed25519.verify(web3.signatures[place]!, web3.message.serialize(), own.toBytes())).toBe(true)
})

test('the signature of another stays, and the answer is a copy', () => {
  const transaction = new VersionedTransaction(messageOf(other.publicKey, own).compileToV0Message())
  transaction.sign([other])
  const before = wire(transaction)
  const kept = before.slice()
  const signed = VersionedTransaction.deserialize(signSolanaTransaction(before, key))
  expect(signed.signatures[0]).toEqual(transaction.signatures[0])
  expect(before).toEqual(kept)
})

test('a transaction that we are not asked to sign is refused', () => {
  isRefused(() =>
    signSolanaTransaction(wire(new VersionedTransaction(messageOf(other.publicKey, other.publicKey).compileToV0Message())), key),
  )
  // Named in it, but no signer.
  const receives = new TransactionMessage({
    payerKey: other.publicKey,
    recentBlockhash,
    instructions: [SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: own, lamports: 1n })],
  })
  isRefused(() => signSolanaTransaction(wire(new VersionedTransaction(receives.compileToV0Message())), key))
})

test('what can be read in two ways is refused', () => {
  const whole = kinds['version 0 with a table']!()
  const legacy = kinds['legacy']!()
  const plain = kinds['version 0']!()
  const at = (transaction: Bytes, place: number, value: number) => {
    const changed = transaction.slice()
    changed[place] = value
    return changed
  }
  const insert = (transaction: Bytes, place: number, ...more: readonly number[]) =>
    new Uint8Array([...transaction.slice(0, place), ...more, ...transaction.slice(place)])
  const message = 1 + 64
  for (const wrong of [
    new Uint8Array(0),
    new Uint8Array([...whole, 0]), // something behind it
    new Uint8Array([0x80, 0x80, 0x80, ...whole]), // a count without an end
    new Uint8Array([0xff, 0xff, 0x7f, ...whole]), // a count above 65535
    new Uint8Array([...plain.slice(0, -1), 1, ...bytes(32), 0, 0]), // a table of which nothing is taken
    new Uint8Array([0x81, 0x00, ...whole.slice(1)]), // a count in more bytes than it needs
    new Uint8Array([0, ...whole.slice(message)]), // no place for a signature
    new Uint8Array([2, ...new Uint8Array(64), ...whole.slice(1)]), // a place too many
    at(whole, message, 0x81), // another version
    at(whole, message, 0xff),
    at(whole, message + 1, 0), // nobody signs
    at(whole, message + 1, 200), // more signers than keys
    at(whole, message + 2, 1), // all signers only read
    at(whole, message + 3, 200),
    at(legacy, message, 0),
    insert(legacy, message + 3, 0x80), // the count of keys
    at(legacy, message + 4 + 32 * 3 + 32 + 1, 9), // a program that is none of the keys
    at(legacy, message + 4 + 32 * 3 + 32 + 1, 0), // a program that pays
    at(legacy, message + 4 + 32 * 3 + 32 + 3, 9), // an account that is none of the keys
    new Uint8Array([
      ...legacy.slice(0, message + 4 + 32),
      ...legacy.slice(message + 4, message + 4 + 32),
      ...legacy.slice(message + 4 + 64),
    ]), // a key twice
  ])
    isRefused(() => signSolanaTransaction(wrong, key))
  for (let length = 0; length < whole.length; length++) isRefused(() => signSolanaTransaction(whole.slice(0, length), key))
})

test('any bytes: refused with a code, or a transaction that kit reads too', () => {
  const seeds = Object.values(kinds).map((make) => make())
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), (seed, changes) => {
      const changed = seed.slice()
      for (const [place, value] of changes) changed[place % changed.length] = value
      let signed: Bytes
      try {
        signed = signSolanaTransaction(changed, key)
      } catch (error) {
        expect(error).toMatchObject({ code: 'BAD_INPUT' })
        return
      }
      const read = getTransactionDecoder().decode(signed)
      expect(Object.keys(read.signatures)).toContain(own.toBase58())
    }),
    { numRuns: 500 },
  )
})

test('messages are signed as @solana/kit does it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (message) => {
      const signature = signSolanaMessage(new Uint8Array(message), key)
      expect(signature).toEqual(new Uint8Array(await signBytes(pair.privateKey, message)))
    }),
    { numRuns: 30 },
  )
  const text = new TextEncoder().encode(`app.example wants you to sign in with your Solana account:\n${own.toBase58()}`)
  expect(ed25519.verify(signSolanaMessage(text, key), text, own.toBytes())).toBe(true)
})

testRows(Object.entries(kinds))('%s: its message is not signed as a mere message', (_, make) => {
  const transaction = make()
  const message = transaction.slice(1 + 64 * transaction[0]!)
  isRefused(() => signSolanaMessage(message, key))
  // Nor when its header lies, or its version is one of the future.
  for (const [place, value] of [
    [0, 0x81],
    [1, 9],
    [0, 3],
  ] as const) {
    // oxfmt-ignore
    const changed = message.slice()
    changed[place] = value
    isRefused(() => signSolanaMessage(changed, key))
  }
})

test('an off-chain message names its signer, and is none of a transaction', () => {
  const message = new Uint8Array([0xff, ...new TextEncoder().encode('solana offchain'), 0, ...own.toBytes(), 1, 0])
  expect(ed25519.verify(signSolanaMessage(message, key), message, own.toBytes())).toBe(true)
})

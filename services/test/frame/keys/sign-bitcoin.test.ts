// BIP-322 and PSBT against bip322-js and @scure/btc-signer.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createBase58check, hex } from '@scure/base'
import { sha256 } from '@noble/hashes/sha2.js'
import { p2wpkh, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { Signer, Verifier } from 'bip322-js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bitcoinAddress } from '../../../frame/keys/derivation.js'
import { signBip322 } from '../../../frame/keys/sign/bip322.js'
import type { SignPayload } from '../../../frame/keys/sign/payload.js'
import { signPsbt } from '../../../frame/keys/sign/psbt.js'
import { bytes } from './support.js'
import { testRows } from '../../../../test/support/rows.js'

const checked = createBase58check(sha256)
const wifOf = (key: Uint8Array) => checked.encode(new Uint8Array([0x80, ...key, 1]))
/** Of the vectors in BIP-322. */
const vectorKey = checked.decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k').slice(1, 33)
const vectorAddress = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const key = bytes(32)
const own = p2wpkh(secp256k1.getPublicKey(key))

test.each(['', 'Hello World'])('BIP-322: the vector of "%s"', (message) => {
  expect(bitcoinAddress(secp256k1.getPublicKey(vectorKey), 'bc')).toBe(vectorAddress)
  const signature = signBip322(message, vectorKey)
  expect(Verifier.verifySignature(vectorAddress, message, signature)).toBe(true)
  const vectors: Readonly<Record<string, readonly string[]>> = {
    '': [
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
      'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    'Hello World': [
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
  }
  expect(vectors[message]).toContain(signature)
})

test('BIP-322: any message is signed as bip322-js does it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (message) => {
      const signature = signBip322(message, key)
      expect(Verifier.verifySignature(own.address, message, signature)).toBe(true)
      expect(Verifier.verifySignature(own.address, `${message}x`, signature)).toBe(false)
      expect(signature).toBe(Signer.sign(wifOf(key), own.address, message))
    }),
    { numRuns: 40 },
  )
})

const stranger = p2wpkh(secp256k1.getPublicKey(bytes(32)))
const output = { script: own.script, amount: 10_000n }

function psbtOf(change: (transaction: Transaction) => void = () => undefined, inputs = [output]): Transaction {
  const transaction = new Transaction()
  for (const [index, witnessUtxo] of inputs.entries()) transaction.addInput({ txid: '11'.repeat(32), index, witnessUtxo })
  transaction.addOutput({ script: stranger.script, amount: 9_000n })
  change(transaction)
  return transaction
}
const asked = (transaction: Transaction, more: Partial<Extract<SignPayload, { type: 'psbt' }>> = {}) =>
  ({ type: 'psbt', psbt: new Uint8Array(transaction.toPSBT()), answer: 'psbt', ...more }) as const
const isRefused = (act: () => unknown) => expect(act).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))

test('PSBT: signed and whole as @scure/btc-signer does it', () => {
  const raw = signPsbt(asked(psbtOf(), { answer: 'transaction' }), key)
  const theirs = psbtOf()
  theirs.sign(key)
  theirs.finalize()
  expect(hex.encode(raw)).toBe(theirs.hex)
  expect(RawTx.decode(raw).witnesses?.[0]).toHaveLength(2)
})

test('PSBT: only our inputs are signed, and those of others stay open', () => {
  const theirs = { script: stranger.script, amount: 5_000n }
  const signed = Transaction.fromPSBT(signPsbt(asked(psbtOf(undefined, [theirs, output, theirs])), key))
  expect([0, 1, 2].map((at) => signed.getInput(at).partialSig?.length ?? 0)).toEqual([0, 1, 0])
  isRefused(() => signPsbt(asked(psbtOf(undefined, [theirs])), key))
  isRefused(() => signPsbt(asked(psbtOf(undefined, [theirs, output]), { inputs: [0, 1] }), key))
  isRefused(() => signPsbt(asked(psbtOf(), { inputs: [1] }), key))
  expect(() => signPsbt(asked(psbtOf(undefined, [theirs, output]), { answer: 'transaction' }), key)).toThrow()
  const one = Transaction.fromPSBT(signPsbt(asked(psbtOf(undefined, [output, output]), { inputs: [1] }), key))
  expect([0, 1].map((at) => one.getInput(at).partialSig?.length ?? 0)).toEqual([0, 1])
})

testRows([SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY, SigHash.NONE_ANYONECANPAY])(
  'PSBT: a signature for less than all (%s) is refused',
  (sighashType) => {
    isRefused(() => signPsbt(asked(psbtOf((transaction) => transaction.updateInput(0, { sighashType }))), key))
  },
)

test('PSBT: what an input spends is told in one way only', () => {
  const before = new Transaction()
  before.addInput({ txid: '22'.repeat(32), index: 0, witnessUtxo: output })
  before.addOutput(output)
  before.sign(key)
  before.finalize()
  const raw = before.extract()
  const spend = (more: object) => {
    const transaction = new Transaction({ disableScriptCheck: true })
    transaction.addInput({ txid: before.id, index: 0, ...more })
    transaction.addOutput({ script: stranger.script, amount: 9_000n })
    return transaction
  }
  const whole = signPsbt(asked(spend({ nonWitnessUtxo: raw }), { answer: 'transaction' }), key)
  expect(whole).toEqual(signPsbt(asked(spend({ nonWitnessUtxo: raw, witnessUtxo: output }), { answer: 'transaction' }), key))
  // Another amount than the transaction before says would hide the fee.
  const psbt = new Uint8Array(spend({ nonWitnessUtxo: raw, witnessUtxo: output }).toPSBT())
  const text = hex.encode(psbt)
  const amount = '1027000000000000'
  const lying = text.replace(new RegExp(`${amount}(?=16${hex.encode(own.script)}(?!.*${amount}))`), '1127000000000000')
  expect(lying).not.toBe(text)
  expect(() => signPsbt({ type: 'psbt', psbt: new Uint8Array(hex.decode(lying)), answer: 'psbt' }, key)).toThrow()
  expect(() => signPsbt({ type: 'psbt', psbt: bytes(100), answer: 'psbt' }, key)).toThrow()
})

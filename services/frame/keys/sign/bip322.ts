// BIP-322, simple, for P2WPKH: a message as two virtual transactions, of which the second one is signed.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { type Bytes, concat, utf8 } from '../bytes.js'
import { hash160 } from '../derivation.js'

const TAG = 'BIP0322-signed-message'
const SIGHASH_ALL = 1

const double = (bytes: Uint8Array) => sha256(sha256(bytes))
const four = (value: number) => new Uint8Array(new Uint32Array([value]).buffer) // every platform of ours is little-endian
const none = four(0)
const noValue = new Uint8Array(8)
const withLength = (bytes: Uint8Array) => concat(new Uint8Array([bytes.length]), bytes)

/** Of the virtual transaction that pays to the script, with the message in its input. */
function toSpend(message: string, script: Uint8Array): Uint8Array {
  const tag = sha256(utf8(TAG))
  const digest = sha256(concat(tag, tag, utf8(message)))
  const input = concat(new Uint8Array(32), four(0xffff_ffff), withLength(concat(new Uint8Array([0, 32]), digest)), none)
  return double(concat(none, new Uint8Array([1]), input, new Uint8Array([1]), noValue, withLength(script), none))
}

/** What is signed of the one that spends it (BIP-143): one input, one output of OP_RETURN. */
function digestOf(spent: Uint8Array, keyHash: Uint8Array): Uint8Array {
  const outpoint = concat(spent, none)
  const scriptCode = concat(new Uint8Array([0x19, 0x76, 0xa9, 0x14]), keyHash, new Uint8Array([0x88, 0xac]))
  const output = concat(noValue, withLength(new Uint8Array([0x6a])))
  return double(
    concat(none, double(outpoint), double(none), outpoint, scriptCode, noValue, none, double(output), none, four(SIGHASH_ALL)),
  )
}

/** The witness in base64. */
export function signBip322(message: string, key: Bytes): string {
  const publicKey = secp256k1.getPublicKey(key, true)
  const keyHash = hash160(publicKey)
  const spent = toSpend(message, concat(new Uint8Array([0, 20]), keyHash))
  const signature = secp256k1.sign(digestOf(spent, keyHash), key, { prehash: false, format: 'der' })
  const item = concat(signature, new Uint8Array([SIGHASH_ALL]))
  return base64.encode(concat(new Uint8Array([2]), withLength(item), withLength(publicKey)))
}

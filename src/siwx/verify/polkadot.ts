// Signatures of Polkadot accounts: sr25519, ed25519, ecdsa or Ethereum-style, over the text between `<Bytes>` and `</Bytes>` or over the text alone.
import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import { decode, isEthereumAddress } from '../../connectors/polkadot/ss58.js'
import { isSame, recoverKey, uncompressed } from './bytes.js'
import type { Verify } from './signed.js'

const encoder = new TextEncoder()

/** Verifies a signature of a Polkadot account, of whichever kind its key is. */
export const verify: Verify = ({ text, signature, address }) => {
  const bytes = readHex(signature)
  if (!bytes) return Promise.resolve(false)
  const schemes = isEthereumAddress(address)
    ? ethereum(bytes, hex.decode(address.slice(2).toLowerCase()))
    : substrate(bytes, address)
  const texts = [encoder.encode(`<Bytes>${text}</Bytes>`), encoder.encode(text)]
  return Promise.resolve(texts.some((message) => schemes.some((isValid) => attempt(() => isValid(message)))))
}

type Scheme = (message: Uint8Array) => boolean

/**
 * The schemes that a signature may be of, by its length. A byte in front may say which one (`MultiSignature`): 0 ed25519, 1 sr25519,
 * 2 ecdsa; 65 bytes can be either that or an ecdsa signature.
 */
function substrate(bytes: Uint8Array, address: string): readonly Scheme[] {
  const publicKey = decode(address)?.publicKey
  if (!publicKey) return []
  const edwards =
    (signature: Uint8Array): Scheme =>
    (message) =>
      ed25519.verify(signature, message, publicKey, { zip215: false })
  const schnorrkel =
    (signature: Uint8Array): Scheme =>
    (message) =>
      verifySr25519(message, signature, publicKey)
  /** The address holds the key, or its hash where the key has 33 bytes. */
  const ecdsa =
    (signature: Uint8Array): Scheme =>
    (message) => {
      const key = recoverSigner(signature, blake2b(message, { dkLen: 32 }))
      return isSame(publicKey, publicKey.length === 33 ? key : blake2b(key, { dkLen: 32 }))
    }
  const [first] = bytes
  const rest = bytes.slice(1)
  if (bytes.length === 64) return [schnorrkel(bytes), edwards(bytes)]
  if (bytes.length === 66) return first === 2 ? [ecdsa(rest)] : []
  return [ecdsa(bytes), ...(first === 0 ? [edwards(rest)] : []), ...(first === 1 ? [schnorrkel(rest)] : [])]
}

/** Accounts as on EVM chains: the last 20 bytes of the key's hash. */
function ethereum(bytes: Uint8Array, address: Uint8Array): readonly Scheme[] {
  const signature = bytes.length === 66 && bytes[0] === 2 ? bytes.slice(1) : bytes
  return [(message) => isSame(address, keccak_256(uncompressed(recoverSigner(signature, keccak_256(message)))).slice(-20))]
}

/** @param signature 65 bytes, the last of which says which key: 0 to 3 */
function recoverSigner(signature: Uint8Array, digest: Uint8Array): Uint8Array {
  if (signature.length !== 65) throw new Error('no signature of secp256k1')
  return recoverKey(signature.slice(0, 64), signature[64] ?? 0, digest)
}

function attempt(act: () => boolean): boolean {
  try {
    return act()
  } catch {
    return false // no point of the curve, or a length that the scheme does not have
  }
}

function readHex(text: string): Uint8Array | undefined {
  const digits = text.replace(/^0x/, '').toLowerCase()
  return /^(?:[\da-f]{2}){64,66}$/.test(digits) ? hex.decode(digits) : undefined
}

// Signatures of Cosmos accounts: ADR-36, secp256k1 over the hash of an amino document that holds the text.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base64, bech32, hex } from '@scure/base'
import { isSame, uncompressed } from './bytes.js'
import type { Verify } from './signed.js'

const encoder = new TextEncoder()

/** Verifies a signature of a Cosmos account. Needs `publicKey`, 33 bytes. */
export const verify: Verify = ({ text, signature, address, publicKey = '' }) => {
  if (!/^0[23][\da-f]{64}$/.test(publicKey) || !/^[a-z\d]+$/.test(address)) return Promise.resolve(false)
  try {
    const [key, bytes] = [hex.decode(publicKey), base64.decode(signature)]
    const account = bech32.fromWords(bech32.decode(address as `${string}1${string}`, 128).words) // throws for any other text
    const document = encoder.encode(documentOf(address, text))
    const usual = () => isSame(account, ripemd160(sha256(key))) && isSigned(bytes, sha256(document), key)
    /** Chains whose keys are as Ethereum's (ethsecp256k1) hash both with keccak. */
    const ethereum = () => isSame(account, keccak_256(uncompressed(key)).slice(-20)) && isSigned(bytes, keccak_256(document), key)
    return Promise.resolve(usual() || ethereum())
  } catch {
    return Promise.resolve(false) // not base64, not bech32, or no point of the curve
  }
}

/** The sign document of a text: JSON with sorted keys. Neither base64 nor an address has a character that is escaped in it. */
const documentOf = (signer: string, text: string): string =>
  `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${base64.encode(encoder.encode(text))}","signer":"${signer}"}}],"sequence":"0"}`

const isSigned = (signature: Uint8Array, digest: Uint8Array, key: Uint8Array) =>
  signature.length === 64 && secp256k1.verify(signature, digest, key, { prehash: false, lowS: true })

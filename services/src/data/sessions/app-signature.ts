// Whether a key of the app signed a user operation. Only then does the co-signing key: everyone can read which sessions there are, and
// could else have operations of theirs signed, or use up their allowances.
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createHash } from 'node:crypto'
import {
  bytesToHex,
  concatBytes,
  decodeAbiParameters,
  hexToBytes,
  isAddressEqual,
  parseAbiParameters,
  recoverAddress,
  recoverMessageAddress,
  toBytes,
  type Hex,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** A public key of the app. */
export interface AppKey {
  readonly type: 'secp256k1' | 'secp256r1'
  /** Compressed or not, in hex. */
  readonly publicKey: Hex
}

interface Signed {
  readonly hash: Hex
  readonly signature: Hex
}

/**
 * secp256k1: EIP-191 over the hash, or over the hash alone. secp256r1: 64 bytes of r and s over the hash or its SHA-256, or an assertion of
 * a passkey (WebAuthn, with the hash as its challenge) as ABI parameters or as the struct that smart wallets take.
 */
export async function isSignedBy(keys: readonly AppKey[], signed: Signed): Promise<boolean> {
  for (const { type, publicKey } of keys) {
    const check = type === 'secp256k1' ? byWallet : byPasskey
    if (await attempt(() => check(publicKey, signed))) return true
  }
  return false
}

async function byWallet(publicKey: Hex, { hash, signature }: Signed): Promise<boolean> {
  const point = secp256k1.Point.fromBytes(hexToBytes(publicKey))
  const address = publicKeyToAddress(bytesToHex(point.toBytes(false)))
  const isSigner = async (recovered: Promise<Hex>) => isAddressEqual(await recovered, address)
  const asMessage = () => isSigner(recoverMessageAddress({ message: { raw: hash }, signature }))
  return (await attempt(asMessage)) || isSigner(recoverAddress({ hash, signature }))
}

function byPasskey(publicKey: Hex, { hash, signature }: Signed): boolean {
  const key = p256.Point.fromBytes(hexToBytes(publicKey)).toBytes(false)
  if (signature.length === 2 + 128) {
    const [plain, message] = [hexToBytes(signature), hexToBytes(hash)]
    return [false, true].some((prehash) => p256.verify(plain, message, key, { prehash, lowS: false }))
  }
  return [asParameters, asStruct].some((read) => isAssertion(read, { key, hash, signature }))
}

interface Assertion {
  readonly authenticator: Hex
  /** The client's data as JSON. */
  readonly client: Uint8Array
  readonly r: bigint
  readonly s: bigint
}

const parameters = parseAbiParameters(
  'bytes authenticator, string client, uint256 challengeAt, uint256 typeAt, uint256 r, uint256 s, bool precompiled',
)
const struct = parseAbiParameters([
  'Auth auth',
  'struct Auth { bytes authenticator; bytes client; uint256 challengeAt; uint256 typeAt; uint256 r; uint256 s; }',
])

function asParameters(signature: Hex): Assertion {
  const [authenticator, client, , , r, s] = decodeAbiParameters(parameters, signature)
  return { authenticator, client: toBytes(client), r, s }
}

function asStruct(signature: Hex): Assertion {
  const [{ authenticator, client, r, s }] = decodeAbiParameters(struct, signature)
  return { authenticator, client: hexToBytes(client), r, s }
}

/** Shortest data of an authenticator: hash of the site, flags, counter. Of the flags, the first bit says that a person was there. */
const AUTHENTICATOR_BYTES = 37
const FLAGS_AT = 32

function isAssertion(read: (signature: Hex) => Assertion, { key, hash, signature }: Signed & { key: Uint8Array }): boolean {
  try {
    const { authenticator, client, r, s } = read(signature)
    const bytes = hexToBytes(authenticator)
    const { type, challenge } = JSON.parse(Buffer.from(client).toString('utf8')) as Record<string, unknown> // compared in the next lines
    const isMeant = type === 'webauthn.get' && challenge === Buffer.from(hexToBytes(hash)).toString('base64url')
    if (!isMeant || bytes.length < AUTHENTICATOR_BYTES || ((bytes[FLAGS_AT] ?? 0) & 1) === 0) return false
    const message = concatBytes([bytes, createHash('sha256').update(client).digest()])
    return p256.verify(new p256.Signature(r, s).toBytes('compact'), message, key, { lowS: false })
  } catch {
    return false // not of this form
  }
}

/** What cannot be read was not signed by anyone. */
async function attempt(check: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch {
    return false
  }
}

// did:key identifiers of Ed25519 keys, which name relay clients. Source: W3C did:key, multicodec 0xed, multibase base58btc.

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const PREFIX = 'did:key:z'
const ED25519_CODEC = [0xed, 0x01] as const
const ED25519_KEY_BYTES = 32
/** 34 bytes need at most 47 digits; the bound limits the work for hostile input. */
const MAX_DIGITS = 50

/** The 32 bytes of the public key, or undefined for anything that is not an Ed25519 did:key. */
export function ed25519KeyOf(did: string): Uint8Array | undefined {
  if (!did.startsWith(PREFIX)) return undefined
  const bytes = decodeBase58(did.slice(PREFIX.length))
  if (bytes?.length !== ED25519_CODEC.length + ED25519_KEY_BYTES) return undefined
  if (bytes[0] !== ED25519_CODEC[0] || bytes[1] !== ED25519_CODEC[1]) return undefined
  return bytes.subarray(ED25519_CODEC.length)
}

/** The did:key of a public key. */
export function didKeyOf(publicKey: Uint8Array): string {
  return PREFIX + encodeBase58(Uint8Array.of(...ED25519_CODEC, ...publicKey))
}

function decodeBase58(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > MAX_DIGITS) return undefined
  let value = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  const hex = value === 0n ? '' : value.toString(16)
  return Uint8Array.from([...new Uint8Array(zeros), ...Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')])
}

function encodeBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  while (value > 0n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text
    value /= 58n
  }
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

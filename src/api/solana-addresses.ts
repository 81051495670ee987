// Addresses of Solana: read from text, and the one at which the tokens of an owner are by default.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MARK = new TextEncoder().encode('ProgramDerivedAddress')

/** The 32 bytes that a text says in base58; undefined for anything else. */
export function readSolanaAddress(text: string): Uint8Array | undefined {
  if (text.length < 32 || text.length > 44) return undefined
  let value = 0n
  for (const character of text) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0 // each stands for a zero byte in front
  const hex = value === 0n ? '' : value.toString(16)
  if (zeros + ((hex.length + 1) >> 1) !== 32) return undefined
  return Uint8Array.from(hex.padStart(64, '0').match(/../g) ?? [], (byte) => parseInt(byte, 16))
}

function writeSolanaAddress(bytes: Uint8Array): string {
  let text = ''
  for (let value = numberOf(bytes); value > 0n; value /= 58n) text = `${alphabet.charAt(Number(value % 58n))}${text}`
  for (let at = 0; bytes[at] === 0; at++) text = `1${text}`
  return text
}

/**
 * The associated token account of an owner: the first address made of owner, Token program and token that nobody has the key of
 * (https://solana.com/docs/core/pda). It follows from them alone, so that no node is believed for it. Rejects outside of secure contexts, where browsers
 * have no digests: the code that builds transfers needs them too.
 * @returns undefined when one of them is no address
 */
export async function associatedAccount(owner: string, mint: string, tokenProgram: string): Promise<string | undefined> {
  const seeds = [owner, tokenProgram, mint].map(readSolanaAddress)
  const program = readSolanaAddress(ASSOCIATED_TOKEN_PROGRAM) ?? []
  if (seeds.includes(undefined)) return undefined
  const parts = seeds.flatMap((seed) => [...(seed ?? [])])
  for (let bump = 255; bump >= 0; bump--) {
    const seeded = Uint8Array.from([...parts, bump, ...program, ...MARK])
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', seeded))
    if (!isOnCurve(bytes)) return writeSolanaAddress(bytes)
  }
  return undefined
}

/** Prime and constant of the curve of ed25519 (RFC 8032 §5.1). */
const P = 2n ** 255n - 19n
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** Whether bytes are a point of the curve, so that there may be a key to them: x² = (y² − 1) / (d·y² + 1) has a root (RFC 8032 §5.1.3). */
function isOnCurve(bytes: Uint8Array): boolean {
  const square = (numberOf(bytes.slice().reverse()) & (2n ** 255n - 1n)) ** 2n % P // the highest bit is the sign of x
  const ratio = ((square - 1n + P) * (D * square + 1n)) % P // has a root if and only if the quotient has one
  return ratio === 0n || power(ratio, (P - 1n) / 2n) === 1n
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let rest = exponent, square = base; rest > 0n; rest >>= 1n, square = (square * square) % P)
    if (rest & 1n) result = (result * square) % P
  return result
}

const numberOf = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

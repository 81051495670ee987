// Base 58 with Bitcoin's alphabet: how Solana writes addresses, signatures and hashes, Substrate its addresses, and did:key its keys.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The text of `bytes`; each leading zero byte becomes a `1`. */
export function toBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leading = zeros === -1 ? bytes.length : zeros
  let text = ''
  for (let rest = bytes.length === 0 ? 0n : BigInt(`0x0${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n) {
    text = `${ALPHABET[Number(rest % 58n)] ?? ''}${text}`
  }
  return '1'.repeat(leading) + text
}

/** @throws Error for a character outside the alphabet. */
export function fromBase58(text: string): Uint8Array {
  let number = 0n
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit === -1) throw new Error('not base58')
    number = number * 58n + BigInt(digit)
  }
  const hex = number === 0n ? '' : number.toString(16)
  const body = Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, 'hex')
  const leading = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Uint8Array(leading), ...body])
}

// Addresses as resolvers give them (ENSIP-9): the bytes behind the text.
import { bytesToHex, numberToHex, type Hex } from 'viem'
import { chainOfCoinType, SOLANA } from './coin-types.js'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const SOLANA_BYTES = 32

/** `0x` for what has no such form. */
export function addressBytes(coinType: number, address: string): Hex {
  if (chainOfCoinType(coinType) !== undefined) return address.toLowerCase() as Hex // stored as 0x and 40 hex digits
  return coinType === SOLANA ? solanaBytes(address) : '0x'
}

/** 32 bytes in base58, checked when they were stored. */
function solanaBytes(address: string): Hex {
  const digits = Array.from(address, (letter) => ALPHABET.indexOf(letter))
  if (digits.length > 44 || digits.includes(-1)) return '0x'
  const value = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n)
  return value < 1n << 256n ? numberToHex(value, { size: SOLANA_BYTES }) : bytesToHex(new Uint8Array())
}

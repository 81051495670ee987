// What a Bitcoin address stands for, as resolvers give it (ENSIP-9, coin type 0): the script that an output to it carries.
import { createHash } from 'node:crypto'
import { fromBase58 } from '../../base58.js'

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const
/** What the check sum comes to: bech32 for version 0 (BIP-173), bech32m for later ones (BIP-350). */
const BECH32 = 1
const BECH32M = 0x2bc830a3
const PREFIX = 'bc'
/** Base58 versions of the main network: to a key's hash, to a script's hash. */
const TO_KEY = 0x00
const TO_SCRIPT = 0x05
const OP_1 = 0x51

/** Undefined for what is no address of the main network, check sum included. */
export function bitcoinScript(address: string): Uint8Array | undefined {
  return /^bc1/i.test(address) ? segwitScript(address) : legacyScript(address)
}

function legacyScript(address: string): Uint8Array | undefined {
  const bytes = decoded(address)
  if (bytes?.length !== 25) return undefined
  const sha256 = (part: Uint8Array) => createHash('sha256').update(part).digest()
  if (
    !sha256(sha256(bytes.subarray(0, 21)))
      .subarray(0, 4)
      .equals(bytes.subarray(21))
  )
    return undefined
  const hash = bytes.subarray(1, 21)
  if (bytes[0] === TO_KEY) return Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)
  return bytes[0] === TO_SCRIPT ? Uint8Array.of(0xa9, 20, ...hash, 0x87) : undefined
}

function decoded(address: string): Uint8Array | undefined {
  try {
    return fromBase58(address)
  } catch {
    return undefined
  }
}

function segwitScript(address: string): Uint8Array | undefined {
  const text = address.toLowerCase()
  if (text !== address && address.toUpperCase() !== address) return undefined
  if (text.length > 90) return undefined
  const digits = Array.from(text.slice(PREFIX.length + 1), (letter) => CHARSET.indexOf(letter))
  const [version = -1, ...rest] = digits
  if (digits.includes(-1) || version > 16 || checkSum(digits) !== (version === 0 ? BECH32 : BECH32M)) return undefined
  const program = toBytes(rest.slice(0, -6))
  const isLong = version === 0 ? program?.length === 20 || program?.length === 32 : (program?.length ?? 0) >= 2
  if (!program || !isLong || program.length > 40) return undefined
  return Uint8Array.of(version === 0 ? 0 : OP_1 + version - 1, program.length, ...program)
}

function checkSum(digits: readonly number[]): number {
  const codes = Array.from(PREFIX, (letter) => letter.charCodeAt(0))
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...digits]
  return all.reduce((sum, digit) => {
    const top = sum >>> 25
    const shifted = ((sum & 0x1ffffff) << 5) ^ digit
    return GENERATORS.reduce((mixed, generator, bit) => ((top >> bit) & 1 ? mixed ^ generator : mixed), shifted)
  }, 1)
}

/** Five bits each to eight; undefined when what is left over is no mere filling. */
function toBytes(digits: readonly number[]): Uint8Array | undefined {
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  const whole = bits.length - (bits.length % 8)
  const filling = bits.slice(whole)
  if (filling.length > 4 || filling.includes('1')) return undefined
  return Uint8Array.from(bits.slice(0, whole).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

// Values of requests, read strictly: hex, quantities, addresses, and plain records without keys that reach a prototype.
import { getAddress, isAddress } from 'viem/utils'
import { refuse, type Hex } from './types.js'

const UINT256_MAX = 2n ** 256n - 1n
/** More call data than any block takes. */
const DATA_MAX_BYTES = 131_072
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** A plain object without keys that reach a prototype. @throws ApprovalError */
export function readRecord(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse(`${what} is no object`)
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto !== null && proto !== Object.prototype) return refuse(`${what} is no plain object`)
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const key of Object.keys(value)) {
    if (forbidden.has(key)) return refuse(`${what} has the key ${key}`)
    copy[key] = (value as Record<string, unknown>)[key]
  }
  return copy
}

/** @throws ApprovalError for keys that are not in `known` */
export function onlyKeys(record: Readonly<Record<string, unknown>>, known: readonly string[], what: string): void {
  const other = Object.keys(record).find((key) => !known.includes(key))
  if (other !== undefined) refuse(`${what} has the unknown key ${other.slice(0, 40)}`)
}

/** The parameters as a list. @throws ApprovalError */
export function readList(value: unknown, what: string): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : refuse(`${what} is no list`)
}

/** Row 68: 40 hex digits after `0x`, in lower case or with the right checksum. @returns with checksum @throws ApprovalError */
export function readAddress(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !isAddress(value, { strict: true })) return refuse(`${what} is no address`)
  return getAddress(value)
}

/** Whether two addresses are the same. */
export const isSame = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase()

/** Bytes in hex, in lower case. @throws ApprovalError */
export function readHex(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || value.length > 2 + 2 * DATA_MAX_BYTES || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value))
    return refuse(`${what} is no hex data`)
  return value.toLowerCase() as Hex
}

/** A quantity of the JSON-RPC: hex with `0x`, at most 256 bits. Pages send numbers and digits too, where they are exact. @throws ApprovalError */
export function readQuantity(value: unknown, what: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)) return BigInt(value)
  if (typeof value === 'bigint' && value >= 0n && value <= UINT256_MAX) return value
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) return refuse(`${what} is no quantity`)
  return BigInt(value)
}

/** A chain id as number, hex, digits or CAIP-2. `0x1`, `1` and `'1'` are the same. @throws ApprovalError */
export function readChainNumber(value: unknown, what: string): number {
  const text = typeof value === 'string' ? value.replace(/^eip155:/, '') : value
  const number = typeof text === 'string' && /^(?:0x[0-9a-fA-F]{1,16}|\d{1,16})$/.test(text) ? Number(text) : text
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return refuse(`${what} is no chain id`)
  return number
}

/** The bytes of hex data. */
export function bytesOf(hex: string): Uint8Array {
  const bytes = new Uint8Array((hex.length - 2) / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(2 + 2 * at, 4 + 2 * at), 16)
  return bytes
}

/** The bytes as hex data. */
export function hexOf(bytes: Uint8Array): Hex {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

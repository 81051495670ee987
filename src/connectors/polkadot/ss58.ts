// Addresses of Polkadot and its kin: SS58 (https://docs.polkadot.com, "Accounts"), and Ethereum-style addresses on chains that
// use them.
import { base58 } from '@scure/base'
import { blake2b } from '@noble/hashes/blake2.js'
import type { ChainId } from '../../vocabulary/caip.js'

/** What an SS58 address holds. */
export interface Ss58 {
  /** Which chain the address is written for; 42: for all. */
  readonly prefix: number
  /** 32 or 33 bytes: the public key, or the hash of an ecdsa key. */
  readonly publicKey: Uint8Array
}

const CHECKSUM_SALT = new TextEncoder().encode('SS58PRE')
const CHECKSUM_BYTES = 2
/** The prefix of addresses that belong to no chain in particular. */
const GENERIC_PREFIX = 42
/** The prefixes of chains, by CAIP-2 id, from the registry of SS58. */
const prefixes: Readonly<Partial<Record<ChainId, number>>> = {
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': 0,
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': 2,
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': 42,
  'polkadot:77afd6190f1554ad45fd0d31aee62aac': 42, // Paseo
  'polkadot:68d56f15f85d3136970ec16946040bc1': 0, // Polkadot Asset Hub
  'polkadot:48239ef607d7928874027a43a6768920': 2, // Kusama Asset Hub
  'polkadot:9eb76c5184c4ab8679d2d5d819fdf90b': 5, // Astar
  'polkadot:afdc188f45c71dacbaa0b62e16a91f72': 63, // Hydration
}
/** Chains whose accounts have addresses as on EVM chains: Moonbeam, Moonriver. */
const ethereumChains: ReadonlySet<ChainId> = new Set([
  'polkadot:fe58ea77779b7abda7da4ec526d14db9',
  'polkadot:401a1f9dca3da46f5c4091016c8a2f26',
])

/** Reads an SS58 address; `undefined` when the text is none, or its check sum is wrong. */
export function decode(address: string): Ss58 | undefined {
  if (address.length > 64) return undefined
  let bytes: Uint8Array
  try {
    bytes = base58.decode(address)
  } catch {
    return undefined
  }
  const [first = 0, second = 0] = bytes
  // One byte up to 63; two bytes whose 14 bits are spread over both (SS58 registry).
  const prefixBytes = first < 64 ? 1 : 2
  const prefix = first < 64 ? first : ((first & 0b0011_1111) << 2) | (second >> 6) | ((second & 0b0011_1111) << 8)
  const end = bytes.length - CHECKSUM_BYTES
  const publicKey = bytes.slice(prefixBytes, end)
  if (first > 127 || (publicKey.length !== 32 && publicKey.length !== 33)) return undefined
  const sum = checksum(bytes.subarray(0, end))
  return sum.every((byte, index) => byte === bytes[end + index]) ? { prefix, publicKey } : undefined
}

/** Writes an SS58 address. @param prefix 0 to 16 383 */
export function encode({ prefix, publicKey }: Ss58): string {
  const head =
    prefix < 64 ? [prefix] : [((prefix & 0b1111_1100) >> 2) | 0b0100_0000, (prefix >> 8) | ((prefix & 0b0000_0011) << 6)]
  const body = Uint8Array.from([...head, ...publicKey])
  return base58.encode(Uint8Array.from([...body, ...checksum(body)]))
}

const checksum = (body: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.from([...CHECKSUM_SALT, ...body]), { dkLen: 64 }).slice(0, CHECKSUM_BYTES)

/** Whether the accounts of a chain have addresses as on EVM chains. */
const isEthereumChain = (chain: ChainId): boolean => ethereumChains.has(chain)

/** Whether a text is an address as on EVM chains. */
export const isEthereumAddress = (address: string): boolean => /^0x[\da-f]{40}$/i.test(address)

/**
 * The address as it is written on `chain`, whatever chain it was written for; `undefined` when it is no address there. Chains
 * that are not in the table have generic addresses.
 */
export function addressOn(chain: ChainId, address: string): string | undefined {
  if (isEthereumChain(chain)) return isEthereumAddress(address) ? address : undefined
  const read = decode(address)
  return read && encode({ ...read, prefix: prefixes[chain] ?? GENERIC_PREFIX })
}

/** The address itself, if it is one of Polkadot or its kin; else `undefined`. */
export const readAddress = (text: string): string | undefined => (isEthereumAddress(text) || decode(text) ? text : undefined)

// Substrate: SS58 addresses, and the balance of an account in the storage of the `System` pallet.
import { blake2b } from '@noble/hashes/blake2.js'
import { fromBase58 } from '../base58.js'

/** `twox128('System') ++ twox128('Account')`: the storage prefix of all accounts. */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** `AccountInfo`: four u32 (nonce, consumers, providers, sufficients), then four u128 (free, reserved, frozen, flags). */
const ACCOUNT_INFO = /^0x[0-9a-f]{160}$/i
const KEY_BYTES = 32
const CHECKSUM_BYTES = 2

/** The public key of an SS58 address of any network; undefined for another text or a wrong checksum. */
export function substrateKey(address: string): Uint8Array | undefined {
  const bytes = decode(address)
  if (!bytes) return undefined
  // One byte of network up to 63, else two.
  const prefix = (bytes[0] ?? 0) < 64 ? 1 : 2
  if (bytes.length !== prefix + KEY_BYTES + CHECKSUM_BYTES) return undefined
  const body = bytes.subarray(0, prefix + KEY_BYTES)
  const check = blake2b(Buffer.concat([Buffer.from('SS58PRE'), body]))
  const isRight = bytes.subarray(body.length).every((byte, index) => byte === check[index])
  return isRight ? body.subarray(prefix) : undefined
}

/** The storage key of an account's entry (hasher `blake2_128_concat`), in hex. */
export function accountStorageKey(publicKey: Uint8Array): string {
  const hash = blake2b(publicKey, { dkLen: 16 })
  return `0x${SYSTEM_ACCOUNT}${Buffer.from(hash).toString('hex')}${Buffer.from(publicKey).toString('hex')}`
}

/** Free and reserved balance together, in base units; undefined for a value that is not of the usual `Balances` pallet. */
export function readAccountInfo(hex: string): bigint | undefined {
  if (!ACCOUNT_INFO.test(hex)) return undefined
  const bytes = Buffer.from(hex.slice(2), 'hex')
  const u128 = (at: number) => bytes.readBigUInt64LE(at) + (bytes.readBigUInt64LE(at + 8) << 64n)
  return u128(16) + u128(32)
}

function decode(text: string): Uint8Array | undefined {
  try {
    return text.length <= 64 ? fromBase58(text) : undefined
  } catch {
    return undefined
  }
}

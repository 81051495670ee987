// The accounts of a wallet: one entropy, one path for each ecosystem, the same as in other wallets.
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { HDKey as Ed25519Key } from 'micro-key-producer/slip10.js'
import { getAddress, keccak256 } from 'viem/utils'
import { type Bytes, wipe } from './bytes.js'
import type { Addresses } from './types.js'
import { seedOf } from './words.js'

const HARDENED = 0x8000_0000
/** `m/44'/60'/0'/0/0` */
const evmPath = [HARDENED + 44, HARDENED + 60, HARDENED, 0, 0]
/** `m/84'/0'/0'/0/0` */
const bitcoinPath = [HARDENED + 84, HARDENED, HARDENED, 0, 0]
/** `m/44'/501'/0'/0'` */
const solanaPath = [HARDENED + 44, HARDENED + 501, HARDENED, HARDENED]

/** Private keys, and what everybody may know of them. */
export interface Accounts {
  readonly eip155: Bytes
  readonly solana: Bytes
  readonly bip122: Bytes
  readonly addresses: Addresses
}

/** BIP-32. Parents are wiped as soon as their child is there. @param path numbers, from 2^31 up hardened */
export function secp256k1Key(seed: Bytes, path: readonly number[]): Bytes {
  let node = HDKey.fromMasterSeed(seed)
  for (const index of path) {
    const child = node.deriveChild(index)
    node.wipePrivateData()
    node = child
  }
  // A key that came from a seed has its private half.
  const key = new Uint8Array(node.privateKey ?? [])
  node.wipePrivateData()
  return key
}

/** SLIP-10, likewise; every step is hardened. */
export function ed25519Key(seed: Bytes, path: readonly number[]): Bytes {
  let node = Ed25519Key.fromMasterSeed(seed)
  for (const index of path) {
    const child = node.deriveChild(index)
    wipe(node.privateKey, node.chainCode)
    node = child
  }
  const key = new Uint8Array(node.privateKey)
  wipe(node.privateKey, node.chainCode)
  return key
}

/** Address of an EVM key, with checksum. */
export function evmAddress(key: Bytes): `0x${string}` {
  const point = secp256k1.getPublicKey(key, false)
  return getAddress(`0x${keccak256(point.subarray(1)).slice(-40)}`)
}

/** RIPEMD-160 of SHA-256: what a P2WPKH script names a public key by. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** Ours, and no other witness version. @param prefix of the network: `bc`, `tb`, `bcrt` */
export function bitcoinAddress(publicKey: Uint8Array, prefix: string): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(hash160(publicKey))])
}

/** Whoever asks wipes the three keys. @param seed 64 bytes of BIP-39 */
export function accountsOfSeed(seed: Bytes): Accounts {
  const keys = {
    eip155: secp256k1Key(seed, evmPath),
    solana: ed25519Key(seed, solanaPath),
    bip122: secp256k1Key(seed, bitcoinPath),
  }
  const addresses = {
    eip155: evmAddress(keys.eip155),
    solana: base58.encode(ed25519.getPublicKey(keys.solana)),
    bip122: bitcoinAddress(secp256k1.getPublicKey(keys.bip122, true), 'bc'),
  }
  return { ...keys, addresses }
}

/** Likewise, of the entropy. */
export async function deriveAccounts(entropy: Bytes): Promise<Accounts> {
  const seed = await seedOf(entropy)
  try {
    return accountsOfSeed(seed)
  } finally {
    wipe(seed)
  }
}

// The accounts of a wallet: one entropy, one path for each ecosystem, the same as in other wallets.
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hmac } from '@noble/hashes/hmac.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { base58, bech32 } from '@scure/base'
import { getAddress, keccak256 } from 'viem/utils'
import { type Bytes, utf8, wipe } from './bytes.js'
import { KeyError } from './errors.js'
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

/** A private key, and what its children are made with besides. */
interface Node {
  readonly key: Bytes
  readonly chain: Bytes
}

/** A curve as BIP-32 and SLIP-10 name it, and what they make of the left half of a digest. */
interface Tree {
  readonly name: string
  /** @param parent of a child; a master has none */
  keyOf(left: Uint8Array, parent?: Uint8Array): Bytes
  /** What stands for a parent in its children that are not hardened. */
  publicOf?(key: Uint8Array): Uint8Array
}

const { Fn } = secp256k1.Point
const secp256k1Tree: Tree = {
  name: 'Bitcoin seed',
  keyOf(left, parent) {
    // Throws for a number that is not below the order of the curve. Neither this nor zero ever comes by chance, and neither is a key.
    const number = Fn.fromBytes(left)
    const key = parent === undefined ? number : Fn.add(number, Fn.fromBytes(parent))
    if (Fn.is0(key)) throw new KeyError('FAILED')
    return Fn.toBytes(key) as Bytes // of a buffer of its own: a copy would be one more to wipe
  },
  publicOf: (key) => secp256k1.getPublicKey(key, true),
}
const ed25519Tree: Tree = { name: 'ed25519 seed', keyOf: (left) => new Uint8Array(left) }

function nodeOf({ keyOf }: Tree, by: Bytes, data: Uint8Array, parent?: Bytes): Node {
  const digest = hmac(sha512, by, data)
  try {
    return { key: keyOf(digest.subarray(0, 32), parent), chain: new Uint8Array(digest.subarray(32)) }
  } finally {
    wipe(digest)
  }
}

function childOf(tree: Tree, { key, chain }: Node, index: number): Node {
  // A larger number would be written as another one.
  if (index !== index >>> 0) throw new KeyError('BAD_INPUT')
  const isHardened = index >= HARDENED
  if (!isHardened && !tree.publicOf) throw new KeyError('BAD_INPUT')
  const data = new Uint8Array(37)
  // A hardened child is made of the key, with a zero in front; another one of the public key.
  if (isHardened || !tree.publicOf) data.set(key, 1)
  else data.set(tree.publicOf(key))
  new DataView(data.buffer).setUint32(33, index)
  try {
    return nodeOf(tree, chain, data, key)
  } finally {
    wipe(data)
  }
}

/** The key at the end of a path. Parents are wiped as soon as their child is there. */
function keyAt(tree: Tree, seed: Bytes, path: readonly number[]): Bytes {
  let node = nodeOf(tree, utf8(tree.name), seed)
  for (const index of path) {
    try {
      const child = childOf(tree, node, index)
      wipe(node.key, node.chain)
      node = child
    } catch (error) {
      wipe(node.key, node.chain)
      throw error
    }
  }
  wipe(node.chain)
  return node.key
}

/** BIP-32. @param path numbers, from 2^31 up hardened */
export const secp256k1Key = (seed: Bytes, path: readonly number[]): Bytes => keyAt(secp256k1Tree, seed, path)

/** SLIP-10, likewise. @throws KeyError BAD_INPUT for a step that is not hardened: this curve has none */
export const ed25519Key = (seed: Bytes, path: readonly number[]): Bytes => keyAt(ed25519Tree, seed, path)

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

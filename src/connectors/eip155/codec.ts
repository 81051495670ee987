// Reads and writes what EVM wallets exchange: chain ids in every form in use, addresses, hashes, signatures, and the parameters
// of `wallet_addEthereumChain`.
import * as z from 'zod/mini'
import { getAddress, isAddress, numberToHex } from 'viem/utils'
import { type ChainId, isEvmAddressLoose } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Network } from '../../vocabulary/network.js'

/** Hex with `0x`: an EVM address, or a chain number. */
export type Address = `0x${string}`
/** CAIP-2 id of an EVM chain. */
export type Eip155Chain = `eip155:${string}`

const addressSchema = z.string().check(z.regex(/^0x[\da-f]{40}$/i))
const hashSchema = z.string().check(z.regex(/^0x[\da-f]{64}$/i))
/** A signed message is 0x and 62 or more hex digits (specification §5). */
const signatureSchema = z.string().check(z.regex(/^0x[\da-f]{62,}$/i))
/** Accounts of a wallet behind this many are ignored. */
const ACCOUNTS_MAX_COUNT = 256

/**
 * Reads a chain id as wallets write it: `0x89`, `137`, `"137"`, `"eip155:137"`. `undefined` for anything else. Numbers go up to
 * 2^53 - 1 (EIP-2294 allows less).
 */
export function readChain(value: unknown): Eip155Chain | undefined {
  const text =
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const reference = text.startsWith('eip155:') ? text.slice(7) : text
  if (!/^(0x[\da-f]{1,14}|\d{1,16})$/i.test(reference)) return undefined
  const number = Number(reference)
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/**
 * Checksummed addresses (EIP-55) without repetitions, at most 256; other entries are left out. `undefined` when `value` is no
 * list.
 */
export function readAddresses(value: unknown): Address[] | undefined {
  const list = copyOf(value)?.flatMap((item) => {
    const parsed = addressSchema.safeParse(item)
    return parsed.success ? [getAddress(parsed.data.toLowerCase())] : []
  })
  return list && [...new Set(list)]
}

/**
 * A copy of a list from a wallet, its first 256 entries; `undefined` for anything else, also for a proxy that throws when it is
 * read.
 */
export function copyOf(value: unknown): unknown[] | undefined {
  try {
    return Array.isArray(value) ? Array.from<unknown>(value.slice(0, ACCOUNTS_MAX_COUNT)) : undefined
  } catch {
    return undefined // a list that cannot be read counts as none
  }
}

/**
 * Reads an address that somebody typed or configured, and returns it with its checksum: 40 hex digits, `0x` optional
 * (specification §5). An address with upper-case letters must have the right checksum (EIP-55).
 * @throws WalletError `ADDRESS_INVALID`
 */
export function requireAddress(value: string): Address {
  const full = value.startsWith('0x') ? value : `0x${value}`
  if (!isEvmAddressLoose(value) || !isAddress(full)) throw walletError('ADDRESS_INVALID')
  return getAddress(full)
}

/** The transaction hash that a wallet answered with: 32 bytes in hex. @throws WalletError `WALLET_FAILED` for any other answer */
export function readHash(value: unknown): string {
  const parsed = hashSchema.safeParse(value)
  if (!parsed.success) throw walletError('WALLET_FAILED', { details: { problem: 'it did not answer with a transaction hash' } })
  return parsed.data
}

/** The signature that a wallet answered with, in hex. @throws WalletError `WALLET_FAILED` for any other answer */
export function readSignature(value: unknown): string {
  const parsed = signatureSchema.safeParse(value)
  if (!parsed.success) throw walletError('WALLET_FAILED', { details: { problem: 'it did not answer with a signature' } })
  return parsed.data
}

/**
 * The number of an EVM chain in hex, as wallets expect it: `0x89`.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` for a chain of another namespace
 */
export function toHexChain(chain: ChainId): Address {
  const known = readChain(chain)
  if (!known?.startsWith('eip155:') || !chain.startsWith('eip155:'))
    throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain } })
  return numberToHex(Number(known.slice(7)))
}

/**
 * The parameter of `wallet_addEthereumChain` (EIP-3085) for a network.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` as `toHexChain`
 */
export function toAddedChain(network: Network): object {
  const explorer = network.blockExplorers?.default.url
  return {
    chainId: toHexChain(network.caipNetworkId),
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: [...network.rpcUrls.default.http],
    ...(explorer === undefined ? {} : { blockExplorerUrls: [explorer] }),
    ...(network.imageUrl?.startsWith('https:') ? { iconUrls: [network.imageUrl] } : {}),
  }
}

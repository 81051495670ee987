// Reading and writing what EVM wallets exchange: chain ids in all their spellings, addresses, hashes, and the chain a wallet is asked to add.
import * as z from 'zod/mini'
import { getAddress, isAddress, numberToHex } from 'viem/utils'
import { type ChainId, isEvmAddressLoose } from '../../caip.js'
import { WalletError } from '../../errors.js'
import type { Network } from '../../network.js'

export type Address = `0x${string}`
export type Eip155Chain = `eip155:${string}`

const addressSchema = z.string().check(z.regex(/^0x[\da-f]{40}$/i))
const hashSchema = z.string().check(z.regex(/^0x[\da-f]{64}$/i))
/** Specification §5: a signed message is 0x plus 62 or more hex digits. */
const signatureSchema = z.string().check(z.regex(/^0x[\da-f]{62,}$/i))
const ACCOUNTS_MAX_COUNT = 256

/**
 * Reads a chain id as wallets write it: `0x89`, `137`, `"137"`, `"eip155:137"`, also `{ chainId }` of the EIP-1193 connect event.
 * `undefined` for anything else. Numbers up to 2^53 - 1 (EIP-2294 stays below that).
 */
export function readChain(value: unknown): Eip155Chain | undefined {
  const text =
    typeof value === 'number' || typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const reference = text.startsWith('eip155:') ? text.slice(7) : text
  if (!/^(0x[\da-f]{1,14}|\d{1,16})$/i.test(reference)) return undefined
  const number = Number(reference)
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : undefined
}

/** Checksummed addresses (EIP-55), without repetitions; what is not an address is left out. `undefined` when it is not a list. */
export function readAddresses(value: unknown): Address[] | undefined {
  const list = copyOf(value)?.flatMap((item) => {
    const parsed = addressSchema.safeParse(item)
    return parsed.success ? [getAddress(parsed.data.toLowerCase())] : []
  })
  return list && [...new Set(list)]
}

/** A list from a wallet may be a proxy that throws wherever it is touched. */
export function copyOf(value: unknown): unknown[] | undefined {
  try {
    return Array.isArray(value) ? Array.from<unknown>(value.slice(0, ACCOUNTS_MAX_COUNT)) : undefined
  } catch {
    return undefined // as useless as no list at all
  }
}

/**
 * An address somebody typed or configured: 40 hex digits, `0x` optional (specification §5), and a right checksum if it has one.
 * @throws WalletError ADDRESS_INVALID
 */
export function requireAddress(value: string): Address {
  const full = value.startsWith('0x') ? value : `0x${value}`
  if (!isEvmAddressLoose(value) || !isAddress(full)) throw new WalletError('ADDRESS_INVALID')
  return getAddress(full)
}

/** @throws WalletError WALLET_FAILED */
export function readHash(value: unknown): string {
  const parsed = hashSchema.safeParse(value)
  if (!parsed.success)
    throw new WalletError('WALLET_FAILED', { details: { problem: 'it did not answer with a transaction hash' } })
  return parsed.data
}

/** @throws WalletError WALLET_FAILED */
export function readSignature(value: unknown): string {
  const parsed = signatureSchema.safeParse(value)
  if (!parsed.success) throw new WalletError('WALLET_FAILED', { details: { problem: 'it did not answer with a signature' } })
  return parsed.data
}

/** The number of an EVM chain as wallets want it: `0x89`. @throws WalletError CHAIN_NOT_SUPPORTED */
export function toHexChain(chain: ChainId): Address {
  const known = readChain(chain)
  if (!known?.startsWith('eip155:') || !chain.startsWith('eip155:'))
    throw new WalletError('CHAIN_NOT_SUPPORTED', { details: { chain } })
  return numberToHex(Number(known.slice(7)))
}

/** `wallet_addEthereumChain` (EIP-3085). */
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

// Reads the ids that callers send: accounts (bare or CAIP-10), tokens (CAIP-10, pseudo addresses for a chain's own coin) and chains.
import { getAddress, isAddress as isEvmAddress, type Address } from 'viem'
import { NATIVE_EVM_ADDRESS, NATIVE_SOLANA_ADDRESS } from '../../../../src/api/native.js'
import {
  isAccountId,
  isAddress,
  isChainId,
  namespaces,
  parseAccountId,
  parseChainId,
  type Namespace,
} from '../../../../src/vocabulary/caip.js'
import { HttpError } from '../../http/errors.js'

/** A chain's own coin, where a token's address would stand. */
export const NATIVE = 'native'

/** An account that a caller named. */
export interface Account {
  readonly namespace: Namespace
  /** With its check sum on EVM chains. */
  readonly address: string
  /** The chain that the id named; absent when the address came bare. */
  readonly chainId?: string
}

/** A token of an EVM chain, or the chain's coin. */
export interface EvmToken {
  readonly chainId: string
  readonly address: Address | typeof NATIVE
}

const EVERY_CHAIN_COST = 3

/** @throws HttpError 400 of `field` */
export function readChainId(text: string, field = 'chainId'): string {
  if (!isChainId(text)) throw new HttpError(400, field, 'This is not a CAIP-2 chain id')
  return text
}

/**
 * `chainId` is the chain that the query named, if any: then the address must be one of its family.
 * @throws HttpError 400 of `field`
 */
export function readAccount(text: string, chainId?: string, field = 'address'): Account {
  const named = isAccountId(text) ? parseAccountId(text) : undefined
  const wanted = chainId === undefined ? undefined : parseChainId(readChainId(chainId)).namespace
  const bare = named?.address ?? text
  const namespace =
    named?.namespace ?? namespaces.find((candidate) => isAddress(candidate, bare) && candidate === (wanted ?? candidate))
  if (!namespace || !isAddress(namespace, bare)) throw new HttpError(400, field, 'This is not an address')
  if (wanted !== undefined && wanted !== namespace) throw new HttpError(400, field, 'This address is of another family of chains')
  const address = namespace === 'eip155' ? readEvmAddress(bare, field) : bare
  return { namespace, address, ...(named && { chainId: named.chainId }) }
}

/** Tokens that a call costs more when neither its account nor its query names a chain, so that all chains are read. */
export function everyChainCost(account: string, chainId: string | undefined): number {
  return chainId === undefined && !isAccountId(account) ? EVERY_CHAIN_COST : 0
}

/** @throws HttpError 400 of `field` for a wrong shape or a wrong check sum */
function readEvmAddress(text: string, field = 'address'): Address {
  const isOneCase = text.slice(2) === text.slice(2).toLowerCase() || text.slice(2) === text.slice(2).toUpperCase()
  if (!isEvmAddress(text, { strict: !isOneCase })) throw new HttpError(400, field, 'This is not an EVM address')
  return getAddress(text)
}

/** @throws HttpError 400 of `field` when it is no token of an EVM chain */
export function readEvmToken(text: string, field: string): EvmToken {
  if (!isAccountId(text)) throw new HttpError(400, field, 'This is not a CAIP-10 id')
  const { namespace, chainId, address } = parseAccountId(text)
  if (namespace !== 'eip155') throw new HttpError(400, field, 'Only tokens of EVM chains are known here')
  const isNative = address.toLowerCase() === NATIVE_EVM_ADDRESS
  return { chainId, address: isNative ? NATIVE : readEvmAddress(address, field) }
}

/** As clients know it: CAIP-10, the pseudo address for a chain's own coin. */
export function tokenId(chainId: string, address: string): string {
  const native = chainId.startsWith('solana:') ? NATIVE_SOLANA_ADDRESS : NATIVE_EVM_ADDRESS
  return `${chainId}:${address === NATIVE ? native : address}`
}

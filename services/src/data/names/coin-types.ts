// Coin types of names (SLIP-44, ENSIP-11): which are kept here, which chain a signature is checked on, which addresses are theirs.
import { getAddress, isAddress as isEvmAddress } from 'viem'
import type { Chains } from '../../chain/chains.js'
import { HttpError } from '../../http/errors.js'

/** SLIP-44 coin type. */
export const BITCOIN = 0
/** SLIP-44 coin type. */
export const ETHEREUM = 60
/** SLIP-44 coin type. */
export const SOLANA = 501
/** ENSIP-11: this bit, and the chain's number. */
const EVM_BIT = 0x8000_0000
/** ENSIP-19: an address on every EVM chain that has none of its own. It is no chain, so no signature is checked on it. */
export const EVM_DEFAULT = EVM_BIT

/** True for Ethereum, the coin types of EVM chains (ENSIP-11) and their default (ENSIP-19). */
export function isEvmCoinType(coinType: number): boolean {
  return coinType === EVM_DEFAULT || chainOfCoinType(coinType) !== undefined
}

/** CAIP-2 id of the EVM chain; undefined for other families. */
export function chainOfCoinType(coinType: number): string | undefined {
  if (coinType === ETHEREUM) return 'eip155:1'
  return coinType > EVM_BIT && coinType < 2 * EVM_BIT ? `eip155:${coinType - EVM_BIT}` : undefined
}

/**
 * The chain on which an owner of this coin type signs. Mainnet's need no node: then only keys can sign, no contracts.
 * @throws HttpError 400 `coin_type`
 */
export function readSigningChain(coinType: number, chains: Chains): string {
  const chainId = chainOfCoinType(coinType)
  if (chainId === undefined || !(chainId === 'eip155:1' || chains.has(chainId)))
    throw new HttpError(400, 'coin_type', 'Addresses of this coin type cannot sign here')
  return chainId
}

/** @throws HttpError 400 `address` unless it is an EVM address with its check sum (EIP-55) */
export function readChecksummed(address: string): `0x${string}` {
  if (!isEvmAddress(address, { strict: false }) || getAddress(address) !== address)
    throw new HttpError(400, 'address', 'An EVM address with its check sum is needed')
  return address
}

/** How an address is compared: those of EVM chains in any case. */
export function addressKey(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

// How the Data API names a chain's own coin: by a pseudo address, in the form of a CAIP-10 account.
import { parseAccountId, parseChainId } from '../caip.js'

export const NATIVE_EVM_ADDRESS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** 43 characters; with a 2 at its end it would be the mint of wrapped SOL. */
export const NATIVE_SOLANA_ADDRESS = 'So11111111111111111111111111111111111111111'

/** @throws WalletError CAIP_INVALID */
export function nativeTokenId(chainId: string): string {
  return `${chainId}:${parseChainId(chainId).namespace === 'solana' ? NATIVE_SOLANA_ADDRESS : NATIVE_EVM_ADDRESS}`
}

/** @throws WalletError CAIP_INVALID */
export function isNativeToken(tokenId: string): boolean {
  const { namespace, address } = parseAccountId(tokenId)
  return namespace === 'solana' ? address === NATIVE_SOLANA_ADDRESS : address.toLowerCase() === NATIVE_EVM_ADDRESS
}

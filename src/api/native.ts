// The pseudo addresses by which the Data API names a chain's own coin, as the last part of a CAIP-10 id (wire reference §2.6).
import { parseAccountId, parseChainId } from '../vocabulary/caip.js'

/** Stands for the own coin of any EVM chain, in lower case. */
export const NATIVE_EVM_ADDRESS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** Stands for SOL. 43 characters; the mint of wrapped SOL is the same text with a `2` behind it. */
export const NATIVE_SOLANA_ADDRESS = 'So11111111111111111111111111111111111111111'

/** The token id of a chain's own coin. @param chainId CAIP-2 @throws WalletError `CAIP_INVALID` */
export function nativeTokenId(chainId: string): string {
  return `${chainId}:${parseChainId(chainId).namespace === 'solana' ? NATIVE_SOLANA_ADDRESS : NATIVE_EVM_ADDRESS}`
}

/** Whether a token id (CAIP-10) names its chain's own coin. @throws WalletError `CAIP_INVALID` */
export function isNativeToken(tokenId: string): boolean {
  const { namespace, address } = parseAccountId(tokenId)
  return namespace === 'solana' ? address === NATIVE_SOLANA_ADDRESS : address.toLowerCase() === NATIVE_EVM_ADDRESS
}

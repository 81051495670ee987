// What is known about Solana's coin and tokens: the coin everywhere, tokens by the operator's list.
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { DataContext } from '../context.js'

export const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const

/** `address`: a mint, or `native`. Undefined: not in the list. */
export function solanaAsset({ data }: DataContext, chainId: string, address: string): Asset | undefined {
  if (address === NATIVE) return { chainId, address, ...SOL, isListed: true }
  const token = data.solana[chainId]?.tokens.find((known) => known.address === address)
  return token && { chainId, ...token, isListed: true }
}

/** The node's url; undefined: this chain has none here. */
export function solanaUrl({ data, config }: DataContext, chainId: string): string | undefined {
  return data.solana[chainId]?.url ?? (chainId.startsWith('solana:') ? config.chains[chainId]?.[0] : undefined)
}

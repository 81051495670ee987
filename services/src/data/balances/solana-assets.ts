// What is known about Solana's coin and tokens: the coin everywhere, tokens by the operator's list.
import { NATIVE } from '../assets/ids.js'
import type { Asset } from '../assets/metadata.js'
import type { BalancesContext } from '../context.js'

const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 } as const

/** `address`: a mint, or `native`. Undefined: not in the list. */
export function solanaAsset({ data }: Pick<BalancesContext, 'data'>, chainId: string, address: string): Asset | undefined {
  if (address === NATIVE) return { chainId, address, ...SOL, isListed: true }
  const token = data.solana[chainId]?.tokens.find((known) => known.address === address)
  return token && { chainId, ...token, isListed: true }
}

/** Anyone can mint anything under any name: what the operator has not listed is called by its mint. */
export function solanaToken(ctx: BalancesContext, chainId: string, mint: string, decimals: number): Asset {
  const short = `${mint.slice(0, 4)}…${mint.slice(-4)}`
  return solanaAsset(ctx, chainId, mint) ?? { chainId, address: mint, name: short, symbol: short, decimals, isListed: false }
}

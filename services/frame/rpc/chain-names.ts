// How chains are called in approvals.
import { networksByName } from '../../../src/vocabulary/networks.js'
import type { ApprovalChain } from '../approvals/types.js'

const coins: Readonly<Record<string, { readonly symbol: string; readonly decimals: number }>> = {
  eip155: { symbol: 'ETH', decimals: 18 },
  solana: { symbol: 'SOL', decimals: 9 },
  bip122: { symbol: 'BTC', decimals: 8 },
}

/** Chains by CAIP-2 id. One that this package has no name for is called by its id. */
export function chainNames(known: readonly string[]): Readonly<Record<string, ApprovalChain>> {
  const named = Object.values(networksByName)
  return Object.fromEntries(
    known.map((chainId) => {
      const network = named.find(({ caipNetworkId }) => caipNetworkId === chainId)
      const coin = coins[chainId.slice(0, chainId.indexOf(':'))] ?? { symbol: '', decimals: 0 }
      const { symbol, decimals } = network?.nativeCurrency ?? coin
      return [chainId, { name: network?.name ?? chainId, nativeSymbol: symbol, decimals }]
    }),
  )
}

// The shape of a network. A viem chain fits as it is: namespace and CAIP-2 id are filled in by `toNetwork`.
import type { ChainId, Namespace } from './caip.js'

export interface NetworkNodes {
  readonly http: readonly string[]
  readonly webSocket?: readonly string[] | undefined
  /**
   * Nodes that others run for anybody. They would learn the visitor's address, so they are asked only where services of the page's own are
   * asked before. A network that a page describes itself has none; those of this package have.
   */
  readonly isPublic?: boolean | undefined
}

/** A network as the page may give it: a viem chain, or the same with a namespace. */
export interface NetworkInput {
  /** Chain number on EVM; the CAIP-2 reference elsewhere. */
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  readonly rpcUrls: { readonly default: NetworkNodes }
  readonly blockExplorers?: { readonly default: { readonly name: string; readonly url: string } } | undefined
  readonly testnet?: boolean | undefined
  /** Default `eip155`. */
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: ChainId | undefined
  /** Older CAIP-2 ids under which wallets may know this chain (Solana). */
  readonly deprecatedCaipNetworkIds?: readonly ChainId[] | undefined
  readonly imageUrl?: string | undefined
}

/** A network of the modal (specification §3). */
export interface Network extends NetworkInput {
  readonly chainNamespace: Namespace
  readonly caipNetworkId: ChainId
}

/** Fills in namespace (default `eip155`) and CAIP-2 id. */
export function toNetwork(input: NetworkInput): Network {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  return { ...input, chainNamespace, caipNetworkId: input.caipNetworkId ?? `${chainNamespace}:${input.id}` }
}

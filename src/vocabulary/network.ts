// The type of a network. A viem chain is a `NetworkInput`; `toNetwork` adds namespace and CAIP-2 id.
import type { ChainId, Namespace } from './caip.js'

/** The nodes of a network, as urls. */
export interface NetworkNodes {
  /** Http or https urls. */
  readonly http: readonly string[]
  readonly webSocket?: readonly string[] | undefined
  /**
   * The nodes are public ones of third parties, which would learn the visitor's IP address: they are asked only when the page has services of its own,
   * which are asked first. Set for the networks of this package.
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
  /** Contracts of the chain, as viem's chains have them. `ensUniversalResolver`: names of ENS are looked up there; known for Ethereum. */
  readonly contracts?:
    | { readonly ensUniversalResolver?: { readonly address: string } | undefined; readonly [name: string]: unknown }
    | undefined
  /** Default `eip155`. */
  readonly chainNamespace?: Namespace | undefined
  /** Default `<chainNamespace>:<id>`. */
  readonly caipNetworkId?: ChainId | undefined
  /** Older CAIP-2 ids under which wallets may know this chain (Solana). */
  readonly deprecatedCaipNetworkIds?: readonly ChainId[] | undefined
  readonly imageUrl?: string | undefined
  /**
   * What Cosmos wallets that do not know the chain are given to add it: the `ChainInfo` of Keplr's `experimentalSuggestChain`. It is passed on as it is.
   */
  readonly chainInfo?: Readonly<Record<string, unknown>> | undefined
}

/** A network of the modal (specification §3). */
export interface Network extends NetworkInput {
  readonly chainNamespace: Namespace
  readonly caipNetworkId: ChainId
}

/** Adds namespace (default `eip155`) and CAIP-2 id. Does not check the input. */
export function toNetwork(input: NetworkInput): Network {
  const chainNamespace = input.chainNamespace ?? 'eip155'
  return { ...input, chainNamespace, caipNetworkId: input.caipNetworkId ?? `${chainNamespace}:${input.id}` }
}

// viem clients of the EVM chains that have nodes: nodes are asked in order of preference, the next one when one fails.
import { createPublicClient, defineChain, fallback, http, type PublicClient } from 'viem'
import { DEVNET, type Config } from '../settings/config.js'
import { HttpError } from '../http/errors.js'
import { MULTICALL3 } from './chain-data.js'
import type { ChainData } from './chain-data.js'

/** Time limit of one try at one node. */
const NODE_TIMEOUT_MS = 8_000

/** The served EVM chains. */
export interface Chains {
  /** CAIP-2 ids of the EVM chains, in the order of the settings. */
  readonly ids: readonly string[]
  has(chainId: string): boolean
  /** True when another chain has the same nodes and represents both where all chains are asked; otherwise their assets would count twice. */
  isAlias(chainId: string): boolean
  /**
   * The client of a chain, made at the first call. It follows no CCIP-Read lookups (ERC-3668): their urls come from contracts, so a caller
   * that wants them must use a guarded fetch.
   * @throws HttpError 400 `chainId` when the chain is not served here
   */
  client(chainId: string): PublicClient
  /**
   * As `client`, but each question is a request of its own. For questions with long answers: a batch of which one answer is too long fails as a whole, other
   * people's questions with it.
   */
  single(chainId: string): PublicClient
}

/** What `createChains` needs. */
export interface ChainsOptions {
  /** CAIP-2 id → urls of nodes. */
  readonly nodes: Config['chains']
  readonly chains: Readonly<Record<string, ChainData>>
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Clients with batched requests, 8 s per try and no retries on one node. */
export function createChains({ nodes, chains, fetch }: ChainsOptions): Chains {
  const ids = Object.keys(nodes).filter((id) => id.startsWith('eip155:'))
  const clients = new Map<string, PublicClient>()
  const singles = new Map<string, PublicClient>()
  const aliases = new Set(ids.filter((id) => id !== first(nodesOf(id))))

  function nodesOf(id: string): string {
    return [...(nodes[id] ?? [])].sort().join(' ')
  }

  /** The chain that represents all chains with these nodes: the devnet when it is among them, because its node may stand for others. */
  function first(same: string): string | undefined {
    const sharing = ids.filter((id) => nodesOf(id) === same)
    return sharing.includes(DEVNET) ? DEVNET : sharing[0]
  }

  return {
    ids,
    has: (chainId) => ids.includes(chainId),
    isAlias: (chainId) => aliases.has(chainId),
    client: (chainId) => clientIn(clients, chainId, 100),
    single: (chainId) => clientIn(singles, chainId, 1),
  }

  function clientIn(made: Map<string, PublicClient>, chainId: string, batchSize: number): PublicClient {
    const urls = ids.includes(chainId) ? nodes[chainId] : undefined
    if (!urls) throw new HttpError(400, 'chainId', 'This chain is not served here')
    const client = made.get(chainId) ?? connect(chainId, { urls, known: chains[chainId], fetch, batchSize })
    made.set(chainId, client)
    return client
  }
}

function connect(
  chainId: string,
  {
    urls,
    known,
    fetch,
    batchSize,
  }: Pick<ChainsOptions, 'fetch'> & {
    readonly urls: readonly string[]
    readonly known: ChainData | undefined
    /** Questions of one request. */
    readonly batchSize: number
  },
): PublicClient {
  const nodes = urls.map((url) =>
    http(url, {
      batch: batchSize > 1 && { batchSize },
      timeout: NODE_TIMEOUT_MS,
      retryCount: 0,
      ...(fetch && { fetchFn: fetch }),
    }),
  )
  const chain = defineChain({
    id: Number(chainId.slice('eip155:'.length)),
    name: chainId,
    nativeCurrency: { ...(known?.native ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }) },
    rpcUrls: { default: { http: [...urls] } },
    contracts: { multicall3: { address: known?.multicall3 ?? MULTICALL3 } },
  })
  return createPublicClient({ chain, transport: fallback(nodes, { retryCount: 0 }), ccipRead: false })
}

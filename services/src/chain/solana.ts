// JSON-RPC calls to the nodes of Solana chains: in order of preference, the next one when one fails. Results are parsed by a schema.
import type * as z from 'zod/mini'
import { AdapterError } from '../upstream/fetch-json.js'
import type { Log } from '../operations/log.js'
import { HttpError } from '../http/errors.js'
import { createNodes, NodesFailed, type Nodes } from '../rpc/nodes.js'

/** What a call to the nodes of a Solana chain needs. */
export interface SolanaWorld {
  /** By CAIP-2 id: a node of the data file, which has precedence over the nodes of the environment. */
  readonly data: { readonly solana: Readonly<Record<string, { readonly url?: string | undefined }>> }
  /** By CAIP-2 id: the nodes of the environment. */
  readonly config: { readonly chains: Readonly<Record<string, readonly string[]>> }
  readonly fetch: typeof globalThis.fetch
  readonly log: Log
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Code of a node's refusal of a transaction whose version is newer than `maxSupportedTransactionVersion`. */
export const UNSUPPORTED_VERSION = -32015

/** A JSON-RPC error that a node answered. */
export class SolanaRefusal extends AdapterError {
  readonly code: number
  constructor(code: number, message: string) {
    super(200, `${code} ${message}`)
    this.code = code
  }
}

/** A JSON-RPC call and the schema of its result. */
export interface SolanaCall<S extends z.ZodMiniType> {
  readonly method: string
  readonly params: readonly unknown[]
  readonly schema: S
  readonly signal?: AbortSignal | undefined
}

const made = new WeakMap<SolanaWorld['data'], Map<string, Nodes>>()

/** CAIP-2 ids of the Solana chains that have a node here. */
export function solanaChains({ data, config }: Pick<SolanaWorld, 'data' | 'config'>): readonly string[] {
  const named = Object.keys(config.chains).filter((id) => id.startsWith('solana:'))
  return [...new Set([...named, ...Object.keys(data.solana)])].filter((id) => solanaUrls({ data, config }, id).length > 0)
}

/** The node of the data file, else those of the environment; empty when the chain has none. */
function solanaUrls({ data, config }: Pick<SolanaWorld, 'data' | 'config'>, chainId: string): readonly string[] {
  const own = data.solana[chainId]?.url
  return own === undefined ? (config.chains[chainId] ?? []) : [own]
}

/**
 * One JSON-RPC call.
 * @throws SolanaRefusal for an error that the node answered, AdapterError when no node answered or the result does not fit the schema
 * @throws HttpError 400 `chainId` when the chain has no node here
 */
export async function callSolana<S extends z.ZodMiniType>(
  world: SolanaWorld,
  chainId: string,
  { method, params, schema, signal = new AbortController().signal }: SolanaCall<S>,
): Promise<z.output<S>> {
  const call = { jsonrpc: '2.0' as const, id: 1, method, params: [...params] }
  const [outcome] = await nodesOf(world, chainId)
    .ask([call], signal)
    .catch((error: unknown) => {
      throw error instanceof NodesFailed ? new AdapterError(0, error.message) : error
    })
  if (outcome && 'error' in outcome) throw new SolanaRefusal(outcome.error.code, outcome.error.message)
  const parsed = schema.safeParse(outcome?.result)
  if (parsed.success) return parsed.data
  throw new AdapterError(200, `an unexpected result of ${method} at ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
}

function nodesOf(world: SolanaWorld, chainId: string): Nodes {
  const known = made.get(world.data) ?? new Map<string, Nodes>()
  made.set(world.data, known)
  const urls = solanaUrls(world, chainId)
  if (urls.length === 0) throw new HttpError(400, 'chainId', 'This chain is not served here')
  const { fetch, log, now } = world
  const nodes = known.get(chainId) ?? createNodes({ chain: chainId, urls, fetch, log, now })
  known.set(chainId, nodes)
  return nodes
}

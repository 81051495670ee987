// Questions to a chain's own nodes, in the order: the site's urls, the services' shared RPC, the chain's public default. Without any of them,
// the connected wallet: a page that named no host asks none.
// The only file of this layer that imports viem, so callers load it with import() when they first need it.
import { BaseError, createClient, fallback, http, HttpRequestError, type HttpTransport, TimeoutError } from 'viem'
import * as z from 'zod/mini'
import { RPC_BATCH_COUNT, RPC_PING_INTERVAL_MS, RPC_RETRIES_COUNT, RPC_RETRY_DELAY_MS, RPC_TIMEOUT_MS } from '../constants.js'
import { isWalletError, WalletError } from '../errors.js'
import { nodesOf, type Network } from '../network.js'
import { join } from './http.js'
import { createNodes, type Nodes } from './rpc-nodes.js'

export interface RpcWorld {
  readonly network: Network
  /** The site's own nodes for this network, asked first and never rewritten. */
  readonly rpcUrls?: readonly string[] | undefined
  /** Base url of the services' shared RPC. */
  readonly services?: string | undefined
  readonly projectId?: string | undefined
  /** Asked where there is no node. @throws WalletError `UNSUPPORTED_METHOD` when it has none either */
  readonly wallet?: ((call: RpcCall) => Promise<unknown>) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly signal?: AbortSignal | undefined
  /** Default 10 s for one try at one node. */
  readonly timeoutMs?: number | undefined
  /** Unix ms; the first call for a network decides. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** The nodes to ask, first to last, each once. */
export function rpcEndpoints(world: Pick<RpcWorld, 'network' | 'rpcUrls' | 'services' | 'projectId'>): readonly string[] {
  const { network, rpcUrls = [], services, projectId } = world
  const shared = services ? [sharedRpcUrl(services, network.caipNetworkId, projectId)] : []
  return [...new Set([...rpcUrls, ...shared, ...nodesOf(network, Boolean(services))])].filter((url) => url !== '')
}

/** Address form of the specification §7: `{rpc}/v1/?chainId={chain}&projectId={project}`. */
export function sharedRpcUrl(services: string, chainId: string, projectId?: string): string {
  const query = new URLSearchParams({ chainId, ...(projectId ? { projectId } : {}) })
  return join(services, `/v1/?${query}`)
}

/** Keyed by the caller's object, so that two modals never share what they learnt. */
const learnt = new WeakMap<Network, Nodes>()

/** Calls that leave something behind at the node, or take it away: two of them are never one. */
const isSingular = (method: string) => /^eth_(?:new|send|uninstall|getFilterChanges)/.test(method)

/**
 * One JSON-RPC call to an EVM chain. Equal calls under way are one; a node that did not answer is asked last until it does again.
 * viem's own `rank` is not used: it pings all nodes of a client for as long as the page lives, and puts the fastest before the site's own.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` outside eip155 and where nobody can be asked, `RPC_ERROR` when no node answers or the node
 * refuses, `ABORTED`.
 */
export async function callRpc(world: RpcWorld, method: string, params: readonly unknown[]): Promise<unknown> {
  const { network, signal } = world
  const endpoints = rpcEndpoints(world)
  if (network.chainNamespace !== 'eip155') throw notSupported(network)
  if (endpoints.length === 0) return askWallet(world, { method, params })
  const nodes = learnt.get(network) ?? createNodes(world.now ?? Date.now)
  learnt.set(network, nodes)
  const key = isSingular(method) ? Symbol(method) : JSON.stringify([endpoints, world.timeoutMs, method, params])
  try {
    return await nodes.share(key, (shared) => ask(world, nodes, endpoints, { method, params }, shared), signal)
  } catch (error) {
    throw toWalletError(error, world)
  }
}

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

const notSupported = ({ caipNetworkId }: Network) => new WalletError('CHAIN_NOT_SUPPORTED', { details: { chain: caipNetworkId } })

async function askWallet({ network, wallet }: RpcWorld, call: RpcCall): Promise<unknown> {
  try {
    if (wallet) return await wallet(call)
  } catch (cause) {
    if (!isWalletError(cause) || cause.code !== 'UNSUPPORTED_METHOD')
      throw new WalletError('RPC_ERROR', { details: { chain: network.caipNetworkId, problem: 'the wallet refused' }, cause })
  }
  throw notSupported(network)
}

/** `signal` only stops further rounds: viem's `fallback` does not hand it to its members, and the exchange may be a batch that others wait for. */
function ask(world: RpcWorld, nodes: Nodes, endpoints: readonly string[], call: RpcCall, signal: AbortSignal): Promise<unknown> {
  const timeout = world.timeoutMs ?? RPC_TIMEOUT_MS
  const transports = nodes.order(endpoints).map((url) => {
    const node = http(url, { batch: { batchSize: RPC_BATCH_COUNT }, timeout, fetchFn: world.fetch })
    return watched(node, url, nodes)
  })
  for (const url of nodes.due(endpoints)) void ping(world, url, nodes)
  // `fallback` switches the retries of its members off and repeats the whole round instead.
  const transport = fallback(transports, { retryCount: RPC_RETRIES_COUNT, retryDelay: RPC_RETRY_DELAY_MS })
  // viem types a call by its literal method; ours is open, and the answer is parsed by the caller.
  return createClient({ transport }).request(call as never, { signal })
}

function watched(transport: HttpTransport, url: string, nodes: Nodes): HttpTransport {
  return (options) => {
    const made = transport(options)
    const request = (call: never) => nodes.watch(url, () => made.request(call), isSilence)
    return { ...made, request: request as typeof made.request } // the same function, watched
  }
}

/** Any answer brings the node back to its place, and a failure leaves it where it is. */
async function ping({ fetch }: RpcWorld, url: string, nodes: Nodes): Promise<void> {
  const transport = watched(http(url, { timeout: RPC_PING_INTERVAL_MS, retryCount: 0, fetchFn: fetch }), url, nodes)
  await createClient({ transport })
    .request({ method: 'eth_chainId' })
    .catch(() => undefined) // `watch` has seen it
}

/** The node did not answer, or not as a node does; a JSON-RPC error is an answer. */
function isSilence(error: unknown): boolean {
  return error instanceof HttpRequestError || error instanceof TimeoutError
}

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))

/**
 * Balance of the chain's own coin in its smallest unit (wei).
 * @throws WalletError `ADDRESS_INVALID`, `MALFORMED_RESPONSE`, and those of `callRpc`.
 */
export async function getNativeBalance({ address, ...world }: RpcWorld & { readonly address: string }): Promise<bigint> {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new WalletError('ADDRESS_INVALID')
  const answer = z.safeParse(quantity, await callRpc(world, 'eth_getBalance', [address, 'latest']))
  if (!answer.success)
    throw new WalletError('MALFORMED_RESPONSE', {
      details: { chain: world.network.caipNetworkId, problem: 'balance is not a hex quantity' },
    })
  return BigInt(answer.data)
}

/** viem's error quotes the url, and a node's url often holds a key: only its short sentence and codes go on. */
function toWalletError(error: unknown, { network, signal }: RpcWorld): WalletError {
  const chain = network.caipNetworkId
  if (signal?.aborted) return new WalletError('ABORTED', { details: { chain }, cause: signal.reason })
  const known = error instanceof BaseError ? error : undefined
  const inner = known?.walk((cause) => typeof (cause as { code?: unknown }).code === 'number')
  const failed = known?.walk((cause) => typeof (cause as { status?: unknown }).status === 'number')
  return new WalletError('RPC_ERROR', {
    details: {
      chain,
      problem: known?.shortMessage ?? 'unexpected failure',
      rpcCode: (inner as { code?: number } | null | undefined)?.code,
      status: (failed as { status?: number } | null | undefined)?.status,
    },
  })
}

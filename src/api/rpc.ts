// JSON-RPC calls to the nodes of an EVM chain or a Solana cluster, in this order: the site's own nodes, the services' shared RPC, the network's
// default nodes. Public default nodes are asked only where the page has set services; where no node is left, the connected wallet
// answers.
import * as z from 'zod/mini'
import { RPC_RETRIES_COUNT, RPC_RETRY_DELAY_MS } from '../vocabulary/constants.js'
import { isWalletError, walletError, type WalletError } from '../vocabulary/errors.js'
import type { Network } from '../vocabulary/network.js'
import { delay } from '../vocabulary/timeout.js'
import { join } from './http.js'
import { NodeFault, NodeRefusal, type RpcCall } from './json-rpc.js'
import { createNodes, type NodeIdentity, type Nodes } from './rpc-nodes.js'

/** What `callRpc` works with: the network, its nodes, and what stands in for the browser's fetch and clock. */
export interface RpcWorld {
  /** The state of its nodes is kept by this object, so that two modals do not share it. */
  readonly network: Network
  /** The site's own nodes for this network, asked first and never rewritten. */
  readonly rpcUrls?: readonly string[] | undefined
  /** Base url of the services, for their shared RPC. */
  readonly services?: string | undefined
  readonly projectId?: string | undefined
  /** Called when no node may be asked. @throws WalletError `UNSUPPORTED_METHOD` when there is no wallet that answers */
  readonly wallet?: ((call: RpcCall) => Promise<unknown>) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for one attempt at one node. Default 10 000 (specification §9). */
  readonly timeoutMs?: number | undefined
  /** Unix milliseconds. The one of a network's first call is kept. Default `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** The urls of the nodes to ask, first to last, without repetitions. Empty: only the wallet can be asked. */
export function rpcEndpoints(world: Pick<RpcWorld, 'network' | 'rpcUrls' | 'services' | 'projectId'>): readonly string[] {
  const { network, rpcUrls = [], services, projectId } = world
  const shared = services ? [sharedRpcUrl(services, network.caipNetworkId, projectId)] : []
  return [...new Set([...rpcUrls, ...shared, ...nodesOf(network, Boolean(services))])].filter((url) => url !== '')
}

/**
 * The default nodes of a network. Public ones count only when the page has set services (`hasServices`), which are asked before
 * them.
 */
function nodesOf({ rpcUrls }: Network, hasServices: boolean): readonly string[] {
  const { http, isPublic = false } = rpcUrls.default
  return isPublic && !hasServices ? [] : http
}

/**
 * Url of the services' shared RPC for a chain (CAIP-2): `{rpc}/v1/?chainId={chain}&projectId={project}` (specification §7;
 * wire reference §3).
 */
export function sharedRpcUrl(services: string, chainId: string, projectId?: string): string {
  const query = new URLSearchParams({ chainId, ...(projectId ? { projectId } : {}) })
  return join(services, `/v1/?${query}`)
}

/** The nodes by network object, so that two modals do not share their state. */
const nodesByNetwork = new WeakMap<Network, Nodes>()

/**
 * Methods that change something at the node, such as sending a transaction or reading a filter: two equal calls are never joined.
 */
const isSingular = (method: string) =>
  /^(?:eth_(?:new|send|uninstall|getFilterChanges)|sendTransaction$|requestAirdrop$)/.test(method)

/** How the nodes of a network say of which chain they are; `undefined` for networks that have no such nodes. */
function identityOf({ caipNetworkId, chainNamespace }: Network): NodeIdentity | undefined {
  const [, namespace, reference = ''] = /^(eip155|solana):(.+)$/.exec(caipNetworkId) ?? []
  if (namespace !== chainNamespace) return undefined
  if (namespace === 'eip155' && /^\d+$/.test(reference)) {
    const isQuantity = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)
    return { method: 'eth_chainId', fits: (answer) => isQuantity(answer) && BigInt(answer) === BigInt(reference) }
  }
  // CAIP-2 takes the first 32 characters of the hash of the first block.
  if (namespace === 'solana')
    return { method: 'getGenesisHash', fits: (answer) => typeof answer === 'string' && answer.slice(0, 32) === reference }
  return undefined
}

/**
 * One JSON-RPC call to an EVM chain or a Solana cluster. Equal calls that are under way become one. Nodes are asked one after the other; a node that
 * did not answer is asked last until it answers again, and answers of a node of another chain are refused. When all nodes fail
 * and a failure may be temporary, up to 3 further rounds follow, after 150 ms, 300 ms and 600 ms or what `Retry-After` says
 * (specification §9).
 * @throws WalletError `CHAIN_NOT_SUPPORTED` outside eip155 and solana, and when there is neither a node nor a wallet to ask; `RPC_ERROR`
 * when no node answers or a node refuses (`details.rpcCode`; `cause` is the `NodeRefusal` with code, message and data; `details.isUnsure`: a node may have
 * done what it was asked all the same); `ABORTED`
 */
export async function callRpc(world: RpcWorld, method: string, params: RpcCall['params']): Promise<unknown> {
  const { network, signal } = world
  const endpoints = rpcEndpoints(world)
  const identity = identityOf(network)
  if (!identity) throw notSupported(network)
  if (endpoints.length === 0) return askWallet(world, { method, params })
  const { fetch = globalThis.fetch, now = Date.now } = world
  const nodes = nodesByNetwork.get(network) ?? createNodes(identity, (...args) => fetch(...args), now)
  nodesByNetwork.set(network, nodes)
  const key = isSingular(method) ? Symbol(method) : JSON.stringify([endpoints, world.timeoutMs, method, params])
  try {
    return await nodes.share(key, (shared) => ask(world, nodes, endpoints, { method, params }, shared), signal)
  } catch (error) {
    throw toWalletError(error, world)
  }
}

export type { RpcCall } from './json-rpc.js'

/** Longest `Retry-After` that is waited for. With a longer one the call fails at once. */
const RETRY_AFTER_MAX_MS = 10_000

const notSupported = ({ caipNetworkId }: Network) => walletError('CHAIN_NOT_SUPPORTED', { details: { chain: caipNetworkId } })

async function askWallet({ network, wallet }: RpcWorld, call: RpcCall): Promise<unknown> {
  try {
    if (wallet) return await wallet(call)
  } catch (cause) {
    if (!isWalletError(cause) || cause.code !== 'UNSUPPORTED_METHOD')
      throw walletError('RPC_ERROR', { details: { chain: network.caipNetworkId, problem: 'the wallet refused' }, cause })
  }
  throw notSupported(network)
}

/**
 * Asks one node after the other, then all of them again while one of the failures may be temporary (specification §9: three
 * times, honouring `Retry-After`). `signal` prevents further requests; the one under way goes on, since other callers may wait
 * for its batch.
 */
async function ask(
  world: RpcWorld,
  nodes: Nodes,
  endpoints: readonly string[],
  call: RpcCall,
  signal: AbortSignal,
): Promise<unknown> {
  const options = { timeoutMs: world.timeoutMs, isSingular: isSingular(call.method) }
  for (const url of nodes.due(endpoints)) void nodes.ping(url)
  for (let round = 0; ; round++) {
    const failures: unknown[] = []
    for (const url of nodes.order(endpoints)) {
      if (signal.aborted) break
      try {
        return await nodes.ask(url, call, options)
      } catch (error) {
        if (isFinal(error)) throw error
        failures.push(error)
      }
    }
    const waits = failures.flatMap((failure) => waitBefore(failure, round + 1) ?? [])
    if (round >= RPC_RETRIES_COUNT || waits.length === 0 || signal.aborted)
      throw (options.isSingular && failures.find(isUnsure)) || failures.at(-1)
    await delay(Math.min(...waits), signal)
  }
}

/**
 * JSON-RPC codes after which the same call may succeed: unknown, internal, limit exceeded, and 429 of hosts that put the HTTP
 * status there.
 */
const passingCodes: ReadonlySet<number> = new Set([-1, -32603, -32005, -32007, 429])

/** Milliseconds to wait before the same call; `undefined` when repeating it makes no sense. */
function waitBefore(failure: unknown, round: number): number | undefined {
  const isPassing =
    failure instanceof NodeRefusal ? passingCodes.has(failure.code) : failure instanceof NodeFault && failure.isPassing
  const wish = failure instanceof NodeFault ? failure.retryAfterMs : undefined
  if (!isPassing || (wish ?? 0) > RETRY_AFTER_MAX_MS) return undefined
  return wish ?? RPC_RETRY_DELAY_MS * 2 ** (round - 1)
}

/** The node may have done what it was asked: it gave no usable answer, not even an HTTP status that refuses the call. */
const isUnsure = (failure: unknown) => failure instanceof NodeFault && !failure.isUnsent && (failure.status ?? 500) >= 500

/** An error that every node would answer with: the contract reverted, or the transaction was refused. */
function isFinal(error: unknown): boolean {
  return error instanceof NodeRefusal && (error.code === 3 || error.code === -32003 || /execution reverted/i.test(error.message))
}

/** Whether an error of `callRpc` is the nodes' answer that the call reverts. Many nodes have no code of their own for it. */
export function isRevert(error: unknown): boolean {
  if (!isWalletError(error, 'RPC_ERROR')) return false
  const { rpcCode, problem } = error.details
  return rpcCode === 3 || (rpcCode !== undefined && /revert/i.test(String(problem)))
}

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))

/**
 * Balance of the chain's own coin at the latest block, in wei.
 * @throws WalletError `ADDRESS_INVALID`; `MALFORMED_RESPONSE` when the answer is no hex quantity; further as `callRpc`
 */
export async function getNativeBalance({ address, ...world }: RpcWorld & { readonly address: string }): Promise<bigint> {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw walletError('ADDRESS_INVALID')
  const answer = z.safeParse(quantity, await callRpc(world, 'eth_getBalance', [address, 'latest']))
  if (!answer.success)
    throw walletError('MALFORMED_RESPONSE', {
      details: { chain: world.network.caipNetworkId, problem: 'balance is not a hex quantity' },
    })
  return BigInt(answer.data)
}

function toWalletError(error: unknown, { network, signal }: RpcWorld): WalletError {
  const chain = network.caipNetworkId
  if (signal?.aborted) return walletError('ABORTED', { details: { chain }, cause: signal.reason })
  const refusal = error instanceof NodeRefusal ? error : undefined
  const fault = error instanceof NodeFault ? error : undefined
  const problem = (refusal ?? fault)?.message ?? 'unexpected failure'
  return walletError('RPC_ERROR', {
    details: { chain, problem, rpcCode: refusal?.code, status: fault?.status, isUnsure: isUnsure(error) },
    ...(refusal ? { cause: refusal } : {}),
  })
}

// Questions to a chain's own nodes, in the order: the site's urls, the services' shared RPC, the chain's public default. Without any of them,
// the connected wallet: a page that named no host asks none.
import * as z from 'zod/mini'
import { RPC_RETRIES_COUNT, RPC_RETRY_DELAY_MS } from '../constants.js'
import { isWalletError, WalletError } from '../errors.js'
import type { Network } from '../network.js'
import { delay } from '../timeout.js'
import { join } from './http.js'
import { NodeFault, NodeRefusal, type RpcCall } from './json-rpc.js'
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

/** The nodes that a network brings along and that may be asked. `hasServices`: the page has named services that are asked first. */
function nodesOf({ rpcUrls }: Network, hasServices: boolean): readonly string[] {
  const { http, isPublic = false } = rpcUrls.default
  return isPublic && !hasServices ? [] : http
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
 * One JSON-RPC call to an EVM chain. Equal calls under way are one; a node that did not answer is asked last until it does again; a node
 * of another chain is not believed.
 * @throws WalletError `CHAIN_NOT_SUPPORTED` outside eip155 and where nobody can be asked, `RPC_ERROR` when no node answers or the node
 * refuses (then `cause` carries its code, message and data), `ABORTED`.
 */
export async function callRpc(world: RpcWorld, method: string, params: RpcCall['params']): Promise<unknown> {
  const { network, signal } = world
  const endpoints = rpcEndpoints(world)
  if (network.chainNamespace !== 'eip155' || !/^eip155:\d+$/.test(network.caipNetworkId)) throw notSupported(network)
  if (endpoints.length === 0) return askWallet(world, { method, params })
  const { fetch = globalThis.fetch, now = Date.now } = world
  const nodes = learnt.get(network) ?? createNodes(BigInt(network.caipNetworkId.slice(7)), (...args) => fetch(...args), now)
  learnt.set(network, nodes)
  const key = isSingular(method) ? Symbol(method) : JSON.stringify([endpoints, world.timeoutMs, method, params])
  try {
    return await nodes.share(key, (shared) => ask(world, nodes, endpoints, { method, params }, shared), signal)
  } catch (error) {
    throw toWalletError(error, world)
  }
}

export type { RpcCall } from './json-rpc.js'

/** A longer wish for later than this is not waited for: whoever asked is told at once. */
const RETRY_AFTER_MAX_MS = 10_000

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

/**
 * Asks one node after the other, then all of them again while one of the failures may pass (specification §9: three times, `Retry-After`
 * honoured). `signal` stops further questions; the one under way may be part of a batch that others wait for.
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
    if (round >= RPC_RETRIES_COUNT || waits.length === 0 || signal.aborted) throw failures.at(-1)
    await delay(Math.min(...waits), signal)
  }
}

/** JSON-RPC codes that may pass: unknown, internal, limit exceeded, and those of hosts that write an HTTP status there. */
const passingCodes: ReadonlySet<number> = new Set([-1, -32603, -32005, -32007, 429])

/** How long to wait before the same question; undefined: there is no use in it. */
function waitBefore(failure: unknown, round: number): number | undefined {
  const isPassing =
    failure instanceof NodeRefusal ? passingCodes.has(failure.code) : failure instanceof NodeFault && failure.isPassing
  const wish = failure instanceof NodeFault ? failure.retryAfterMs : undefined
  if (!isPassing || (wish ?? 0) > RETRY_AFTER_MAX_MS) return undefined
  return wish ?? RPC_RETRY_DELAY_MS * 2 ** (round - 1)
}

/** An answer that any node would give: the contract has reverted, the transaction was refused. */
function isFinal(error: unknown): boolean {
  return error instanceof NodeRefusal && (error.code === 3 || error.code === -32003 || /execution reverted/i.test(error.message))
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

function toWalletError(error: unknown, { network, signal }: RpcWorld): WalletError {
  const chain = network.caipNetworkId
  if (signal?.aborted) return new WalletError('ABORTED', { details: { chain }, cause: signal.reason })
  const refusal = error instanceof NodeRefusal ? error : undefined
  const fault = error instanceof NodeFault ? error : undefined
  const problem = (refusal ?? fault)?.message ?? 'unexpected failure'
  return new WalletError('RPC_ERROR', {
    details: { chain, problem, rpcCode: refusal?.code, status: fault?.status },
    ...(refusal ? { cause: refusal } : {}),
  })
}

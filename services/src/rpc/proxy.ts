// The chain JSON-RPC proxy: checks each call, answers two methods from a cache for a second, and sends the others to their upstream: the chain's
// nodes (as one batch), its bundler, its paymaster, or methods of these services.
import { DEVNET } from '../settings/config.js'
import type { Log } from '../operations/log.js'
import { answer, codes, parseCall, refusal, type RpcAnswer, type RpcCall, type RpcOutcome } from './json-rpc.js'
import { accountServiceOf, isMethodAllowed } from './methods.js'
import { createNodes, NodesFailed, type Nodes } from './nodes.js'

/** Most calls of one batch. */
export const BATCH_MAX = 100
/** How long the answer to a method of `cached` is repeated. */
const MICRO_CACHE_MS = 1000
const cached = new Set(['eth_chainId', 'eth_blockNumber'])

type Urls = Readonly<Record<string, readonly string[]>>

/** Methods of a chain that these services answer themselves, beside its nodes or instead of them. */
export interface LocalMethods {
  has(method: string): boolean
  /** @throws NodesFailed */
  call(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>
}

/** What `createProxy` needs. */
export interface ProxyOptions {
  /** CAIP-2 id → nodes, in order of preference. */
  readonly chains: Urls
  /** ERC-4337 bundlers and ERC-7677 paymasters, by chain. */
  readonly bundlers?: Urls | undefined
  readonly paymasters?: Urls | undefined
  /** By CAIP-2 id. */
  readonly local?: Readonly<Record<string, LocalMethods>> | undefined
  /** Allows anvil's methods on the devnet, and lets the devnet's node stand for other chains. */
  readonly dev: boolean
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
  /** Milliseconds for one try at one node; default 10 s. */
  readonly timeoutMs?: number | undefined
}

/** Answers JSON-RPC calls of all chains. */
export interface Proxy {
  /** CAIP-2 ids of the chains that are served. */
  readonly chains: readonly string[]
  /**
   * One answer per item, in the items' order. An item that is no call, or whose method is not allowed, gets an error of its own.
   * @throws NodesFailed when all calls go to one upstream and it does not answer
   * @throws Error for a chain that is not in `chains`
   */
  answer(chain: string, items: readonly unknown[], signal: AbortSignal): Promise<readonly RpcAnswer[]>
  /** By CAIP-2 id. */
  stats(): Readonly<Record<string, ReturnType<Nodes['stats']>>>
}

type Upstream = Pick<Nodes, 'ask'>

/** A proxy over the nodes, bundlers and paymasters of the settings. Nothing is asked before the first call. */
export function createProxy(options: ProxyOptions): Proxy {
  const {
    chains,
    bundlers = {},
    paymasters = {},
    local = {},
    dev,
    log,
    fetch = globalThis.fetch,
    now = Date.now,
    timeoutMs,
  } = options
  const connect = (lists: Urls) =>
    new Map(Object.entries(lists).map(([chain, urls]) => [chain, createNodes({ chain, urls, fetch, log, now, timeoutMs })]))
  const nodesOf = connect(chains)
  const services = { bundler: connect(bundlers), paymaster: connect(paymasters) }
  const own = new Map(Object.entries(local).map(([chain, methods]) => [chain, { methods, upstream: localUpstream(methods) }]))
  const served = [...new Set([...nodesOf.keys(), ...own.keys()])]
  /** With `dev` the devnet's node may stand for other chains; `eth_chainId` then answers the number of the chain that was asked for. */
  const isPlayed = (chain: string) =>
    dev && chain !== DEVNET && chain.startsWith('eip155:') && chains[chain]?.some((url) => chains[DEVNET]?.includes(url))
  const cache = new Map<string, { readonly outcome: RpcOutcome; readonly until: number }>()

  const remembered = (chain: string, call: RpcCall): RpcOutcome | undefined => {
    const entry = isRepeatable(call) ? cache.get(`${chain} ${call.method}`) : undefined
    return entry && entry.until > now() ? entry.outcome : undefined
  }

  const remember = (chain: string, call: RpcCall, outcome: RpcOutcome) => {
    if (isRepeatable(call) && 'result' in outcome)
      cache.set(`${chain} ${call.method}`, { outcome, until: now() + MICRO_CACHE_MS })
  }

  /** The upstream of a method on a chain, or the outcome that refuses the call. */
  const upstreamOf = (chain: string, method: string): Upstream | RpcOutcome => {
    if (method === 'eth_chainId' && isPlayed(chain)) return { result: `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}` }
    const service = accountServiceOf(chain, method)
    if (service) return services[service].get(chain) ?? notAllowed(`No ${service} is configured for this chain`)
    const mine = own.get(chain)
    if (mine?.methods.has(method)) return mine.upstream
    const nodes = isMethodAllowed(chain, method, dev) ? nodesOf.get(chain) : undefined
    return nodes ?? notAllowed('This method is not allowed here')
  }

  const check = (chain: string, item: unknown): Checked => {
    const parsed = parseCall(item)
    if (!parsed.call) return { id: parsed.id, outcome: refusal(parsed.code, parsed.message) }
    const { call } = parsed
    const upstream = upstreamOf(chain, call.method)
    return 'ask' in upstream ? { id: call.id, call, upstream } : { id: call.id, outcome: upstream }
  }

  return {
    chains: served,
    async answer(chain, items, signal) {
      if (!served.includes(chain)) throw new Error(`${chain} is not served here`)
      const checked = items.map((item) => check(chain, item))
      const outcomes = checked.map((entry) => ('call' in entry ? remembered(chain, entry.call) : entry.outcome))
      const open = checked.flatMap((entry, index) => ('call' in entry && !outcomes[index] ? [{ ...entry, index }] : []))
      const upstreams = [...new Set(open.map(({ upstream }) => upstream))]
      await Promise.all(
        upstreams.map(async (upstream) => {
          const mine = open.filter((entry) => entry.upstream === upstream)
          const calls = mine.map(({ call }) => call)
          // In a batch for several upstreams, one that fails does not fail the calls of the others.
          const answers = await (upstreams.length > 1 ? orRefusals(upstream, calls, signal) : upstream.ask(calls, signal))
          mine.forEach(({ call, index }, at) => {
            const outcome = answers[at] ?? refusal(codes.internal, 'The node left this call unanswered')
            if (upstream === nodesOf.get(chain)) remember(chain, call, outcome)
            outcomes[index] = outcome
          })
        }),
      )
      return checked.map((entry, index) => answer(entry.id, outcomes[index] ?? refusal(codes.internal, 'No answer')))
    },
    stats: () => Object.fromEntries([...nodesOf].map(([chain, nodes]) => [chain, nodes.stats()])),
  }
}

type Checked =
  | { readonly id: RpcCall['id']; readonly call: RpcCall; readonly upstream: Upstream }
  | { readonly id: RpcCall['id'] | null; readonly outcome: RpcOutcome }

function notAllowed(message: string): RpcOutcome {
  return refusal(codes.methodNotFound, message)
}

function localUpstream(methods: LocalMethods): Upstream {
  return { ask: (calls, signal) => Promise.all(calls.map((call) => methods.call(call, signal))) }
}

async function orRefusals(upstream: Upstream, calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcOutcome[]> {
  try {
    return await upstream.ask(calls, signal)
  } catch (error) {
    if (!(error instanceof NodesFailed)) throw error
    const [code, text] = error.isLimited
      ? [codes.limitExceeded, 'The upstream of this method is busy']
      : [codes.internal, 'No upstream answered']
    return calls.map(() => refusal(code, text))
  }
}

function isRepeatable({ method, params }: RpcCall): boolean {
  return cached.has(method) && (params === undefined || (Array.isArray(params) && params.length === 0))
}

// The chain JSON-RPC proxy: checks each call, answers two of them from memory for a second, and hands the rest to whoever knows: the
// chain's nodes (as one batch), its bundler, its paymaster, or these services themselves.
import { DEVNET } from '../config.js'
import type { Log } from '../log.js'
import { answer, callSchema, codes, refusal, type RpcAnswer, type RpcCall, type RpcOutcome } from './json-rpc.js'
import { accountServiceOf, isMethodAllowed } from './methods.js'
import { createNodes, NodesFailed, type Nodes } from './nodes.js'

/** Calls of one batch. */
export const BATCH_MAX = 100
/** How long an answer to a question without parameters is repeated. */
const MICRO_CACHE_MS = 1000
const cached = new Set(['eth_chainId', 'eth_blockNumber'])

type Urls = Readonly<Record<string, readonly string[]>>

/** Calls of a chain that these services answer themselves, beside or instead of nodes. */
export interface LocalMethods {
  has(method: string): boolean
  /** @throws NodesFailed */
  call(call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>
}

export interface ProxyOptions {
  readonly chains: Urls
  /** ERC-4337 bundlers and ERC-7677 paymasters, by chain. */
  readonly bundlers?: Urls | undefined
  readonly paymasters?: Urls | undefined
  readonly local?: Readonly<Record<string, LocalMethods>> | undefined
  readonly dev: boolean
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly now?: (() => number) | undefined
  readonly timeoutMs?: number | undefined
}

export interface Proxy {
  readonly chains: readonly string[]
  /** One answer per item, in the items' order. @throws NodesFailed when nobody answered any of them */
  answer(chain: string, items: readonly unknown[], signal: AbortSignal): Promise<readonly RpcAnswer[]>
  stats(): Readonly<Record<string, ReturnType<Nodes['stats']>>>
}

type Desk = Pick<Nodes, 'ask'>

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
  const own = new Map(Object.entries(local).map(([chain, methods]) => [chain, { methods, desk: localDesk(methods) }]))
  const served = [...new Set([...nodesOf.keys(), ...own.keys()])]
  /** With `dev` the devnet may play other chains: those are told apart by the number that the caller asks for. */
  const isPlayed = (chain: string) =>
    dev && chain !== DEVNET && chain.startsWith('eip155:') && chains[chain]?.some((url) => chains[DEVNET]?.includes(url))
  const memory = new Map<string, { readonly outcome: RpcOutcome; readonly until: number }>()

  const remembered = (chain: string, call: RpcCall): RpcOutcome | undefined => {
    const entry = isRepeatable(call) ? memory.get(`${chain} ${call.method}`) : undefined
    return entry && entry.until > now() ? entry.outcome : undefined
  }

  const remember = (chain: string, call: RpcCall, outcome: RpcOutcome) => {
    if (isRepeatable(call) && 'result' in outcome)
      memory.set(`${chain} ${call.method}`, { outcome, until: now() + MICRO_CACHE_MS })
  }

  /** Who answers this method on this chain, or why nobody does. */
  const deskOf = (chain: string, method: string): Desk | RpcOutcome => {
    if (method === 'eth_chainId' && isPlayed(chain)) return { result: `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}` }
    const service = accountServiceOf(chain, method)
    if (service) return services[service].get(chain) ?? notAllowed(`No ${service} is configured for this chain`)
    const mine = own.get(chain)
    if (mine?.methods.has(method)) return mine.desk
    const nodes = isMethodAllowed(chain, method, dev) ? nodesOf.get(chain) : undefined
    return nodes ?? notAllowed('This method is not allowed here')
  }

  const check = (chain: string, item: unknown): Checked => {
    const parsed = callSchema.safeParse(item)
    if (!parsed.success) return { id: null, outcome: refusal(codes.invalidRequest, 'Not a JSON-RPC 2.0 call with an id') }
    const { id, method } = parsed.data
    const desk = deskOf(chain, method)
    return 'ask' in desk ? { id, call: parsed.data, desk } : { id, outcome: desk }
  }

  return {
    chains: served,
    async answer(chain, items, signal) {
      if (!served.includes(chain)) throw new Error(`nobody answers for ${chain}`)
      const checked = items.map((item) => check(chain, item))
      const outcomes = checked.map((entry) => ('call' in entry ? remembered(chain, entry.call) : entry.outcome))
      const open = checked.flatMap((entry, index) => ('call' in entry && !outcomes[index] ? [{ ...entry, index }] : []))
      const desks = [...new Set(open.map(({ desk }) => desk))]
      await Promise.all(
        desks.map(async (desk) => {
          const mine = open.filter((entry) => entry.desk === desk)
          const calls = mine.map(({ call }) => call)
          // In a batch for several, who is away takes nothing from the others.
          const answers = await (desks.length > 1 ? orRefusals(desk, calls, signal) : desk.ask(calls, signal))
          mine.forEach(({ call, index }, at) => {
            const outcome = answers[at] ?? refusal(codes.internal, 'The node left this call unanswered')
            if (desk === nodesOf.get(chain)) remember(chain, call, outcome)
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
  | { readonly id: RpcCall['id']; readonly call: RpcCall; readonly desk: Desk }
  | { readonly id: RpcCall['id'] | null; readonly outcome: RpcOutcome }

function notAllowed(message: string): RpcOutcome {
  return refusal(codes.methodNotFound, message)
}

function localDesk(methods: LocalMethods): Desk {
  return { ask: (calls, signal) => Promise.all(calls.map((call) => methods.call(call, signal))) }
}

async function orRefusals(desk: Desk, calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly RpcOutcome[]> {
  try {
    return await desk.ask(calls, signal)
  } catch (error) {
    if (!(error instanceof NodesFailed)) throw error
    const [code, text] = error.isLimited
      ? [codes.limitExceeded, 'Whoever answers this is asked too often']
      : [codes.internal, 'Nobody answered']
    return calls.map(() => refusal(code, text))
  }
}

function isRepeatable({ method, params }: RpcCall): boolean {
  return cached.has(method) && (params === undefined || (Array.isArray(params) && params.length === 0))
}

// The chain JSON-RPC proxy: checks each call, answers two of them from memory for a second, forwards the rest as one batch.
import type { Log } from '../log.js'
import { answer, callSchema, codes, refusal, type RpcAnswer, type RpcCall, type RpcOutcome } from './json-rpc.js'
import { isMethodAllowed } from './methods.js'
import { createNodes, type Nodes } from './nodes.js'

/** Calls of one batch. */
export const BATCH_MAX = 100
/** How long an answer to a question without parameters is repeated. */
export const MICRO_CACHE_MS = 1000
const cached = new Set(['eth_chainId', 'eth_blockNumber'])

export interface ProxyOptions {
  readonly chains: Readonly<Record<string, readonly string[]>>
  readonly dev: boolean
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly now?: (() => number) | undefined
  readonly timeoutMs?: number | undefined
}

export interface Proxy {
  readonly chains: readonly string[]
  /** One answer per item, in the items' order. @throws NodesFailed */
  answer(chain: string, items: readonly unknown[], signal: AbortSignal): Promise<readonly RpcAnswer[]>
  stats(): Readonly<Record<string, ReturnType<Nodes['stats']>>>
}

export function createProxy({ chains, dev, log, fetch = globalThis.fetch, now = Date.now, timeoutMs }: ProxyOptions): Proxy {
  const nodesOf = new Map(
    Object.entries(chains).map(([chain, urls]) => [chain, createNodes({ chain, urls, fetch, log, now, timeoutMs })]),
  )
  const memory = new Map<string, { readonly outcome: RpcOutcome; readonly until: number }>()

  const remembered = (chain: string, call: RpcCall): RpcOutcome | undefined => {
    const entry = isRepeatable(call) ? memory.get(`${chain} ${call.method}`) : undefined
    return entry && entry.until > now() ? entry.outcome : undefined
  }

  const remember = (chain: string, call: RpcCall, outcome: RpcOutcome) => {
    if (isRepeatable(call) && 'result' in outcome)
      memory.set(`${chain} ${call.method}`, { outcome, until: now() + MICRO_CACHE_MS })
  }

  return {
    chains: [...nodesOf.keys()],
    async answer(chain, items, signal) {
      const nodes = nodesOf.get(chain)
      if (!nodes) throw new Error(`no nodes for ${chain}`)
      const checked = items.map((item) => check(chain, item, dev))
      const outcomes = checked.map((entry) => ('call' in entry ? remembered(chain, entry.call) : entry.outcome))
      const open = checked.flatMap((entry, index) => ('call' in entry && !outcomes[index] ? [{ call: entry.call, index }] : []))
      if (open.length > 0) {
        const answers = await nodes.ask(
          open.map(({ call }) => call),
          signal,
        )
        open.forEach(({ call, index }, at) => {
          const outcome = answers[at] ?? refusal(codes.internal, 'The node left this call unanswered')
          remember(chain, call, outcome)
          outcomes[index] = outcome
        })
      }
      return checked.map((entry, index) => answer(entry.id, outcomes[index] ?? refusal(codes.internal, 'No answer')))
    },
    stats: () => Object.fromEntries([...nodesOf].map(([chain, nodes]) => [chain, nodes.stats()])),
  }
}

type Checked =
  { readonly id: RpcCall['id']; readonly call: RpcCall } | { readonly id: RpcCall['id'] | null; readonly outcome: RpcOutcome }

function check(chain: string, item: unknown, dev: boolean): Checked {
  const parsed = callSchema.safeParse(item)
  if (!parsed.success) return { id: null, outcome: refusal(codes.invalidRequest, 'Not a JSON-RPC 2.0 call with an id') }
  const { id, method } = parsed.data
  if (isMethodAllowed(chain, method, dev)) return { id, call: parsed.data }
  return { id, outcome: refusal(codes.methodNotFound, 'This method is not allowed here') }
}

function isRepeatable({ method, params }: RpcCall): boolean {
  return cached.has(method) && (params === undefined || (Array.isArray(params) && params.length === 0))
}

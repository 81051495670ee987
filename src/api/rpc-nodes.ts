// What the calls to a network's nodes teach: which node does not answer, and which calls are under way already. Nothing here has a timer
// of its own, so nothing is sent when nobody asks.
import { RPC_DEDUPE_COUNT, RPC_PING_INTERVAL_MS } from '../constants.js'
import { WalletError } from '../errors.js'
import { createNodeClient, type NodeClient, NodeFault, type RpcCall } from './json-rpc.js'

export interface Nodes {
  /** In the order given, those that do not answer last: a silent first node costs its time limit once, not with every call. */
  order(urls: readonly string[]): readonly string[]
  /**
   * Nodes that lost their place to a later one, to be asked whether they are back: each at most every 4 s (specification §9), and only
   * beside a call. Others are never pinged, since a node that was not needed is not to learn of the visitor.
   */
  due(urls: readonly string[]): readonly string[]
  /**
   * One call to one node, and learns from it. The first call to a node also asks for its chain: the answers of a node of another chain are
   * not believed. @throws NodeRefusal, NodeFault
   */
  ask(
    url: string,
    call: RpcCall,
    options?: { readonly timeoutMs?: number | undefined; readonly isSingular?: boolean },
  ): Promise<unknown>
  /** Asks a node for its chain, which brings it back to its place. Never rejects. */
  ping(url: string): Promise<void>
  /** Joins the same call where one is under way. It is called off when all who asked have left. @throws WalletError `ABORTED` */
  share<T>(key: string | symbol, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
}

interface Node {
  readonly client: NodeClient
  /** Settles when the node has said that it is of the right chain. */
  identified?: Promise<void> | undefined
  failed: boolean
  /** When it was last seen to fail. */
  checkedAt: number
  /** Start of each exchange that is under way. */
  readonly waiting: Set<{ readonly since: number }>
}

interface Shared {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  callers: number
}

/** @param chain what `eth_chainId` has to answer @param now Unix ms */
export function createNodes(chain: bigint, fetch: typeof globalThis.fetch, now: () => number): Nodes {
  const nodes = new Map<string, Node>()
  const running = new Map<string | symbol, Shared>()
  const nodeOf = (url: string): Node => {
    const node = nodes.get(url) ?? { client: createNodeClient(url, fetch), failed: false, checkedAt: 0, waiting: new Set() }
    nodes.set(url, node)
    return node
  }
  /** Failed last time, or has kept somebody waiting: whoever comes meanwhile need not wait along. */
  const isAway = (url: string) => {
    const { failed, waiting } = nodeOf(url)
    return failed || [...waiting].some(({ since }) => now() - since >= RPC_PING_INTERVAL_MS)
  }
  const order = (urls: readonly string[]) => [...urls.filter((url) => !isAway(url)), ...urls.filter(isAway)]

  const identify = (node: Node, timeoutMs: number | undefined): Promise<void> => {
    node.identified ??= node.client.request({ method: 'eth_chainId', params: [] }, timeoutMs).then(
      (answer) => {
        if (readQuantity(answer) !== chain) throw new NodeFault('it is a node of another chain')
      },
      (error: unknown) => {
        node.identified = undefined // nothing is known yet
        throw error instanceof NodeFault ? error : new NodeFault('it does not say which chain it is of')
      },
    )
    return node.identified
  }
  const watch = async <T>(url: string, exchange: (node: Node) => Promise<T>): Promise<T> => {
    const node = nodeOf(url)
    const own = { since: now() }
    node.waiting.add(own)
    try {
      const answer = await exchange(node)
      node.failed = false
      return answer
    } catch (error) {
      node.failed = error instanceof NodeFault // a refusal is an answer
      node.checkedAt = now()
      throw error
    } finally {
      node.waiting.delete(own)
    }
  }

  return {
    order,
    due(urls) {
      const first = order(urls)[0] ?? ''
      return urls.slice(0, urls.indexOf(first)).filter((url) => {
        const { waiting, checkedAt } = nodeOf(url)
        return waiting.size === 0 && now() - checkedAt >= RPC_PING_INTERVAL_MS
      })
    },
    ask: (url, call, { timeoutMs, isSingular = false } = {}) =>
      watch(url, async (node) => {
        const identified = identify(node, timeoutMs)
        if (isSingular) await identified // before anything is left behind at a node of another chain
        const [answer] = await Promise.all([node.client.request(call, timeoutMs), identified])
        return answer
      }),
    ping: (url) => watch(url, (node) => identify(node, RPC_PING_INTERVAL_MS)).catch(() => undefined), // `watch` has seen it
    async share<T>(key: string | symbol, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
      if (signal?.aborted) throw new WalletError('ABORTED', { cause: signal.reason })
      const shared = running.get(key) ?? begin(key, run)
      shared.callers++
      const leave = () => {
        if (--shared.callers > 0) return
        if (running.get(key) === shared) running.delete(key)
        shared.controller.abort()
      }
      return unlessAborted(shared.answer as Promise<T>, signal, leave) // one key names one call, hence one type
    },
  }

  function begin(key: string | symbol, run: (signal: AbortSignal) => Promise<unknown>): Shared {
    const controller = new AbortController()
    const answer = run(controller.signal).finally(() => {
      if (running.get(key) === shared) running.delete(key)
    })
    const shared: Shared = { answer, controller, callers: 0 }
    if (running.size < RPC_DEDUPE_COUNT) running.set(key, shared)
    return shared
  }
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

/** Rejects as soon as the caller leaves; the others, and the batch it may be part of, go on. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined, leave: () => void): Promise<T> {
  if (!signal) return promise
  let stop = () => {}
  const left = new Promise<never>((_, reject) => {
    stop = () => {
      leave()
      reject(new WalletError('ABORTED', { cause: signal.reason }))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, left])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

// The nodes of one network: which of them do not answer at the moment, and which calls are under way. No timer runs here: a
// request is sent only when somebody makes a call.
import { RPC_DEDUPE_COUNT, RPC_PING_INTERVAL_MS } from '../vocabulary/constants.js'
import { walletError } from '../vocabulary/errors.js'
import { createNodeClient, type NodeClient, NodeFault, type RpcCall } from './json-rpc.js'

/** How a node says of which chain it is. */
export interface NodeIdentity {
  /** The method that tells it, which has no parameters. */
  readonly method: string
  /** Whether an answer to it is that of a node of the right chain. */
  readonly fits: (answer: unknown) => boolean
}

/** The nodes of one network, by url. `callRpc` asks them. */
export interface Nodes {
  /**
   * The urls in their order, with the nodes that do not answer at the end: a silent first node delays one call, not every call.
   */
  order(urls: readonly string[]): readonly string[]
  /**
   * Nodes in front of the first one that answers, which the caller should `ping`: each at most every 4 s (specification §9).
   * Nodes behind it are never pinged, because a node that is not needed should not learn the visitor's IP address.
   */
  due(urls: readonly string[]): readonly string[]
  /**
   * Makes one call to one node and notes whether the node answered. The first call to a node also asks of which chain it is; the answers
   * of a node of another chain are refused.
   * @param options `timeoutMs` default 10 000; `isSingular`: wait for the chain before the call, for calls that leave something
   * at the node
   * @throws NodeRefusal when the node answers with an error; NodeFault when it gives no usable answer
   */
  ask(
    url: string,
    call: RpcCall,
    options?: { readonly timeoutMs?: number | undefined; readonly isSingular?: boolean },
  ): Promise<unknown>
  /** Asks a node for its chain. A node that answers is back at its place in `order`. Never rejects. */
  ping(url: string): Promise<void>
  /**
   * Runs `run`, or joins the run with the same key that is under way; at most 8192 runs are shared (specification §9). The signal
   * given to `run` ends when every caller has aborted.
   * @throws WalletError `ABORTED` when `signal` ends; further as `run`
   */
  share<T>(key: string | symbol, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
}

interface Node {
  readonly client: NodeClient
  /** Resolves when the node has said that it is of the right chain; rejects when it is not. */
  identified?: Promise<void> | undefined
  /** Its last exchange ended with a `NodeFault`. */
  failed: boolean
  /** Time of the last exchange that failed, unix milliseconds. */
  checkedAt: number
  /** The exchanges that are under way, each with its start in unix milliseconds. */
  readonly waiting: Set<{ readonly since: number }>
}

interface Shared {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  callers: number
}

/**
 * Makes the nodes of one network. Nothing is sent before the first call.
 * @param identity what the nodes of this chain say of themselves
 * @param now unix milliseconds
 */
export function createNodes(identity: NodeIdentity, fetch: typeof globalThis.fetch, now: () => number): Nodes {
  const nodes = new Map<string, Node>()
  const running = new Map<string | symbol, Shared>()
  const nodeOf = (url: string): Node => {
    const node = nodes.get(url) ?? { client: createNodeClient(url, fetch), failed: false, checkedAt: 0, waiting: new Set() }
    nodes.set(url, node)
    return node
  }
  /** The node failed last time, or has left a call without an answer for 4 s: new calls go to the other nodes first. */
  const isAway = (url: string) => {
    const { failed, waiting } = nodeOf(url)
    return failed || [...waiting].some(({ since }) => now() - since >= RPC_PING_INTERVAL_MS)
  }
  const order = (urls: readonly string[]) => [...urls.filter((url) => !isAway(url)), ...urls.filter(isAway)]

  const identify = (node: Node, timeoutMs: number | undefined): Promise<void> => {
    node.identified ??= node.client.request({ method: identity.method, params: [] }, timeoutMs).then(
      (answer) => {
        if (!identity.fits(answer)) throw new NodeFault('it is a node of another chain')
      },
      (error: unknown) => {
        node.identified = undefined // the next call asks again
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
      node.failed = error instanceof NodeFault // a node that refuses a call does answer
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
        // A node of another chain must not get such a call.
        if (isSingular)
          await identified.catch((error: unknown) => {
            if (!(error instanceof NodeFault)) throw error
            const { message, status, retryAfterMs, isPassing } = error
            throw new NodeFault(message, { status, retryAfterMs, isPassing, isUnsent: true })
          })
        const [answer] = await Promise.all([node.client.request(call, timeoutMs), identified])
        return answer
      }),
    ping: (url) => watch(url, (node) => identify(node, RPC_PING_INTERVAL_MS)).catch(() => undefined), // `watch` notes failures
    async share<T>(key: string | symbol, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
      if (signal?.aborted) throw walletError('ABORTED', { cause: signal.reason })
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

/** Rejects with `ABORTED` as soon as the caller's signal ends. The call itself goes on for the other callers. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined, leave: () => void): Promise<T> {
  if (!signal) return promise
  let stop = () => {}
  const left = new Promise<never>((_, reject) => {
    stop = () => {
      leave()
      reject(walletError('ABORTED', { cause: signal.reason }))
    }
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, left])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

// What the calls to a network's nodes teach: which node does not answer, and which calls are under way already. Nothing here has a timer
// of its own, so nothing is sent when nobody asks.
import { RPC_DEDUPE_COUNT, RPC_PING_INTERVAL_MS } from '../constants.js'
import { WalletError } from '../errors.js'

export interface Nodes {
  /** In the order given, those that do not answer last: a silent first node costs its time limit once, not with every call. */
  order(urls: readonly string[]): readonly string[]
  /**
   * Nodes that lost their place to a later one, to be asked whether they are back: each at most every 4 s (specification §9), and only
   * beside a call. Others are never pinged, since a node that was not needed is not to learn of the visitor.
   */
  due(urls: readonly string[]): readonly string[]
  /** Learns from one exchange with a node. `isFault`: the node is to blame, as against one that answered with a refusal. */
  watch<T>(url: string, exchange: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T>
  /** Joins the same call where one is under way. It is called off when all who asked have left. @throws WalletError `ABORTED` */
  share<T>(key: string | symbol, run: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T>
}

interface Node {
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

/** @param now Unix ms */
export function createNodes(now: () => number): Nodes {
  const nodes = new Map<string, Node>()
  const running = new Map<string | symbol, Shared>()
  const nodeOf = (url: string): Node => {
    const node = nodes.get(url) ?? { failed: false, checkedAt: 0, waiting: new Set() }
    nodes.set(url, node)
    return node
  }
  /** Failed last time, or has kept somebody waiting: whoever comes meanwhile need not wait along. */
  const isAway = (url: string) => {
    const { failed, waiting } = nodeOf(url)
    return failed || [...waiting].some(({ since }) => now() - since >= RPC_PING_INTERVAL_MS)
  }
  const order = (urls: readonly string[]) => [...urls.filter((url) => !isAway(url)), ...urls.filter(isAway)]

  return {
    order,
    due(urls) {
      const first = order(urls)[0] ?? ''
      return urls.slice(0, urls.indexOf(first)).filter((url) => {
        const { waiting, checkedAt } = nodeOf(url)
        return waiting.size === 0 && now() - checkedAt >= RPC_PING_INTERVAL_MS
      })
    },
    async watch(url, exchange, isFault) {
      const node = nodeOf(url)
      const own = { since: now() }
      node.waiting.add(own)
      try {
        const answer = await exchange()
        node.failed = false
        return answer
      } catch (error) {
        node.failed = isFault(error)
        node.checkedAt = now()
        throw error
      } finally {
        node.waiting.delete(own)
      }
    },
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

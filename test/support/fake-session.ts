// A relay session without a relay, whose wallet answers as a test says.
import type { RequestArguments, SessionEvent, WalletSession } from '../../src/connectors/connector.js'
import type { ChainId, Namespace } from '../../src/vocabulary/caip.js'

/**
 * @param granted addresses by chain
 * @param answer the wallet's answer to a request; may throw
 */
export function createFakeSession(
  namespace: Namespace,
  granted: Readonly<Record<ChainId, readonly string[]>>,
  methods: readonly string[],
  answer: (args: RequestArguments, chain: ChainId) => unknown,
) {
  let accounts = new Map(Object.entries(granted) as [ChainId, readonly string[]][]) // keys of a record by chain
  const asked: { chain: ChainId; method: string; params: unknown }[] = []
  const listeners = {
    grant: new Set<() => void>(),
    event: new Set<(event: SessionEvent) => void>(),
    end: new Set<(reason: string) => void>(),
  }
  const on =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener)
      return () => void set.delete(listener)
    }
  const state = { isOpen: true, left: [] as Namespace[], closed: 0, released: 0 }
  const session: WalletSession = {
    topic: 'a'.repeat(64),
    wallet: { id: 'phone', name: 'Phone' },
    granted: (of) =>
      of === namespace && accounts.size > 0 ? { accounts, methods: new Set(methods), unasked: new Set() } : undefined,
    request: async (chain, args) => {
      asked.push({ chain, method: args.method, params: args.params })
      return answer(args, chain)
    },
    read: () => Promise.reject(new Error('no nodes')),
    allow: () => undefined,
    refresh: () => undefined,
    leave: (of) => void state.left.push(of),
    onGrant: on(listeners.grant),
    onEvent: on(listeners.event),
    onEnd: on(listeners.end),
    get isOpen() {
      return state.isOpen
    },
    async close() {
      state.closed++
      state.isOpen = false
    },
    release: () => void state.released++,
  }
  return {
    session,
    asked,
    state,
    /** The wallet grants other accounts. */
    grant(next: Readonly<Record<ChainId, readonly string[]>>) {
      accounts = new Map(Object.entries(next) as [ChainId, readonly string[]][])
      for (const listener of listeners.grant) listener()
    },
    emit: (event: SessionEvent) => listeners.event.forEach((listener) => listener(event)),
    end: () => listeners.end.forEach((listener) => listener('ended')),
    /** How many listeners are left. */
    count: () => Object.values(listeners).reduce((sum, set) => sum + set.size, 0),
  }
}

// The EIP-1193 provider that the page gets before anything is loaded. The first request or connection loads the real provider
// (`state/connections/provider.ts`), which then gets all requests and listeners.
import type { WalletError } from '../vocabulary/wallet-error.js'
import type { Eip1193Events, Eip1193Provider, ProviderEvent, RequestInput } from '../vocabulary/eip1193.js'
import type { PublicState } from '../state/interface/public-state.js'

/** What a page's provider depends on. */
export interface LazyProviderPorts {
  /** Loads the real provider. After a rejection the next request calls it again. */
  readonly load: () => Promise<Eip1193Provider>
  readonly publicState: PublicState
}

/**
 * Makes the page's provider. Until the real one is loaded a request rejects with 4900 after the end of the instance, and with -32603 when
 * the real provider cannot be loaded.
 */
export function createLazyProvider({ load, publicState }: LazyProviderPorts): Eip1193Provider {
  let real: ReturnType<LazyProviderPorts['load']> | undefined
  const there = () =>
    (real ??= load().catch((cause: unknown) => {
      real = undefined // the next request loads it again
      const { code, message } = cause as WalletError // or any error without a code
      throw Object.assign(new Error(message, { cause }), { code: code === 'DESTROYED' ? 4900 : -32603 })
    }))
  /** Passes a listener on to the real provider: at once if that is loaded or a wallet is connected, else at the next change of the connection's status. */
  const subscribe = <Event extends ProviderEvent>(
    verb: 'on' | 'removeListener',
    event: Event,
    listener: Eip1193Events[Event],
  ) => {
    // A failed load is ignored here: the next request rejects with it.
    const go = () =>
      void there()
        .then((provider) => provider[verb](event, listener))
        .catch(() => undefined)
    if (real || publicState.$status.get() !== 'disconnected') return go()
    const stop = publicState.$status.listen(() => {
      stop()
      go()
    })
  }
  return {
    request: async <Answer>(args: RequestInput) => (await there()).request<Answer>(args),
    on(event, listener) {
      subscribe('on', event, listener)
      return this
    },
    removeListener(event, listener) {
      subscribe('removeListener', event, listener)
      return this
    },
  }
}

// The provider that the page gets before anything is loaded. The first request or connection loads the real provider of its namespace
// (`state/connections/provider.ts`, `namespace-provider.ts`), which then gets all requests and listeners.
import type { Namespace } from '../vocabulary/caip.js'
import type { WalletError } from '../vocabulary/wallet-error.js'
import type { Eip1193Provider, ProviderEvent, RequestInput } from '../vocabulary/eip1193.js'
import type { Providers } from '../vocabulary/providers.js'
import type { PublicState } from '../state/interface/public-state.js'

/** A provider of any namespace; all have the same three functions. */
type Untyped = Pick<Eip1193Provider, 'request'> &
  Record<'on' | 'removeListener', (event: ProviderEvent, listener: () => void) => unknown>

/**
 * Makes the page's provider of a namespace. Until the real one is loaded a request rejects with the error of `load`; on EVM chains with 4900 after
 * the end of the instance, and with -32603 when the real provider cannot be loaded.
 * @param load loads the real provider. After a rejection the next request calls it again.
 */
export function createLazyProvider<N extends Namespace>(
  namespace: N,
  load: () => Promise<Providers[N]>,
  { $status }: Pick<PublicState, '$status'>,
): Providers[N] {
  let real: Promise<Untyped> | undefined
  const there = () =>
    (real ??= (load() as Promise<Untyped>).catch((cause: unknown) => {
      real = undefined // the next request loads it again
      // It is a WalletError, or any error without a code.
      throw namespace === 'eip155'
        ? Object.assign(new Error((cause as WalletError).message, { cause }), {
            code: (cause as WalletError).code === 'DESTROYED' ? 4900 : -32603,
          })
        : cause
    }))
  /** Passes a listener on to the real provider: at once if that is loaded or a wallet is connected, else at the next change of the connection's status. */
  const passListener = (verb: 'on' | 'removeListener') =>
    function (this: unknown, event: ProviderEvent, listener: () => void) {
      // A failed load is ignored here: the next request rejects with it.
      const go = () => {
        stop()
        there().then(
          (provider) => provider[verb](event, listener),
          () => undefined,
        )
      }
      let stop = () => {}
      if (real || $status.get() !== 'disconnected') go()
      else stop = $status.listen(go)
      return this
    }
  const provider: Untyped = {
    request: async <Answer>(args: RequestInput) => (await there()).request<Answer>(args),
    on: passListener('on'),
    removeListener: passListener('removeListener'),
  }
  return provider as Providers[N] // it passes on what it is given, which the page's types say
}

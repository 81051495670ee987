// The EIP-1193 provider that a page holds from the first moment. It costs the first chunk almost nothing: the real
// provider (`state/provider.ts`) is loaded with the first request or connection, and listeners are handed over to it.
import type { CodedError } from './coded-error.js'
import type { RequestArguments } from './connectors/connector.js'
import type { Session } from './state/session.js'

export type ProviderEvent = 'connect' | 'disconnect' | 'chainChanged' | 'accountsChanged' | 'message'
type Listener = (payload: never) => void

/** EIP-1193. Errors carry a numeric `code` (4001 rejected, 4100 unauthorised, 4200 unsupported, 4900 disconnected, 4902 unknown chain). */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on(event: ProviderEvent, listener: Listener): this
  removeListener(event: ProviderEvent, listener: Listener): this
}

export interface PageProviderPorts {
  readonly load: () => Promise<
    Pick<Eip1193Provider, 'request'> & Record<'on' | 'removeListener', (event: ProviderEvent, listener: Listener) => unknown>
  >
  readonly session: Session
}

export function createPageProvider({ load, session }: PageProviderPorts): Eip1193Provider {
  let real: ReturnType<PageProviderPorts['load']> | undefined
  const there = () =>
    (real ??= load().catch((cause: unknown) => {
      real = undefined // a chunk that did not arrive is asked for again
      const { code, message } = cause as CodedError // or any error without a code
      throw Object.assign(new Error(message, { cause }), { code: code === 'DESTROYED' ? 4900 : -32603 })
    }))
  /** Listeners are in place as soon as there is, or is about to be, a connection. */
  const subscribe = (verb: 'on' | 'removeListener', event: ProviderEvent, listener: Listener) => {
    // Nobody waits for this: whoever asks for something is told why the provider could not be had.
    const go = () =>
      void there()
        .then((provider) => provider[verb](event, listener))
        .catch(() => undefined)
    if (real || session.$status.get() !== 'disconnected') return go()
    const stop = session.$status.listen(() => {
      stop()
      go()
    })
  }
  return {
    request: async (args) => (await there()).request(args),
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

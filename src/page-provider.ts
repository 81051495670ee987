// The EIP-1193 provider that a page holds from the first moment. It costs the first chunk almost nothing: the real
// provider (`state/provider.ts`) is loaded with the first request or connection, and listeners are handed over to it.
import type { CodedError } from './coded-error.js'
import type { Eip1193Events, Eip1193Provider, ProviderEvent, RequestInput } from './eip1193.js'
import type { Session } from './state/session.js'

export interface PageProviderPorts {
  readonly load: () => Promise<Eip1193Provider>
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
  const subscribe = <Event extends ProviderEvent>(
    verb: 'on' | 'removeListener',
    event: Event,
    listener: Eip1193Events[Event],
  ) => {
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

// A channel over an EIP-1193 object in the page. The object is foreign code: what its event functions throw is caught here.
import type { Channel, Transport } from '../connector.js'
import type { InjectedProvider } from './foreign.js'

type Subscription = (event: string, listener: (payload: unknown) => void) => unknown

/** Calls an event function of the wallet's object; `false` when it is missing or throws. */
function attempt(
  provider: object,
  method: 'on' | 'removeListener' | 'off',
  event: string,
  listener: (payload: unknown) => void,
): boolean {
  try {
    const call = (provider as Partial<Record<typeof method, Subscription>>)[method] // required by EIP-1193, absent in old wallets
    if (typeof call !== 'function') return false
    call.call(provider, event, listener)
    return true
  } catch {
    return false // a wallet whose events do not work can still answer requests
  }
}

/** A channel to an EIP-1193 object. `close` and `release` both remove its listeners; the object itself cannot be closed. */
export function createInjectedChannel(provider: InjectedProvider, transport: Transport = 'injected'): Channel {
  const stops = new Set<() => void>()
  const release = () => {
    for (const stop of [...stops]) stop()
  }
  return {
    transport,
    // The promise's executor turns synchronous throws into rejections and bare values into answers.
    request: ({ method, params }) =>
      new Promise((resolve) => resolve(provider.request(params === undefined ? { method } : { method, params }))),
    on(event, listener) {
      let isOn = true
      const forward = (payload: unknown) => {
        if (isOn) listener(payload)
      }
      const stop = () => {
        isOn = false // wallets without a working `removeListener` keep calling
        stops.delete(stop)
        if (!attempt(provider, 'removeListener', event, forward)) attempt(provider, 'off', event, forward)
      }
      if (attempt(provider, 'on', event, forward)) stops.add(stop)
      return stop
    },
    close() {
      release()
      return Promise.resolve()
    },
    release,
  }
}

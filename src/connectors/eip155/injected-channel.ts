// A channel over an EIP-1193 object that lives in the page. The object is foreign code: whatever it does wrong stays in here.
import type { Channel, Transport } from '../connector.js'
import type { InjectedProvider } from './foreign.js'

type Subscription = (event: string, listener: (payload: unknown) => void) => unknown

/** Calls an optional method of a foreign object; `false` when it is missing or fails. */
function attempt(
  provider: object,
  method: 'on' | 'removeListener' | 'off',
  event: string,
  listener: (payload: unknown) => void,
): boolean {
  try {
    const call = (provider as Partial<Record<typeof method, Subscription>>)[method] // EIP-1193 says these exist; old wallets disagree
    if (typeof call !== 'function') return false
    call.call(provider, event, listener)
    return true
  } catch {
    return false // a wallet whose events do not work can still answer requests
  }
}

/** Speaks EIP-1193 with `provider`. `release` lets go of its events; the object itself cannot be closed. */
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
      const heard = (payload: unknown) => {
        if (isOn) listener(payload)
      }
      const stop = () => {
        isOn = false // wallets without a working `removeListener` keep calling
        stops.delete(stop)
        if (!attempt(provider, 'removeListener', event, heard)) attempt(provider, 'off', event, heard)
      }
      if (attempt(provider, 'on', event, heard)) stops.add(stop)
      return stop
    },
    close() {
      release()
      return Promise.resolve()
    },
    release,
  }
}

// The EIP-1193 provider that a page holds from the first moment. It costs the entry chunk almost nothing: the real
// provider (`state/provider.ts`) is loaded with the first request or connection, and listeners are handed over to it.
import type { RequestArguments } from './connectors/connector.js'

export type ProviderEvent = 'connect' | 'disconnect' | 'chainChanged' | 'accountsChanged' | 'message'

/** EIP-1193. Errors carry a numeric `code` (4001 rejected, 4100 unauthorised, 4200 unsupported, 4900 disconnected, 4902 unknown chain). */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on(event: ProviderEvent, listener: (payload: never) => void): this
  removeListener(event: ProviderEvent, listener: (payload: never) => void): this
}

export interface PageProviderPorts {
  readonly load: () => Promise<Pick<Eip1193Provider, 'request'> & { on(event: string, listener: (payload: never) => void): unknown; removeListener(event: string, listener: (payload: never) => void): unknown }>
  /** Calls back once, as soon as there is, or is about to be, a connection. */
  readonly whenConnecting: (then: () => void) => void
  /** `eth_requestAccounts` without a connection: lets the visitor choose a wallet. */
  readonly connect: () => Promise<unknown>
  readonly isConnected: () => boolean
}

export function createPageProvider(ports: PageProviderPorts): Eip1193Provider {
  const listeners = new Map<(payload: never) => void, Set<ProviderEvent>>()
  let real: ReturnType<PageProviderPorts['load']> | undefined

  const load = () =>
    (real ??= ports.load().then((provider) => {
      for (const [listener, events] of listeners) for (const event of events) provider.on(event, listener)
      listeners.clear()
      return provider
    }))
  ports.whenConnecting(() => void load())

  return {
    async request(args) {
      const asksToConnect = args.method === 'eth_requestAccounts' || args.method === 'wallet_requestPermissions'
      if (asksToConnect && !ports.isConnected()) await ports.connect()
      return (await load()).request(args)
    },
    on(event, listener) {
      if (real) void real.then((provider) => provider.on(event, listener))
      else listeners.set(listener, (listeners.get(listener) ?? new Set()).add(event))
      return this
    },
    removeListener(event, listener) {
      if (real) void real.then((provider) => provider.removeListener(event, listener))
      else listeners.get(listener)?.delete(event)
      return this
    },
  }
}

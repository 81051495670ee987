// The EIP-1193 provider that a page holds from the first moment. It costs the first chunk almost nothing: the real
// provider (`state/provider.ts`) is loaded with the first request or connection, and listeners are handed over to it.
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
  /** `eth_requestAccounts` without a connection: lets the visitor choose a wallet. */
  readonly connect: () => Promise<unknown>
}

export function createPageProvider({ load, session, connect }: PageProviderPorts): Eip1193Provider {
  let real: ReturnType<PageProviderPorts['load']> | undefined
  const there = () =>
    (real ??= load().catch((error: unknown) => {
      real = undefined // a chunk that did not arrive is asked for again
      throw error
    }))
  /** Listeners are in place as soon as there is, or is about to be, a connection. */
  const subscribe = (verb: 'on' | 'removeListener', event: ProviderEvent, listener: Listener) => {
    const go = () => void there().then((provider) => provider[verb](event, listener))
    if (real || session.$status.get() !== 'disconnected') return go()
    const stop = session.$status.listen(() => {
      stop()
      go()
    })
  }
  return {
    async request(args) {
      try {
        const method = (args as RequestArguments | undefined)?.method // a page without types passes anything; the real provider refuses it
        const asksToConnect = method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
        if (asksToConnect && session.$account.get()?.namespace !== 'eip155') await connect()
        return await (await there()).request(args)
      } catch (cause) {
        throw numbered(cause)
      }
    },
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

/** What fails before the real provider answers fails by our codes, or by none: EIP-1193 wants numbers. A closed modal is a refusal. */
function numbered(cause: unknown): unknown {
  const { code, message } = cause as { code?: unknown; message?: string } // only errors are thrown at us, ours or the provider's
  if (typeof code === 'number') return cause
  return Object.assign(new Error(message, { cause }), {
    name: 'ProviderRpcError',
    code: code === 'MODAL_CLOSED' ? 4001 : code === 'DESTROYED' ? 4900 : -32603,
  })
}

// The real port to wallets: finding them is small and here; speaking with them (`reach.ts`) is imported when one is chosen.
import { CodedError } from '../coded-error.js'
import type { ConnectorPort } from './connector.js'
import { discoverInjected, type FoundWallet } from './eip155/discover.js'
import type { Reach } from './open-wallet.js'

/** `signal` ends the relay connection of this port; without it the connection lives as long as the page. */
export function createConnectorPort(window: Window | undefined, signal?: AbortSignal): ConnectorPort {
  let known: readonly FoundWallet[] = []
  let reach: Promise<Reach> | undefined

  const discover = (listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => {
    if (!window) return
    discoverInjected(window, (found) => listener((known = found)), until)
  }
  const load = () =>
    (reach ??= import('./open-wallet.js').then(
      ({ createReach }) =>
        createReach({ find: (id) => known.find(({ wallet }) => wallet.id === id), discover: window && discover }, signal),
      (cause: unknown) => {
        reach = undefined // the next try loads it again
        throw new CodedError('NETWORK_ERROR', 'The server could not be reached', { cause })
      },
    ))

  return {
    discover: (listener, until) => discover((found) => listener(found.map(({ wallet }) => wallet)), until),
    open: async (wallet) => (await load()).open(wallet),
    pair: async (options) => (await load()).pair(options),
    restore: async (options) => (await load()).restore(options),
  }
}

// The real port to wallets: finding them is small and here; speaking with them is imported when one is chosen.
import { WalletError } from '../errors.js'
import type { ConnectorPort } from './connector.js'
import { discoverInjected, type FoundWallet } from './injected.js'
import type { Relay } from './relay-pairing.js'

/** After a reload, an extension may announce itself later than the page asks for it. */
const ARRIVAL_LIMIT_MS = 3_000

/** `signal` ends the relay connection of this port; without it the connection lives as long as the page. */
export function createConnectorPort(window: Window | undefined, signal?: AbortSignal): ConnectorPort {
  let known: readonly FoundWallet[] = []
  let relay: Promise<Relay> | undefined

  const find = (id: string) => known.find(({ wallet }) => wallet.id === id)
  const arrival = (id: string) =>
    new Promise<FoundWallet>((resolve, reject) => {
      const life = new AbortController()
      const end = (found?: FoundWallet) => {
        clearTimeout(timer)
        life.abort()
        if (found) resolve(found)
        else reject(new WalletError('WALLET_NOT_FOUND', { details: { wallet: id } }))
      }
      const timer = setTimeout(end, ARRIVAL_LIMIT_MS)
      const look = (found: readonly FoundWallet[]) => {
        known = found
        const match = find(id)
        if (match) end(match)
      }
      if (window) discoverInjected(window, look, life.signal)
      else end()
    })
  const loadRelay = () => {
    relay ??= import('./relay-pairing.js').then(
      ({ createRelay }) => createRelay(signal),
      (cause: unknown) => {
        relay = undefined // the next try loads it again
        throw new WalletError('NETWORK_ERROR', { cause })
      },
    )
    return relay
  }

  return {
    discover(listener, until) {
      const report = (found: readonly FoundWallet[]) => {
        known = found
        listener(found.map(({ wallet }) => wallet))
      }
      if (window) discoverInjected(window, report, until)
    },
    async open({ id, namespace }) {
      if (namespace !== 'eip155') throw new WalletError('WALLET_NOT_FOUND', { details: { wallet: id } })
      const { wallet, provider } = find(id) ?? (await arrival(id))
      const [{ createEip155 }, { createInjectedChannel }] = await Promise.all([
        import('./eip155.js'),
        import('./injected-channel.js'),
      ]).catch((cause: unknown) => {
        throw new WalletError('NETWORK_ERROR', { cause })
      })
      return createEip155(createInjectedChannel(provider), wallet, wallet.id)
    },
    pair: async (options) => (await loadRelay()).pair(options),
    restore: async (options) => (await loadRelay()).restore(options),
  }
}

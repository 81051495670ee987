// How wallets are spoken with, once one is chosen: an installed one over its provider, any other over the relay. Each is imported on its own.
import { WalletError } from '../errors.js'
import type { ConnectorPort } from './connector.js'
import type { FoundWallet } from './eip155/discover.js'
import type { Relay } from './relay/pairing.js'

/** After a reload, an extension may announce itself later than the page asks for it. */
const ARRIVAL_LIMIT_MS = 3_000

export type Reach = Pick<ConnectorPort, 'open' | 'pair' | 'restore'>

/** What the page is known to hold. */
export interface Found {
  find(id: string): FoundWallet | undefined
  /** Undefined where there is no page. */
  readonly discover: ((listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => void) | undefined
}

export function createReach({ find, discover }: Found, signal?: AbortSignal): Reach {
  let relay: Promise<Relay> | undefined

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
      const look = () => {
        const match = find(id)
        if (match) end(match)
      }
      if (discover) discover(look, life.signal)
      else end()
    })
  const loadRelay = () => {
    relay ??= import('./relay/pairing.js').then(
      ({ createRelay }) => createRelay(signal),
      (cause: unknown) => {
        relay = undefined // the next try loads it again
        throw new WalletError('NETWORK_ERROR', { cause })
      },
    )
    return relay
  }

  return {
    async open({ id, namespace }) {
      if (namespace !== 'eip155') throw new WalletError('WALLET_NOT_FOUND', { details: { wallet: id } })
      const { wallet, provider } = find(id) ?? (await arrival(id))
      const [{ createEip155 }, { createInjectedChannel }] = await Promise.all([
        import('./eip155/connector.js'),
        import('./eip155/injected-channel.js'),
      ]).catch((cause: unknown) => {
        throw new WalletError('NETWORK_ERROR', { cause })
      })
      return createEip155(createInjectedChannel(provider), wallet, wallet.id)
    },
    pair: async (options) => (await loadRelay()).pair(options),
    restore: async (options) => (await loadRelay()).restore(options),
  }
}

// How wallets are spoken with, once one is chosen: an installed one over what it has put into the page, any other over the relay.
import type { Namespace } from '../caip.js'
import { WalletError } from '../errors.js'
import type { ConnectorPort, ConnectorRows, FoundWallet } from './connector.js'
import type { Relay } from './relay/pairing.js'

/** After a reload, an extension may announce itself later than the page asks for it. */
const ARRIVAL_LIMIT_MS = 3_000

export type OpenWallet = Pick<ConnectorPort, 'open' | 'pair' | 'restore'>

/** What the page is known to hold. */
export interface Found {
  readonly rows: ConnectorRows
  find(id: string, namespace: Namespace): FoundWallet | undefined
  /** Undefined where there is no page. */
  readonly discover: ((listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => void) | undefined
}

export function createOpenWallet({ rows, find, discover }: Found, signal?: AbortSignal): OpenWallet {
  let relay: Promise<Relay> | undefined

  const arrival = (id: string, namespace: Namespace) =>
    new Promise<FoundWallet>((resolve, reject) => {
      const life = new AbortController()
      const end = (found?: FoundWallet) => {
        clearTimeout(timer)
        life.abort()
        if (found) resolve(found)
        else reject(notFound(id))
      }
      const timer = setTimeout(end, ARRIVAL_LIMIT_MS)
      const look = () => {
        const match = find(id, namespace)
        if (match) end(match)
      }
      if (discover) discover(look, life.signal)
      else end()
    })
  const loadRelay = () => {
    relay ??= import('./relay/pairing.js').then(
      ({ createRelay }) => createRelay(rows, signal),
      (cause: unknown) => {
        relay = undefined // the next try loads it again
        throw new WalletError('NETWORK_ERROR', { cause })
      },
    )
    return relay
  }

  return {
    async open({ id, namespace }) {
      const load = rows[namespace]?.load
      if (!load) throw notFound(id)
      const found = find(id, namespace) ?? (await arrival(id, namespace))
      const { createConnector } = await load().catch((cause: unknown) => {
        throw new WalletError('NETWORK_ERROR', { cause })
      })
      return createConnector(found)
    },
    pair: async (options) => (await loadRelay()).pair(options),
    restore: async (options) => (await loadRelay()).restore(options),
  }
}

const notFound = (id: string) => new WalletError('WALLET_NOT_FOUND', { details: { wallet: id } })

// How wallets are spoken with, once one is chosen: an installed one over what it has put into the page, any other over the relay.
import type { Namespace } from '../caip.js'
import type { CodedError } from '../coded-error.js'
import { WalletError } from '../errors.js'
import type { InstalledWallet } from '../wallet.js'
import type { ConnectorPort, ConnectorRows, FoundWallet } from './connector.js'
import { createCustomWallets } from './custom.js'
import type { Relay } from './relay/pairing.js'
import type { ConnectorFactory } from './create-connector.js'

/** After a reload, an extension may announce itself later than the page asks for it. */
const ARRIVAL_LIMIT_MS = 3_000

export interface WalletPortOptions {
  readonly rows: ConnectorRows
  /** Where wallets are looked for; default: every row. */
  readonly namespaces?: readonly Namespace[] | undefined
  /** The page's own, beside those that are found. */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /** Told of one of `connectors` that cannot be used: CONFIG_INVALID. */
  readonly onUnusable?: ((error: CodedError) => void) | undefined
  /** Ends the relay connection of this port; without it the connection lives as long as the page. */
  readonly signal?: AbortSignal | undefined
}

export interface OpenWallet extends Pick<ConnectorPort, 'open' | 'pair' | 'restore'> {
  /** The page's own wallets. */
  readonly custom: readonly InstalledWallet[]
}

/** What the page is known to hold. */
export interface Found {
  /** By namespace. */
  readonly known: ReadonlyMap<string, readonly FoundWallet[]>
  /** Undefined where there is no page. */
  readonly discover: ((listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => void) | undefined
}

export function createOpenWallet(
  { rows, connectors = [], signal, onUnusable }: WalletPortOptions,
  { known, discover }: Found,
): OpenWallet {
  const custom = createCustomWallets(connectors, signal, onUnusable)
  let relay: Promise<Relay> | undefined

  const find = (id: string, namespace: Namespace) => known.get(namespace)?.find(({ wallet }) => wallet.id === id)

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
    custom: custom.map(({ installed }) => installed),
    async open({ id, namespace }) {
      const own = custom.find(({ installed }) => installed.id === id && installed.namespace === namespace)
      if (own) return own.connector()
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

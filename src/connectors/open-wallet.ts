// Opens the wallet that the person has chosen: an installed one over its object in the page, any other over the relay. Loaded by
// wallet-port.ts.
import type { Namespace } from '../vocabulary/caip.js'
import { unreachable, type WalletError } from '../vocabulary/wallet-error.js'
import { walletError } from '../vocabulary/errors.js'
import type { InstalledWallet } from '../vocabulary/wallet.js'
import type { ConnectorPort, ConnectorRows, FoundWallet } from './connector.js'
import { createCustomWallets } from './custom.js'
import type { Relay } from './relay/pairing.js'
import type { ConnectorFactory } from './create-connector.js'

/** Milliseconds to wait for a stored wallet: after a reload, an extension may announce itself later than the page opens it. */
const ARRIVAL_LIMIT_MS = 3_000

/** What `createConnectorPort` works with. */
export interface WalletPortOptions {
  readonly rows: ConnectorRows
  /** The namespaces in which installed wallets are looked for. Default: every row. */
  readonly namespaces?: readonly Namespace[] | undefined
  /** The page's own connectors. */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /** Called for each of `connectors` that cannot be used, with `CONFIG_INVALID`. */
  readonly onUnusable?: ((error: WalletError) => void) | undefined
  /**
   * Closes the connection to the relay and is given to the page's connectors. Absent: the connection stays open as long as the
   * page.
   */
  readonly signal?: AbortSignal | undefined
}

/** The part of a `ConnectorPort` that is loaded when a wallet is chosen. */
export interface OpenWallet extends Pick<ConnectorPort, 'open' | 'pair' | 'restore' | 'embed'> {
  /** The wallets of the page's own connectors. */
  readonly custom: readonly InstalledWallet[]
}

/** The installed wallets that wallet-port.ts has found so far, and its search. */
export interface Found {
  /** By namespace. */
  readonly known: ReadonlyMap<string, readonly FoundWallet[]>
  /** `undefined` on a server, where there is no page. */
  readonly discover: ((listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => unknown) | undefined
}

/** Makes the connectors of the page at once; other modules are imported with the first wallet that needs them. */
export function createOpenWallet(
  { rows, connectors = [], signal, onUnusable }: WalletPortOptions,
  { known, discover }: Found,
): OpenWallet {
  const custom = createCustomWallets(connectors, signal, onUnusable)
  let relay: Promise<Relay> | undefined

  const find = (id: string, namespace: Namespace) => known.get(namespace)?.find(({ wallet }) => wallet.id === id)

  const waitForWallet = (id: string, namespace: Namespace) =>
    new Promise<FoundWallet>((resolve, reject) => {
      const life = new AbortController()
      const end = (found?: FoundWallet) => {
        clearTimeout(timer)
        life.abort()
        if (found) resolve(found)
        else reject(notFound(id))
      }
      const timer = setTimeout(end, ARRIVAL_LIMIT_MS)
      const check = () => {
        const match = find(id, namespace)
        if (match) end(match)
      }
      if (discover) void discover(check, life.signal)
      else end()
    })
  const loadRelay = () => {
    relay ??= import('./relay/pairing.js').then(
      ({ createRelay }) => createRelay(rows, signal),
      (cause: unknown) => {
        relay = undefined // the next try loads it again
        return unreachable(cause)
      },
    )
    return relay
  }

  return {
    custom: custom.map(({ installed }) => installed),
    async open({ id, namespace }, world) {
      const own = custom.find(({ installed }) => installed.id === id && installed.namespace === namespace)
      if (own) return own.connector()
      const load = rows[namespace]?.load
      if (!load) throw notFound(id)
      const found = find(id, namespace) ?? (await waitForWallet(id, namespace))
      const { createConnector } = await load().catch(unreachable)
      return createConnector(found, world)
    },
    pair: async (options) => (await loadRelay()).pair(options),
    restore: async (options) => (await loadRelay()).restore(options),
    async embed(options) {
      const { createEmbeddedWallet } = await import('./embedded/index.js').catch(unreachable)
      return createEmbeddedWallet(rows, options)
    },
  }
}

const notFound = (id: string) => walletError('WALLET_NOT_FOUND', { details: { wallet: id } })

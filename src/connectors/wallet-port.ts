// The real port to wallets: finding them is small and here; speaking with them (`open-wallet.ts`) is imported when one is chosen.
import type { Namespace } from '../caip.js'
import { CodedError } from '../coded-error.js'
import type { InstalledWallet } from '../wallet.js'
import type { ConnectorPort, ConnectorRows, FoundWallet } from './connector.js'
import type { ConnectorFactory } from './create-connector.js'
import type { CustomWallet } from './custom.js'
import type { OpenWallet } from './open-wallet.js'

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

/** `window`: absent where there is no page, and so no wallet in it. */
export function createConnectorPort(window: Window | undefined, options: WalletPortOptions): ConnectorPort {
  const { rows, namespaces, connectors = [], signal } = options
  const known = new Map<string, readonly FoundWallet[]>()
  let loading: Promise<OpenWallet> | undefined
  let loadingCustom: Promise<readonly CustomWallet[]> | undefined

  const loadCustom = () =>
    (loadingCustom ??= import('./custom.js').then(
      ({ createCustomWallets }) => createCustomWallets(connectors, signal, options.onUnusable),
      (cause: unknown) => {
        loadingCustom = undefined // the next try loads it again
        throw new CodedError('NETWORK_ERROR', 'The server could not be reached', { cause })
      },
    ))
  const listCustom = async (report: (found: readonly InstalledWallet[]) => void, until: AbortSignal) => {
    const wallets = await loadCustom()
    if (!until.aborted) report(wallets.map(({ installed }) => installed))
  }

  const discover = (listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => {
    if (!window) return
    for (const namespace of namespaces ?? (Object.keys(rows) as Namespace[]))
      // keys of a record by namespace
      rows[namespace]?.discover?.(
        window,
        (found) => {
          known.set(namespace, found)
          listener([...known.values()].flat())
        },
        until,
      )
  }
  const find = (id: string, namespace: Namespace) => known.get(namespace)?.find(({ wallet }) => wallet.id === id)
  const load = () =>
    (loading ??= import('./open-wallet.js').then(
      ({ createOpenWallet }) => createOpenWallet({ rows, find, discover: window && discover }, signal),
      (cause: unknown) => {
        loading = undefined // the next try loads it again
        throw new CodedError('NETWORK_ERROR', 'The server could not be reached', { cause })
      },
    ))

  return {
    discover(listener, until) {
      let [found, custom]: (readonly InstalledWallet[])[] = [[], []]
      const report = () => listener([...(found ?? []), ...(custom ?? [])])
      if (connectors.length > 0)
        listCustom((wallets) => {
          custom = wallets
          report()
        }, until).catch(() => undefined) // the rest of the list is there, and choosing tries again
      discover((wallets) => {
        found = wallets.map(({ wallet }) => wallet)
        report()
      }, until)
    },
    async open({ id, namespace }) {
      const custom = connectors.length > 0 ? await loadCustom() : []
      const own = custom.find(({ installed }) => installed.id === id && installed.namespace === namespace)
      return own ? own.connector() : (await load()).open({ id, namespace })
    },
    pair: async (options) => (await load()).pair(options),
    restore: async (options) => (await load()).restore(options),
  }
}

// The real port to wallets: finding them is small and here; speaking with them (`open-wallet.ts`) is imported when one is chosen.
import type { Namespace } from '../caip.js'
import { unreachable } from '../coded-error.js'
import type { InstalledWallet } from '../wallet.js'
import type { ConnectorPort, FoundWallet } from './connector.js'
import type { OpenWallet, WalletPortOptions } from './open-wallet.js'

/** `window`: absent where there is no page, and so no wallet in it. */
export function createConnectorPort(window: Window | undefined, options: WalletPortOptions): ConnectorPort {
  const { rows, namespaces = Object.keys(rows) as Namespace[], connectors = [] } = options // keys of a record by namespace
  const known = new Map<string, readonly FoundWallet[]>()
  let loading: Promise<OpenWallet> | undefined

  const discover = (listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => {
    if (!window) return
    const report = () => listener([...known.values()].flat())
    for (const namespace of namespaces)
      rows[namespace]?.discover?.(
        window,
        (found) => {
          known.set(namespace, found)
          report()
        },
        until,
      )
  }
  const load = () =>
    (loading ??= import('./open-wallet.js').then(
      ({ createOpenWallet }) => createOpenWallet(options, { known, discover: window && discover }),
      (cause: unknown) => {
        loading = undefined // the next try loads it again
        return unreachable(cause)
      },
    ))

  return {
    discover(listener, until) {
      let found: readonly InstalledWallet[] = []
      let custom: readonly InstalledWallet[] = []
      const report = () => until.aborted || listener([...found, ...custom])
      if (connectors.length > 0)
        load().then(
          (opened) => {
            custom = opened.custom
            report()
          },
          () => undefined, // the rest of the list is there, and choosing tries again
        )
      discover((wallets) => {
        found = wallets.map(({ wallet }) => wallet)
        report()
      }, until)
    },
    open: async (wallet) => (await load()).open(wallet),
    pair: async (pairing) => (await load()).pair(pairing),
    restore: async (session) => (await load()).restore(session),
  }
}

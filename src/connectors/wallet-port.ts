// The real `ConnectorPort`. Finding wallets is part of the first open, so this module is small; `open-wallet.ts`, which speaks
// with them, is imported when one is chosen.
import type { Namespace } from '../vocabulary/caip.js'
import { unreachable } from '../vocabulary/wallet-error.js'
import type { InstalledWallet } from '../vocabulary/wallet.js'
import type { ConnectorPort, FoundWallet } from './connector.js'
import type { OpenWallet, WalletPortOptions } from './open-wallet.js'

/** Makes the port of one modal. @param window `undefined` on a server: then there are no installed wallets */
export function createConnectorPort(window: Window | undefined, options: WalletPortOptions): ConnectorPort {
  const { rows, namespaces = Object.keys(rows) as Namespace[], connectors = [] } = options // keys of a record by namespace
  const known = new Map<string, readonly FoundWallet[]>()
  let loading: Promise<OpenWallet> | undefined

  const discover = (listener: (found: readonly FoundWallet[]) => void, until: AbortSignal) => {
    return Promise.all(
      namespaces.map(
        (namespace) =>
          window &&
          rows[namespace]?.discover?.(
            window,
            (found) => {
              known.set(namespace, found)
              listener([...known.values()].flat())
            },
            until,
          ),
      ),
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
          () => undefined, // the list has the wallets that were found; opening one imports the module again
        )
      return discover((wallets) => {
        found = wallets.map(({ wallet }) => wallet)
        report()
      }, until)
    },
    open: async (...args) => (await load()).open(...args),
    pair: async (...args) => (await load()).pair(...args),
    restore: async (...args) => (await load()).restore(...args),
    embed: async (...args) => (await load()).embed(...args),
  }
}

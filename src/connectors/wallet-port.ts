// The real port to wallets: finding them is small and here; speaking with them (`open-wallet.ts`) is imported when one is chosen.
import type { Namespace } from '../caip.js'
import { CodedError } from '../coded-error.js'
import type { ConnectorPort, ConnectorRow, FoundWallet } from './connector.js'
import type { OpenWallet } from './open-wallet.js'

export type ConnectorRows = Readonly<Partial<Record<Namespace, ConnectorRow>>>

export interface WalletPortOptions {
  readonly rows: ConnectorRows
  /** Where wallets are looked for; default: every row. */
  readonly namespaces?: readonly Namespace[] | undefined
  /** Ends the relay connection of this port; without it the connection lives as long as the page. */
  readonly signal?: AbortSignal | undefined
}

/** `window`: absent where there is no page, and so no wallet in it. */
export function createConnectorPort(window: Window | undefined, { rows, namespaces, signal }: WalletPortOptions): ConnectorPort {
  const known = new Map<string, readonly FoundWallet[]>()
  let loading: Promise<OpenWallet> | undefined

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
    discover: (listener, until) => discover((found) => listener(found.map(({ wallet }) => wallet)), until),
    open: async (wallet) => (await load()).open(wallet),
    pair: async (options) => (await load()).pair(options),
    restore: async (options) => (await load()).restore(options),
  }
}

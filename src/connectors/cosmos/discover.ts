// Finds the Cosmos wallets in this page: objects in the shape of Keplr's. There is no announcement, and some arrive only after
// the page has loaded.
import { displayName } from '../../vocabulary/display-name.js'
import type { Discover, FoundWallet } from '../connector.js'
import { has, textAt, valueAt, walletObject } from '../foreign-calls.js'
import { lookAgain } from '../look-again.js'
import { places } from './places.js'

/** What `discover` hands to `createConnector`. */
export interface KeplrShape {
  /** The object that stands in the page when this is read. */
  readonly keplr: unknown
  /** The window event by which the wallet says that another key was selected. */
  readonly changeEvent: string
}

/**
 * Reports the Cosmos wallets of the page at once, and again when one arrives within the first three seconds or with the page's
 * `load`, until `signal` ends.
 */
export const discover: Discover = (window, listener, signal) => {
  let last = ''
  const look = () => {
    if (signal.aborted) return
    const found: (FoundWallet & { provider: KeplrShape })[] = []
    for (const [path, name, changeEvent] of places) {
      // Who else puts an object at `window.keplr` can say so by a `name`, which Keplr's own has not.
      const nameOf = (object: unknown) => (name === 'Keplr' && displayName(textAt(object, 'name'))) || name
      const shown = nameOf(valueAt(window, path))
      const keplr = walletObject(
        () => valueAt(window, path),
        (object) => has(object, 'enable') && has(object, 'getKey') && nameOf(object) === shown,
      )
      if (!keplr || found.some(({ provider }) => provider.keplr === keplr())) continue
      const id = `injected:${path.join('.')}`
      found.push({
        provider: {
          get keplr() {
            return keplr()
          },
          changeEvent,
        },
        wallet: { id, uid: `cosmos ${id}`, namespace: 'cosmos', name: shown, source: 'injected' },
      })
    }
    const rows = found.map(({ wallet }) => `${wallet.uid} ${wallet.name}`).join('\n')
    if (rows !== last) listener(found)
    last = rows
  }
  lookAgain(window, look, signal)
}

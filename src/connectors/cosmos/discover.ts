// Finds the Cosmos wallets in this page: objects in the shape of Keplr's. There is no announcement, and some arrive only after
// the page has loaded.
import { displayName } from '../../vocabulary/display-name.js'
import type { Discover, FoundWallet } from '../connector.js'
import { has, textAt } from '../foreign-calls.js'
import { lookAgain } from '../look-again.js'
import { peek } from '../peek.js'
import { places } from './places.js'

/** What `discover` hands to `createConnector`. */
export interface KeplrShape {
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
      const keplr = path.reduce<unknown>((at, key) => peek(at, key), window)
      if (!has(keplr, 'enable') || !has(keplr, 'getKey') || found.some(({ provider }) => provider.keplr === keplr)) continue
      const id = `injected:${path.join('.')}`
      // Who else puts an object at `window.keplr` can say so by a `name`, which Keplr's own has not.
      const claimed = name === 'Keplr' ? displayName(textAt(keplr, 'name')) : undefined
      found.push({
        provider: { keplr, changeEvent },
        wallet: { id, uid: `cosmos ${id}`, namespace: 'cosmos', name: claimed ?? name, source: 'injected' },
      })
    }
    const ids = found.map(({ wallet }) => wallet.uid).join('\n')
    if (ids !== last) listener(found)
    last = ids
  }
  lookAgain(window, look, signal)
}

// Asks for all code that a pairing with a phone wallet needs in the same moment. `open-wallet.ts` and the modules behind it import the same files one
// after the other, and find them here or on their way. Part of `root/after-open.ts`.
import type { Namespace } from '../vocabulary/caip.js'
import type { ConnectorRows } from './connector.js'
import { loadLibrary } from './relay/load-library.js'

/**
 * Starts to load the code of the relay: its client, the modules around it, and the methods of `namespaces`. Fetches files of the page only: asks no
 * relay and makes no client. Ignores failures: what needs a module imports it again.
 */
export function preloadRelay(rows: ConnectorRows, namespaces: readonly Namespace[]): void {
  const parts = [
    import('./open-wallet.js'),
    import('./relay/pairing.js'),
    loadLibrary(),
    ...namespaces.map((namespace) => rows[namespace]?.loadMethods?.()),
  ]
  for (const part of parts) part?.catch(() => undefined)
}

// Loads all code that a pairing with a phone wallet needs at once. `open-wallet.ts` and its modules import the same files one after the other; by then they
// are loaded, or being loaded. Part of the chunk of `root/after-open.ts`.
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

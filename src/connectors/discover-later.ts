// Finding the wallets of ecosystems whose code is not part of the first open.
import type { Discover } from './connector.js'

/** Loads the module that finds wallets, when they are looked for. A failed load is tried again with the next search. */
export function discoverLater(load: () => Promise<{ readonly discover: Discover }>): Discover {
  return async (window, listener, signal) => {
    const loaded = await load().catch(() => undefined) // offline: wallets of the other ecosystems, lists and codes still work
    if (!signal.aborted) await loaded?.discover(window, listener, signal)
  }
}

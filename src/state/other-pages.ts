// The other pages of this site in the same browser share this one's storage, and with it its connections and their relay client's keys.
import type { Core } from './core.js'
import { storageKey } from './lib/storage.js'

/**
 * Calls back when another page has changed the ledger of connections, and when this page comes back from where it heard of nothing (a hidden
 * tab of a phone, the back-forward cache). The relay tells a page nothing of what another one ended: both are one client to it.
 */
export function whenAnotherPageActs(core: Core, act: () => void): void {
  const { signal } = core
  const { window: page } = core.deps
  const key = storageKey(core, 'connections')
  const hear = (event: StorageEvent) => {
    if (event.key === key || event.key === null) act() // null: everything was cleared
  }
  page?.addEventListener('storage', hear, { signal })
  page?.addEventListener('pageshow', act, { signal })
  page?.document.addEventListener('visibilitychange', act, { signal })
}

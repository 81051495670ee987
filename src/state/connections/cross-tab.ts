// Other tabs of this site in the same browser share its storage, and with it the stored connections and the relay client's keys.
import type { Core } from '../core.js'
import { storageKey } from '../lib/storage.js'

/**
 * Calls `act` when another tab has changed the stored connections, and when this tab becomes visible or hidden or is shown again, because it may have
 * missed storage events (a hidden tab of a phone, the back-forward cache). The relay does not tell a tab which sessions another tab has ended: both
 * are one client to it. Stops when the instance ends.
 */
export function onOtherTab(core: Core, act: () => void): void {
  const { signal } = core
  const { window: page } = core.deps
  const key = storageKey(core, 'connections')
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) act() // null: everything was cleared
  }
  page?.addEventListener('storage', onStorage, { signal })
  page?.addEventListener('pageshow', act, { signal })
  page?.document.addEventListener('visibilitychange', act, { signal })
}

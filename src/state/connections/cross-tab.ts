// Other tabs of this site in the same browser share its storage, and with it the stored connections and the relay client's keys.
import { createEmitter } from '../../vocabulary/emitter.js'
import type { Core } from '../core.js'
import { storageKey } from '../lib/storage.js'

/**
 * Calls `act` when another tab has changed the stored connections, and when this tab becomes visible or hidden or is shown again, because it may have
 * missed storage events (a hidden tab of a phone, the back-forward cache). The relay does not tell a tab which sessions another tab has ended: both
 * are one client to it. Stops when the instance ends.
 */
export const onOtherTab = (core: Core, act: () => void): void => void core.use(createTabEvents).on('change', act)

/** A part: listens once for all callers, because Node warns of more than ten listeners on one signal. */
function createTabEvents(core: Core) {
  const { signal } = core
  const { window: page, log } = core.deps
  const changes = createEmitter<{ change: undefined }>(log.error)
  const key = storageKey(core, 'connections')
  const act = () => changes.emit('change', undefined)
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) act() // null: everything was cleared
  }
  page?.addEventListener('storage', onStorage, { signal })
  page?.addEventListener('pageshow', act, { signal })
  page?.document.addEventListener('visibilitychange', act, { signal })
  return changes
}

// With the setting `reconnect: false` a page starts without a wallet: the connections of an earlier page load are removed, and their wallets are told.
import type { Core } from '../core.js'
import { createStoredConnections, type StoredConnection } from './stored-connections.js'
import { storageKey } from '../lib/storage.js'
import { openStored } from './stored-session.js'

/**
 * A part, for `reconnect: false`. Removes what an earlier page load has stored and disconnects its relay sessions, except while another tab of the site
 * holds the lock (Web Locks), because the stored connections may be that tab's. Then holds this lock, together with other tabs, for the life of the
 * modal. Resolves when what was found is removed, and never rejects: a session that does not end is only logged.
 */
export function createFreshStart(core: Core): Promise<void> {
  const stored = core.use(createStoredConnections)
  const [found, endings] = [stored.read(), stored.endings()] // now: what this page connects stays
  const locks = locksOf(core.deps)
  const name = storageKey(core, 'connections')
  const forget = async () => {
    const topics = new Set([...found, ...endings].flatMap(({ topic }) => topic ?? []))
    const isFound = ({ namespace, connectorId, at }: StoredConnection) =>
      found.some((entry) => entry.namespace === namespace && entry.connectorId === connectorId && entry.at === at)
    if (found.length > 0) stored.remove(isFound, () => true) // the sessions are disconnected below
    for (const topic of topics) stored.removeTopic(topic)
    for (const topic of topics) await endSession(core, topic)
  }
  const hold = () => {
    const life = new Promise<void>((resolve) => core.signal.addEventListener('abort', () => resolve(), { once: true }))
    locks?.request(name, { mode: 'shared', signal: core.signal }, () => life).catch(() => undefined) // the modal ended before it had the lock
  }
  if (!locks) return forget()
  const forgetAlone = async (lock: Lock | null) => {
    hold() // it has its turn when this lock is released, before those who ask later
    if (lock) await forget()
  }
  return locks.request(name, { ifAvailable: true }, forgetAlone).catch(() => undefined) // it rejects where site data are blocked, and then nothing is stored
}

/** Web Locks; undefined before Safari 15.4. */
function locksOf({ window }: Core['deps']): LockManager | undefined {
  return (window?.navigator as Partial<Navigator> | undefined)?.locks
}

async function endSession(core: Core, topic: string): Promise<void> {
  try {
    const session = await openStored(core, { topic }, core.signal)
    await session?.disconnect()
  } catch (error) {
    core.deps.log.warn('a session of an earlier visit did not end', error)
  }
}

// With the setting `reconnect: false` a page starts without a wallet: the connections of an earlier page load are removed, and their wallets are told.
import type { Core } from '../core.js'
import { createStoredConnections } from './stored-connections.js'
import { storageKey } from '../lib/storage.js'
import { relayOptions } from './relay-options.js'

/**
 * Removes the stored connections and disconnects their relay sessions. Does nothing while another tab of the site holds the lock of `createPresence`,
 * because the stored connections may be that tab's. A session that does not end is only logged.
 */
export async function forgetStored(core: Core): Promise<void> {
  const locks = locksOf(core.deps)
  const name = storageKey(core, 'connections')
  const forget = async () => {
    const stored = core.use(createStoredConnections)
    const topics = new Set([...stored.read(), ...stored.endings()].flatMap(({ topic }) => topic ?? []))
    stored.remove(
      () => true,
      () => true,
    ) // the sessions are disconnected below
    for (const topic of topics) stored.removeTopic(topic)
    for (const topic of topics) await endSession(core, topic)
  }
  if (!locks) return forget()
  const forgetAlone = async (lock: Lock | null) => {
    if (lock) await forget()
  }
  await locks.request(name, { ifAvailable: true }, forgetAlone).catch(() => undefined) // it rejects where site data are blocked, and then nothing is stored
  if (!core.signal.aborted) core.use(createPresence)
}

/**
 * A part: holds a shared lock (Web Locks) for the life of this modal, by which other tabs know that this tab may have connections. The browser
 * releases the lock of a tab that is closed.
 */
export function createPresence(core: Core): void {
  const { signal } = core
  const life = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const held = locksOf(core.deps)?.request(storageKey(core, 'connections'), { mode: 'shared', signal }, () => life)
  held?.catch(() => undefined) // the modal ended before it had the lock
}

/** Web Locks; undefined before Safari 15.4. */
function locksOf({ window }: Core['deps']): LockManager | undefined {
  return (window?.navigator as Partial<Navigator> | undefined)?.locks
}

async function endSession(core: Core, topic: string): Promise<void> {
  try {
    const port = await core.deps.connectors()
    const session = await port.restore({ ...relayOptions(core, core.signal), topic })
    await session?.disconnect()
  } catch (error) {
    core.deps.log.warn('a session of an earlier visit did not end', error)
  }
}

// With `reconnect: false` a page begins without a wallet: nothing that an earlier page load left lives on, here or in the wallet.
import type { Core } from './core.js'
import { createLedger } from './ledger.js'
import { storageKey } from './lib/storage.js'
import { relayOptions } from './relay-options.js'

/**
 * Removes what is stored of earlier connections, and ends their relay sessions, which tells the wallets. Not while another tab of the site is
 * open, whose connections these may be: each tab that works so holds a lock for its life. Never rejects.
 */
export async function forgetStored(core: Core): Promise<void> {
  const locks = locksOf(core.deps)
  const name = storageKey(core, 'connections')
  const forget = async () => {
    const ledger = core.use(createLedger)
    const topics = new Set([...ledger.read(), ...ledger.endings()].flatMap(({ topic }) => topic ?? []))
    ledger.remove(
      () => true,
      () => true,
    ) // each goodbye is said below
    for (const topic of topics) ledger.removeTopic(topic)
    for (const topic of topics) await endSession(core, topic)
  }
  if (!locks) return forget()
  const forgetAlone = async (lock: Lock | null) => {
    if (lock) await forget()
  }
  await locks.request(name, { ifAvailable: true }, forgetAlone).catch(() => undefined) // refused where site data are blocked: nothing is stored
  if (!core.signal.aborted) core.use(createPresence)
}

/** Tells other tabs that this one may hold connections: a lock for the life of this modal, which the browser takes from a tab that is closed. */
export function createPresence(core: Core): void {
  const { signal } = core
  const life = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const held = locksOf(core.deps)?.request(storageKey(core, 'connections'), { mode: 'shared', signal }, () => life)
  held?.catch(() => undefined) // the modal ended before it had the lock
}

/** Absent before Safari 15.4. */
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

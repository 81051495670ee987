// Takes ways into the wallet away, and rewrites it with a new data key for those that are left.
import { ApiError } from '../api.js'
import type { PageContext } from './context.js'

/** @throws what unlocking throws; ApiError `held` on a device that is too new for it; KeyError TOO_FEW_SLOTS */
export async function rotateWithout({ api, keys, wallet, signal }: PageContext, remove: readonly string[]): Promise<void> {
  const keyring = await keys()
  const { vault, slots } = await api.call('/api/wallet/slots', {}, { signal })
  const keep = slots.filter(({ slotId }) => !remove.includes(slotId))
  try {
    const rotated = await keyring.rotate({ keep, vault })
    await api.call('/api/wallet/rotate', { ...rotated, remove: [...remove] }, { signal })
  } catch (error) {
    // The keys may be ahead of what is stored: what is opened the next time is what the services have.
    await wallet.lock()
    throw error
  }
}

/** Whether the services have refused for this reason. */
export const isRefused = (error: unknown, field: string): boolean => error instanceof ApiError && error.field === field

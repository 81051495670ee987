// The slot of a passkey, made by a device that has opened the wallet.
import type { WireUser, WireWallet } from '../../src/embedded/wire.js'
import { coded } from '../frame-errors.js'
import type { Keyring } from '../keys/keyring.js'
import type { Addresses } from '../keys/types.js'
import type { FrameSession } from '../session.js'
import type { Evaluated } from './webauthn.js'

interface Changing {
  readonly api: Pick<FrameSession, 'call'>
  /** Open for this user. Locked when the slot is not stored: its keys would be ahead of the services. */
  readonly keyring: Keyring
  readonly signal: AbortSignal
}

/**
 * Makes a slot for a passkey. It is stored only after the wallet has been opened by it once, so there is none that does not work. The half is wiped.
 * @throws ApiError, KeyError
 */
export async function addPasskeySlot(
  { api, keyring, signal }: Changing,
  { user, passkey, rpId, label }: { user: WireUser; passkey: Evaluated; rpId: string; label: string },
): Promise<WireWallet> {
  const { half, credentialId, transports } = passkey
  try {
    const { wallet, userId } = user
    if (!wallet) throw coded('NOT_CONNECTED')
    const reserving = api.call('/api/slots/reserve', { kinds: ['passkey'] }, { signal })
    const [{ slots }, newest] = await Promise.all([reserving, api.call('/api/wallet/slots', {}, { signal })])
    const [reserved] = slots
    if (!reserved) throw coded('SERVICES_UNAVAILABLE')
    try {
      const { slot, vault } = await keyring.addSlot({ ...reserved, clientHalf: half, vault: newest.vault })
      const { walletId, addresses } = wallet
      const { serverHalf } = reserved
      const expected = addresses as Addresses
      await keyring.unlock({ userId, walletId, vault, slot, serverHalf, clientHalf: half, expected })
      const named = { ...slot, label, passkey: { credentialId, rpId, transports: [...transports] } }
      return await api.call('/api/slots/add', { slot: named, vault }, { signal })
    } catch (error) {
      await keyring.lock().catch(() => undefined)
      throw error
    }
  } finally {
    half.fill(0)
  }
}

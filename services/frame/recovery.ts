// Opens a wallet on a device that has no slot of it: by the recovery service (assisted), or by the recovery code.
import type { WireWallet } from '../src/embedded/wire.js'
import { ApiError } from './api.js'
import { loaded } from './frame-errors.js'
import { FrameError } from '../../src/frame/frame-error.js'
import type { Slot } from './keys/types.js'
import type { Screens } from './screens.js'
import type { FrameSession } from './session.js'

/** What a slot needs to open. */
export interface Opened {
  readonly slot: Slot
  readonly vault: { readonly iv: string; readonly data: string }
  /** base64url. */
  readonly serverHalf: string
  readonly clientHalf: Uint8Array<ArrayBuffer>
}

export interface GetBackOptions {
  readonly session: FrameSession
  readonly screens: Screens
  readonly userId: string
  readonly wallet: WireWallet
  /** @throws KeyError when the halves do not open it */
  open(opened: Opened): Promise<void>
  readonly signal: AbortSignal
}

/**
 * @throws FrameError RECOVERY_HELD: the wallet can be opened here later; WALLET_LOCKED: not by this session; USER_REJECTED: no code was typed
 */
export async function getBack(options: GetBackOptions): Promise<void> {
  const { session, wallet, signal } = options
  const isAssisted = wallet.mode === 'assisted' && wallet.slots.some(({ kind }) => kind === 'assisted')
  if (!isAssisted) return byCode(options)
  const { recoveryId, state, heldUntil } = await session.call('/api/recovery/start', {}, { signal }).catch(held)
  if (state === 'held') throw new FrameError('RECOVERY_HELD', 'This wallet opens on a new device after a while', { heldUntil })
  await byService(options, recoveryId)
}

async function byService({ session, userId, wallet, open, signal }: GetBackOptions, recoveryId: string): Promise<void> {
  const { newBoxKeys, openWith, recoveryAad } = await loaded(import('./keys/page-keys.js'))
  const keys = await newBoxKeys()
  const released = await session.call('/api/recovery/release', { recoveryId, publicKey: keys.publicKey }, { signal }).catch(held)
  // Only a slot that the wallet lists: the box of another would not open, but its half would be asked for.
  if (!wallet.slots.some(({ slotId, kind }) => slotId === released.slotId && kind === 'assisted')) throw locked()
  const clientHalf = await openWith(keys, released.box, recoveryAad(userId, wallet.walletId, released.slotId))
  const { slot, vault, serverHalf } = await session.call('/api/slots/release', { slotId: released.slotId }, { signal })
  await open({ slot, vault, serverHalf, clientHalf })
}

async function byCode({ session, screens, wallet, open, signal }: GetBackOptions): Promise<void> {
  const { clientHalfOfCode } = await loaded(import('./keys/page-keys.js'))
  const listed = wallet.slots.find(({ kind }) => kind === 'code')
  if (!listed) throw locked()
  // Released once for all tries: the server half alone opens nothing, and the code has its own check characters.
  const { slot, vault, serverHalf } = await session.call('/api/slots/release', { slotId: listed.slotId }, { signal })
  const check = async (code: string): Promise<boolean> => {
    try {
      await open({ slot, vault, serverHalf, clientHalf: await clientHalfOfCode(code) })
      return true
    } catch (error) {
      if (isWrongCode(error)) return false
      throw error
    }
  }
  if (!(await screens.askCode(check, signal))) throw new FrameError('USER_REJECTED', 'User rejected the request')
}

function isWrongCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'KeyError' &&
    'code' in error &&
    ['WRONG_KEY', 'CODE_INVALID', 'BAD_INPUT'].includes(String(error.code))
  )
}

/** @throws FrameError for the refusals that have a meaning here; the error itself otherwise */
function held(error: unknown): never {
  if (error instanceof ApiError && error.field === 'held')
    throw new FrameError('RECOVERY_HELD', 'This wallet opens on a new device after a while', {
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    })
  if (error instanceof ApiError && error.field === 'recovery') throw locked()
  throw error
}

function locked(): FrameError {
  return new FrameError('WALLET_LOCKED', 'Sign in again to open this wallet on this device')
}

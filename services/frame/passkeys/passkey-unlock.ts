// Opens a wallet by a passkey on a device that has no slot of it. Neither the recovery service nor a mail has a part in it.
import { FrameError } from '../../../src/frame/frame-error.js'
import type { GetBackOptions } from '../recovery.js'
import type { FrameStore } from '../store.js'
import { authenticatorsOf, canAsk, evaluatePasskey, type Authenticators } from './webauthn.js'

interface AskOptions {
  readonly store: FrameStore
  /** Default: those of the browser. */
  readonly authenticators?: Authenticators | undefined
  /** Whether something waits for the keys. Who has once wanted another way is asked again only then, and not at each visit. */
  readonly isNeeded: boolean
}

/**
 * Of a wallet with a passkey. False: the person wants another way.
 * @throws FrameError USER_REJECTED, ABORTED
 */
export async function openByPasskey(options: GetBackOptions, { store, isNeeded, authenticators }: AskOptions): Promise<boolean> {
  const { session, screens, userId, wallet, open, signal } = options
  const key = `passkey:${userId}` as const
  if (!isNeeded && (await store.get(key)) === 'other') return false
  const at = authenticators ?? authenticatorsOf(window)
  const rpId = new URL(at.origin).hostname
  const slots = wallet.slots.flatMap(({ kind, slotId, passkey }) =>
    kind === 'passkey' && passkey ? [{ slotId, ...passkey }] : [],
  )
  // A host that was given another name has none of the passkeys of the old one.
  const passkeys = slots.filter((slot) => slot.rpId === rpId)

  async function unlock(): Promise<void> {
    const { half, credentialId } = await evaluatePasskey(at, { walletId: wallet.walletId, passkeys }, signal)
    try {
      const slotId = passkeys.find((slot) => slot.credentialId === credentialId)?.slotId ?? ''
      // Only now: a server half that nobody needs is not asked for.
      const { slot, vault, serverHalf } = await session.call('/api/slots/release', { slotId }, { signal })
      await open({ slot, vault, serverHalf, clientHalf: half })
    } finally {
      half.fill(0)
    }
  }

  const has = (kind: string) => wallet.slots.some((slot) => slot.kind === kind)
  const answer = await screens.askPasskey(
    {
      can: passkeys.length === 0 ? 'UNSUPPORTED' : canAsk(at.window),
      other: has('assisted') ? 'mail' : has('code') ? 'code' : undefined,
      mode: wallet.mode,
      page: `${at.origin}/wallet`,
    },
    unlock,
    signal,
  )
  await store.set(key, answer)
  if (answer === 'cancelled') throw new FrameError('USER_REJECTED', 'User rejected the request')
  return answer === 'opened'
}

// The screen of a device that is new to a wallet with a passkey.
import type { WireWallet } from '../../src/embedded/wire.js'
import { ask, button, labelOf, type At } from '../screen-view.js'
import { failureText, passkeyTextsFor } from './passkey-texts.js'

/** What the screen offers. */
export interface PasskeyOffer {
  /** Whether passkeys can be asked for here. */
  readonly can: 'yes' | 'UNSUPPORTED' | 'NOT_HERE'
  /** What else opens the wallet. */
  readonly other: 'mail' | 'code' | undefined
  readonly mode: WireWallet['mode']
  /** Address of the wallet's own page, where passkeys can always be asked for. */
  readonly page: string
}
/** `other`: the person wants the other way. */
export type PasskeyAnswer = 'opened' | 'other' | 'cancelled'

/** Until `unlock` succeeds, or the person wants no passkey. */
export async function passkeyScreen(at: At, offer: PasskeyOffer, unlock: () => Promise<void>): Promise<PasskeyAnswer> {
  const own = await passkeyTextsFor(at.locale)
  return ask<PasskeyAnswer>(
    at,
    () => own.unlockHeading,
    (drawing, answer) => {
      const { add, root, texts } = drawing
      const { can, other, mode, page } = offer
      add(root, 'p', can === 'yes' ? own.unlockBody : can === 'NOT_HERE' ? own.notHere : own.unsupported)
      const failure = add(root, 'p', '', { class: 'failure', role: 'alert' })
      // A tab of its own, at the wallet's address: no page is around it.
      const link = add(root, 'a', own.openPage, { href: page, target: '_blank', rel: 'noopener' })
      link.hidden = can !== 'NOT_HERE'
      add(root, 'p', labelOf(texts, mode), { class: 'label' })
      const actions = add(root, 'div', undefined, { class: 'actions' })
      // A login does not go on without an answer: who has a mailbox for it gets no third way, which would only ask again.
      const cancel = other === 'mail' ? undefined : button(drawing, actions, own.notNow, () => answer('cancelled'))
      const way = other && button(drawing, actions, other === 'mail' ? own.useMail : own.useCode, () => answer('other'))
      if (can !== 'yes') return way ?? cancel
      let isAsking = false
      const open = async () => {
        if (isAsking) return
        isAsking = true
        failure.textContent = ''
        try {
          await unlock()
          answer('opened')
        } catch (error) {
          failure.textContent = failureText(own, error)
          // Some browsers give passkeys to no frame of another site, and say nothing of it.
          link.hidden = false
        } finally {
          isAsking = false
        }
      }
      button(drawing, actions, own.unlock, () => void open(), 'main')
      return way ?? cancel
    },
  )
}

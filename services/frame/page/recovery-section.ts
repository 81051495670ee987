// How the wallet is got back, word for word as docs/security.md has it; a recovery code; and sealing, which takes the operator's way out.
import { html, nothing } from 'lit/html.js'
import { createActs } from './acts.js'
import type { PageContext, Section } from './context.js'
import { isRefused, rotateWithout } from './rotate.js'
import { failureOfAct, pressed } from './templates.js'
import { PageError } from './failure.js'

export interface RecoverySection extends Section {
  /** Shows a new recovery code, and stores its slot once it is written down. */
  addCode(): Promise<void>
  /** No way back but the owner's own ones. */
  seal(): Promise<void>
}

export function createRecoverySection(context: PageContext): RecoverySection {
  const { api, screens, texts, signal, update } = context
  const acts = createActs(update)
  let isAsked = false
  const slots = () => context.user().wallet?.slots ?? []
  const has = (...kinds: readonly string[]) => slots().some(({ kind }) => kinds.includes(kind))

  const addCode = () =>
    acts.run(async () => {
      await context.reauthenticate()
      const keyring = await context.keys()
      const reserved = await api.call('/api/slots/reserve', { kinds: ['code'] }, { signal })
      const { vault } = await api.call('/api/wallet/slots', {}, { signal })
      const asked = reserved.slots[0]
      if (!asked) throw new PageError('SERVICES_UNAVAILABLE')
      try {
        const added = await keyring.addSlot({ ...asked, vault })
        // Before it is one of the wallet's: a code that nobody has written down would seem to be a way back.
        await screens.showCode(added.recoveryCode ?? '', signal)
        await context.reauthenticate() // writing it down may have taken longer than a login counts
        await api.call('/api/slots/add', { slot: { ...added.slot, label: '' }, vault: added.vault }, { signal })
      } catch (error) {
        await context.wallet.lock() // the keys are ahead of what is stored
        throw error
      }
      await context.refresh()
    })

  const seal = () =>
    acts.run(async () => {
      await context.reauthenticate()
      const assisted = slots().flatMap(({ slotId, kind }) => (kind === 'assisted' ? [slotId] : []))
      await rotateWithout(context, assisted).catch((error: unknown) => {
        throw isRefused(error, 'held') ? new PageError('DEVICE_TOO_NEW') : error
      })
      isAsked = false
      await context.refresh()
    })

  const ask = (value: boolean) =>
    pressed(() => {
      isAsked = value
      update()
    })

  return {
    id: 'recovery',
    title: texts.recoveryTitle,
    addCode,
    seal,
    render() {
      const isAssisted = context.user().wallet?.mode === 'assisted'
      return html`<p class="label">${isAssisted ? texts.assistedLabel : texts.sealedLabel}</p>
        ${
          has('code')
            ? html`<p>${texts.codeThere}</p>`
            : html`<p>${texts.codeNone}</p>
                <div class="actions">
                  <button ?disabled=${acts.isBusy} @click=${pressed(() => void addCode())}>${texts.addCode}</button>
                </div>`
        }
        ${
          isAssisted && has('code', 'passkey')
            ? isAsked
              ? html`<p>${texts.sealAsk}</p>
                  <div class="actions">
                    <button @click=${ask(false)}>${texts.cancel}</button
                    ><button class="danger" ?disabled=${acts.isBusy} @click=${pressed(() => void seal())}>${texts.seal}</button>
                  </div>`
              : html`<p>${texts.sealBody}</p>
                  <div class="actions"><button @click=${ask(true)}>${texts.seal}</button></div>`
            : nothing
        }
        ${acts.isBusy ? html`<p role="status">${texts.loading}</p>` : nothing}${failureOfAct(texts, acts.failure)}`
    },
  }
}

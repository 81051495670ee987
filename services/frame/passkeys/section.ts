// The section of the page `/wallet` about passkeys: which open the wallet, one more, one less. Sealing stands beside it, with the recovery code.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { WireUser } from '../../src/embedded/wire.js'
import { deviceLabel } from '../device-label.js'
import { fill } from '../messages.js'
import type { PageContext, Section } from '../page/context.js'
import { rotateWithout } from '../page/rotate.js'
import type { PasskeyMessages } from './messages.js'
import { addPasskeySlot } from './slots.js'
import { failureText, passkeyTextsFor, passkeyTitles } from './passkey-texts.js'
import { authenticatorsOf, canAsk, createPasskey, forgetPasskey, PasskeyError, type Authenticators } from './webauthn.js'

const NAME_MAX = 64
const CONFIRM = 'passkeys-confirm'

const askId = (what: string) => `passkeys-ask-${what}`

type SlotRow = NonNullable<WireUser['wallet']>['slots'][number]

/** @param at default: the authenticators of this browser */
export function createPasskeySection(context: PageContext, given?: Authenticators): Section {
  const { locale, signal } = context
  const browser = () => given ?? authenticatorsOf(window)
  const host = () => new URL(browser().origin).hostname
  let own: PasskeyMessages | undefined
  let isBusy = false
  let done: keyof PasskeyMessages | undefined
  let failure: string | undefined
  /** The slot that is asked about. */
  let asking: string | undefined

  const slots = () => context.user().wallet?.slots ?? []
  const passkeys = () => slots().filter(({ kind }) => kind === 'passkey')
  const nameOf = (slot: SlotRow, texts: PasskeyMessages) => slot.label || texts.passkey

  /** One act at a time, with what came of it. What the person gave up is no failure. */
  async function act(success: keyof PasskeyMessages, run: () => Promise<void>): Promise<void> {
    if (isBusy || !own) return
    isBusy = true
    done = failure = asking = undefined
    context.update()
    try {
      await run()
      await context.refresh()
      done = success
    } catch (error) {
      const isGivenUp = error instanceof Error && 'code' in error && (error.code === 'USER_REJECTED' || error.code === 'ABORTED')
      failure = isGivenUp ? undefined : failureText(own, error)
    } finally {
      isBusy = false
      if (!signal.aborted) context.update()
    }
  }

  const add = (label: string) =>
    act('added', async () => {
      const at = browser()
      const rpId = host()
      const can = canAsk(at.window)
      if (can !== 'yes') throw new PasskeyError(can)
      const user = context.user()
      const known = passkeys().flatMap(({ passkey }) => (passkey?.rpId === rpId ? [passkey] : []))
      const { userId, wallet } = user
      const name = { userId, userName: user.email ?? user.userName ?? rpId, walletId: wallet?.walletId ?? '', known }
      // First, while the press counts as one: some browsers want that.
      const passkey = await createPasskey(at, name, signal)
      try {
        await context.reauthenticate()
        const keyring = await context.keys()
        await addPasskeySlot({ api: context.api, keyring, signal }, { user, passkey, rpId, label })
      } catch (error) {
        await forgetPasskey(rpId, passkey.credentialId)
        throw error
      } finally {
        passkey.half.fill(0)
      }
    })

  async function remove(slot: SlotRow): Promise<void> {
    await act('removed', async () => {
      await context.reauthenticate()
      await rotateWithout(context, [slot.slotId])
    })
    if (done === 'removed' && slot.passkey) await forgetPasskey(slot.passkey.rpId, slot.passkey.credentialId)
  }

  function ask(what: string | undefined): void {
    const before = asking ?? ''
    asking = what
    done = failure = undefined
    context.update()
    // What was pressed is gone. The answer that changes nothing has the focus, and then what had asked.
    document.getElementById(what === undefined ? askId(before) : CONFIRM)?.focus()
  }

  const pressed = (run: () => unknown) => (event: Event) => void (event.isTrusted && run())

  function confirm(texts: PasskeyMessages, about: string, yes: string, run: () => unknown): TemplateResult {
    return html`<div class="card" role="group" aria-label=${yes}>
      <p>${about}</p>
      <div class="actions">
        <button id=${CONFIRM} type="button" @click=${pressed(() => ask(undefined))}>${texts.keep}</button>
        <button class="danger" type="button" @click=${pressed(run)}>${yes}</button>
      </div>
    </div>`
  }

  function rowOf(slot: SlotRow, texts: PasskeyMessages): TemplateResult {
    const name = nameOf(slot, texts)
    const day = (at: number) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(at)
    const rpId = slot.passkey?.rpId
    return html`<li>
      <div>
        <bdi>${name}</bdi>
        <p class="quiet">
          ${fill(texts.made, { date: day(slot.createdAt) })} · ${fill(texts.used, { date: day(slot.lastUsedAt) })}
        </p>
        ${rpId === undefined || rpId === host() ? nothing : html`<p class="quiet">${fill(texts.otherHost, { host: rpId })}</p>`}
      </div>
      ${
        asking === slot.slotId
          ? confirm(texts, fill(texts.removeAsk, { name }), texts.remove, () => remove(slot))
          : html`<button
              id=${askId(slot.slotId)}
              type="button"
              ?disabled=${isBusy}
              aria-label=${fill(texts.removeNamed, { name })}
              @click=${pressed(() => ask(slot.slotId))}
            >
              ${texts.remove}
            </button>`
      }
    </li>`
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const { elements } = event.currentTarget as HTMLFormElement
    const typed = (elements[0] as HTMLInputElement).value.trim()
    if (event.isTrusted) void add(Array.from(typed).slice(0, NAME_MAX).join('').slice(0, NAME_MAX))
  }

  return {
    id: 'passkeys',
    title: passkeyTitles[locale],
    async load() {
      own = await passkeyTextsFor(locale)
      if (!signal.aborted) context.update()
    },
    render() {
      if (!own) return html``
      const texts = own
      const list = passkeys()
      return html`<p>${texts.intro}</p>
        ${
          list.length > 0
            ? html`<ul>
                ${list.map((slot) => rowOf(slot, texts))}
              </ul>`
            : html`<p class="quiet">${texts.none}</p>`
        }
        <form @submit=${submit}>
          <label
            >${texts.name}<input
              type="text"
              dir="auto"
              autocomplete="off"
              maxlength=${NAME_MAX}
              value=${deviceLabel(browser().window.navigator.userAgent)}
          /></label>
          <p class="quiet">${texts.addHint}</p>
          <div class="actions"><button class="main" ?disabled=${isBusy}>${texts.add}</button></div>
        </form>
        <p role="status">${isBusy ? texts.working : done ? texts[done] : ''}</p>
        ${failure === undefined ? nothing : html`<p class="failure" role="alert">${failure}</p>`}`
    },
  }
}

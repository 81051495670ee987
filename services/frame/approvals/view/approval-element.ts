// `<wm-approval>`: one request, shown until the visitor has decided. It fills its frame, and its buttons work only when all of it could be seen.
import { html, nothing } from 'lit/html.js'
import { amountOf, parseAmount } from '../amount.js'
import type { Approval, EditableAllowance } from '../types.js'
import { armButtons, type Arming, type ArmingState } from './arming.js'
import { lineOf, say, type Language } from './format.js'
import { LiveElement } from './live-element.js'
import { styles } from './styles.js'
import { callsOf, rawOf, rowsOf, simulationOf, warningsOf } from './templates.js'

/** What the screen is in the middle of. */
export type Progress = { readonly step: 'asking' | 'working' } | { readonly step: 'failed'; readonly code: string }

/** The detail of `wm-approve`: the approval as it was shown, with the allowance that the visitor has set. */
export interface Approved {
  readonly approval: Approval
}

/** Codes that are said in words: the visitor can do something about them. */
const unreached: readonly string[] = ['OFFLINE', 'SERVICES_UNAVAILABLE']

/**
 * Shows one approval. `wm-approve` (detail: `Approved`) and `wm-reject` are fired once, and by a human's press alone; `wm-close` after a failure.
 */
export class WmApproval extends LiveElement {
  static {
    WmApproval.watch(['approval', 'language', 'theme', 'place', 'progress', 'arming', 'isSure', 'problem', 'edit'])
  }
  protected readonly styles = styles

  declare approval: Approval | undefined
  declare language: Language | undefined
  declare theme: 'light' | 'dark' | 'auto'
  /** Which of how many requests this is. */
  declare place: { readonly at: number; readonly all: number }
  declare progress: Progress
  declare private arming: ArmingState
  declare private isSure: boolean
  declare private problem: 'sure' | 'early' | undefined
  /** `of`: which allowance is being changed. */
  declare private edit: { readonly of?: EditableAllowance; readonly error?: 'wrong' | 'failed'; readonly isBusy?: boolean }
  #forms = 0
  #arms: Arming | undefined
  #isDecided = false
  #isFocused = false

  constructor() {
    super()
    this.theme = 'auto'
    this.place = { at: 1, all: 1 }
    this.progress = { step: 'asking' }
    this.arming = 'covered'
    this.isSure = false
    this.edit = {}
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const { defaultView } = this.ownerDocument
    if (!defaultView) return
    this.#arms = armButtons(defaultView, this, (state) => {
      this.arming = state
      if (state === 'armed') this.problem = undefined
    })
  }

  disconnectedCallback(): void {
    this.#arms?.stop()
    this.#arms = undefined
  }

  protected override beforeDraw(changed: ReadonlySet<string>): void {
    this.setAttribute('theme', this.theme)
    if (!changed.has('approval')) return
    // Other words need another look, and another consent.
    this.isSure = false
    this.#isDecided = false
    this.#arms?.restart()
  }

  protected override afterDraw(): void {
    if (this.#isFocused || !this.approval || !this.language) return
    this.#isFocused = true
    this.drawn.querySelector<HTMLElement>('.reject')?.focus()
  }

  protected override draw() {
    const { approval, language, place, progress } = this
    if (!approval || !language) return nothing
    const above = approval.head.filter(({ value }) => value.type === 'text')
    this.#forms = 0
    const edit = (editable: EditableAllowance | undefined) => this.#edit(editable, language)
    const below = approval.head.filter(({ value }) => value.type !== 'text')
    return html`<header lang=${language.locale} dir=${language.direction}>
        ${
          place.all > 1
            ? html`<p class="stack">${say(language, 'view.stack', { at: String(place.at), all: String(place.all) })}</p>`
            : nothing
        }
        <h1 id="title">${say(language, approval.title)}</h1>
        ${above.map(
          ({ label, value }) => html`<p class="site">${say(language, label)}: <bdi>${lineOf(language, value)}</bdi></p>`,
        )}
      </header>
      <main lang=${language.locale} dir=${language.direction} aria-labelledby="title">
        ${warningsOf(language, approval.warnings, 'danger')}
        <div class="group">${rowsOf(language, approval.rows)}</div>
        ${edit(approval.editable)} ${callsOf(language, approval.calls, edit)} ${simulationOf(language, approval.simulation)}
        ${warningsOf(language, approval.warnings, 'note')}
        <div class="group">${rowsOf(language, below)}</div>
        ${rawOf(language, approval)}
      </main>
      <footer lang=${language.locale} dir=${language.direction}>
        ${
          approval.risk === 'risky' && progress.step === 'asking'
            ? html`<label class="sure"
                ><input type="checkbox" .checked=${this.isSure} @click=${this.#onSure} /> ${say(language, 'view.sure')}</label
              >`
            : nothing
        }
        <p class="status ${this.problem || progress.step === 'failed' ? 'problem' : ''}" role="status">
          ${this.#status(language)}
        </p>
        <div class="buttons">${this.#buttons(approval, language)}</div>
      </footer>`
  }

  #buttons(approval: Approval, language: Language) {
    const { step } = this.progress
    if (step === 'failed') return html`<button class="reject" @click=${this.#onClose}>${say(language, 'view.close')}</button>`
    const isWorking = step === 'working'
    const isOff = isWorking || this.arming !== 'armed' || (approval.risk === 'risky' && !this.isSure)
    return html`${
        isWorking ? nothing : html`<button class="reject" @click=${this.#onReject}>${say(language, 'view.reject')}</button>`
      }
      <button
        class="approve ${approval.risk === 'risky' ? 'danger' : ''}"
        aria-disabled=${String(isOff)}
        @click=${this.#onApprove}
      >
        ${isWorking ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}${say(
          language,
          isWorking ? 'view.working' : approval.action,
        )}
      </button>`
  }

  #status(language: Language): string {
    const { progress } = this
    if (progress.step === 'failed')
      return unreached.includes(progress.code)
        ? say(language, 'view.unreached')
        : say(language, 'view.failed', { code: progress.code })
    if (progress.step === 'working') return say(language, 'view.working')
    if (this.problem === 'sure') return say(language, 'view.sureNeeded')
    if (this.arming === 'covered') return say(language, 'view.covered')
    return say(language, this.problem === 'early' || this.arming === 'arming' ? 'view.arming' : 'view.ready')
  }

  #edit(editable: EditableAllowance | undefined, language: Language) {
    if (!editable || this.progress.step !== 'asking') return nothing
    const { error, isBusy = false } = this.edit.of === editable ? this.edit : {}
    const id = `amount${this.#forms++ || ''}`
    const values = { symbol: editable.symbol, decimals: String(editable.decimals) }
    const value = editable.isUnlimited ? '' : amountOf(editable.amount, editable.decimals)
    return html`<details class="group" ?open=${editable.isUnlimited}>
      <summary>${say(language, 'view.edit')}</summary>
      <form @submit=${(event: SubmitEvent) => this.#onEdit(event, editable)} novalidate>
        <label for=${id}>${say(language, 'view.editLabel', values)}</label>
        <div class="field">
          <input
            id=${id}
            name="amount"
            type="text"
            inputmode="decimal"
            autocomplete="off"
            dir="ltr"
            .value=${value}
            aria-describedby="${id}-hint"
            aria-invalid=${String(error === 'wrong')}
          />
          <button type="submit" aria-disabled=${String(isBusy)}>${say(language, 'view.editApply')}</button>
        </div>
        <p id="${id}-hint" class=${error ? 'error' : 'hint'} aria-live="polite">
          ${say(language, error === 'wrong' ? 'view.editWrong' : error === 'failed' ? 'view.editFailed' : 'view.editHint', values)}
        </p>
      </form>
    </details>`
  }

  async #onEdit(event: SubmitEvent, editable: EditableAllowance): Promise<void> {
    event.preventDefault()
    if (!event.isTrusted || this.edit.isBusy) return
    const field = (event.target as HTMLFormElement).elements.namedItem('amount') as HTMLInputElement
    const amount = readAmount(field.value, editable.decimals)
    if (amount === undefined) {
      this.edit = { of: editable, error: 'wrong' }
      field.focus()
      return
    }
    this.edit = { of: editable, isBusy: true }
    const before = this.approval
    const changed = await editable.with(amount).catch(() => undefined)
    if (this.approval !== before || this.#isDecided) return
    this.edit = changed ? {} : { of: editable, error: 'failed' }
    if (changed) this.approval = changed
  }

  /** At the click: the `change` that follows is trusted even when a script has clicked. */
  readonly #onSure = (event: MouseEvent): void => {
    // A box that a script ticks is no consent, and neither is one that could not be seen.
    if (!event.isTrusted || this.arming !== 'armed') {
      event.preventDefault()
      this.problem = this.arming === 'armed' ? undefined : 'early'
      return
    }
    this.isSure = (event.target as HTMLInputElement).checked
    this.problem = undefined
    this.#arms?.restart()
  }

  readonly #onApprove = (event: MouseEvent): void => {
    const { approval } = this
    if (!approval || this.#isDecided || this.progress.step !== 'asking' || this.edit.isBusy || !event.isTrusted) return
    if (this.arming === 'armed' && approval.risk === 'risky' && !this.isSure) {
      this.problem = 'sure'
      return
    }
    if (this.#arms?.accepts(event) !== true) {
      this.problem = 'early'
      return
    }
    this.#decide(new CustomEvent<Approved>('wm-approve', { detail: { approval } }))
  }

  readonly #onReject = (event: MouseEvent): void => {
    if (this.#isDecided || !event.isTrusted || event.detail > 1) return
    this.#decide(new CustomEvent('wm-reject'))
  }

  readonly #onClose = (event: MouseEvent): void => {
    if (event.isTrusted) this.dispatchEvent(new CustomEvent('wm-close'))
  }

  #decide(event: CustomEvent): void {
    this.#isDecided = true
    this.dispatchEvent(event)
  }
}

/** Row 61: digits and a point, no more decimals than the token has; undefined for all else. */
function readAmount(text: string, decimals: number): bigint | undefined {
  const amount = parseAmount(text, decimals)
  return amount !== undefined && amount < 2n ** 256n ? amount : undefined
}

/** Defines `<wm-approval>`. */
export function defineApproval(registry: CustomElementRegistry): void {
  if (!registry.get('wm-approval')) registry.define('wm-approval', WmApproval)
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-approval': WmApproval
  }
}

// A field for a code of a few digits: one input, over cells that are drawn. One input is one name, takes a paste and what the browser fills in
// (`one-time-code`), and arrows and Backspace move in it as in any field; an input per digit has none of these.
import { css, html, type PropertyDeclarations } from 'lit'
import { live } from 'lit/directives/live.js'
import { repeat } from 'lit/directives/repeat.js'
import { digitsOf } from '../../vocabulary/email.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmInputEvent } from './events.js'
import { fieldStyles } from './field-styles.js'
import './icon.js'

/**
 * @summary A labelled field for a code of digits.
 * @event {WmInputEvent} wm-input - The digits changed. `event.value` is all of them, as ASCII.
 * @csspart input - The native input.
 * @csspart label - The label.
 */
export class WmCodeField extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    label: {},
    error: {},
    value: {},
    digits: { type: Number },
    readonly: { type: Boolean },
    caret: { state: true },
  }
  static override styles = [
    fieldStyles,
    css`
      :host {
        display: block;
      }
      label {
        text-align: center;
      }
      /* Digits stand from left to right in every language. */
      .cells {
        position: relative;
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: minmax(0, 2.75em);
        justify-content: center;
        gap: 0.5em;
        direction: ltr;
      }
      .cell {
        display: grid;
        place-items: center;
        block-size: 3.25em;
        border: 1px solid var(--_wm-line-control);
        border-radius: var(--_wm-radius-control);
        background: var(--_wm-raised);
        color: var(--_wm-text);
      }
      .cell > span {
        font-size: 1.375em;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .invalid .cell {
        border-color: var(--_wm-danger);
      }
      input {
        position: absolute;
        inset: 0;
        block-size: 100%;
        opacity: 0;
        cursor: text;
      }
      input:focus ~ .at {
        outline: 2px solid var(--_wm-focus);
        outline-offset: 2px;
      }
      input:read-only ~ .cell {
        color: var(--_wm-text-3);
      }
      .error {
        justify-content: center;
        margin-block-start: 0.75em;
      }
      @media (forced-colors: active) {
        input:focus ~ .at {
          outline-color: Highlight;
        }
      }
    `,
  ]

  declare label: string
  /** What is wrong with the code; shown, and part of the input's description. */
  declare error: string | undefined
  declare value: string
  declare digits: number
  declare readonly: boolean
  /** The cell that the next digit goes to. */
  declare protected caret: number

  constructor() {
    super()
    this.label = ''
    this.value = ''
    this.digits = 6
    this.readonly = false
    this.caret = 0
  }

  protected override render() {
    return html`<label part="label" for="input">${this.label}</label>
      <div class="cells ${this.error ? 'invalid' : ''}">
        <input
          id="input"
          part="input"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          dir="ltr"
          .value=${live(this.value)}
          ?readonly=${this.readonly}
          aria-invalid=${this.error ? 'true' : 'false'}
          aria-describedby=${this.error ? 'error' : ''}
          @input=${this.#typed}
          @keydown=${this.#overwrite}
          @keyup=${this.#moved}
          @focus=${this.#entered}
          @click=${this.#pressed}
        />
        ${repeat(
          Array.from({ length: this.digits }, (_, index) => index),
          (index) =>
            html`<div class="cell ${index === Math.min(this.caret, this.digits - 1) ? 'at' : ''}" aria-hidden="true">
              <span>${this.value[index] ?? ''}</span>
            </div>`,
        )}
      </div>
      ${this.error ? html`<p id="error" class="error"><wm-icon name="danger"></wm-icon>${this.error}</p>` : ''}`
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input')
  }

  #typed({ target }: InputEvent & { readonly target: HTMLInputElement }) {
    const before = target.value.slice(0, target.selectionStart ?? target.value.length)
    this.value = digitsOf(target.value).slice(0, this.digits)
    const caret = Math.min(digitsOf(before).length, this.digits)
    target.value = this.value
    target.setSelectionRange(caret, caret)
    this.caret = caret
    this.dispatchEvent(new WmInputEvent(this.value))
  }

  /** A digit that is typed into a full cell replaces the digit there. */
  #overwrite({ key, target }: KeyboardEvent & { readonly target: HTMLInputElement }) {
    const { selectionStart: at, selectionEnd: end } = target
    if (at !== null && at === end && at < this.value.length && digitsOf(key).length === 1 && key.length <= 2)
      target.setSelectionRange(at, at + 1)
  }

  #moved() {
    this.caret = this.#input?.selectionStart ?? this.value.length
  }

  #entered() {
    this.caret = this.value.length
    this.#input?.setSelectionRange(this.caret, this.caret)
  }

  /** The input cannot be seen: a press goes to the cell under it. */
  #pressed({ clientX }: MouseEvent) {
    const cells = [...this.renderRoot.querySelectorAll('.cell')]
    const at = cells.findIndex((cell) => clientX <= cell.getBoundingClientRect().right)
    this.caret = Math.min(at < 0 ? this.digits : at, this.value.length)
    this.#input?.setSelectionRange(this.caret, this.caret)
  }
}
register('wm-code-field', WmCodeField)

declare global {
  interface HTMLElementTagNameMap {
    'wm-code-field': WmCodeField
  }
}

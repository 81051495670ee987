// A text field. Label, input, hint and error share one shadow root, because ids do not reach across roots.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { live } from 'lit/directives/live.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmInputEvent } from './events.js'
import { fieldStyles } from './field-styles.js'
import './icon.js'

/** A large value of more characters is written smaller. */
const LONG = 7

/**
 * @summary A labelled text field.
 * @event {WmInputEvent} wm-input - The text changed. `event.value` is all of it.
 * @slot end - Inside the box, after the text: a button such as "Max", a unit.
 * @csspart input - The native input.
 * @csspart label - The label.
 */
export class WmTextField extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    label: {},
    hint: {},
    error: {},
    value: {},
    type: {},
    inputMode: { attribute: 'inputmode' },
    size: { reflect: true },
    placeholder: {},
    autocomplete: {},
    disabled: { type: Boolean, reflect: true },
    readonly: { type: Boolean },
  }
  static override styles = [
    fieldStyles,
    css`
      :host([size='lg']) input {
        font-size: 1.5em;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      /* still whole beside a token's button on a small phone */
      :host([size='lg']) .long {
        block-size: 4.1em;
        font-size: 1.0625em;
      }
    `,
  ]

  declare label: string
  declare hint: string | undefined
  /** What is wrong with the value; shown, and part of the input's description. */
  declare error: string | undefined
  declare value: string
  declare type: 'text' | 'email' | 'url'
  /** The keyboard of a phone: `decimal` for amounts. Default: that of `type`. */
  declare inputMode: 'decimal' | 'numeric' | ''
  /** `lg`: for the one value that a view is about. */
  declare size: 'md' | 'lg'
  declare placeholder: string | undefined
  declare autocomplete: AutoFill | undefined
  declare disabled: boolean
  /** The text can be read and selected, and not changed. */
  declare readonly: boolean

  constructor() {
    super()
    this.label = ''
    this.value = ''
    this.type = 'text'
    this.inputMode = ''
    this.size = 'md'
    this.disabled = false
    this.readonly = false
  }

  protected override render() {
    const described = [this.error ? 'error' : '', this.hint ? 'hint' : ''].filter(Boolean).join(' ')
    return html`<label part="label" for="input">${this.label}</label>
      <div class="box ${this.error ? 'invalid' : ''}">
        <input
          id="input"
          part="input"
          class=${this.value.length > LONG ? 'long' : nothing}
          dir="auto"
          type=${this.type}
          .value=${live(this.value)}
          inputmode=${this.inputMode || nothing}
          placeholder=${this.placeholder ?? nothing}
          autocomplete=${this.autocomplete ?? 'off'}
          autocapitalize="none"
          spellcheck="false"
          ?disabled=${this.disabled}
          ?readonly=${this.readonly}
          aria-invalid=${this.error ? 'true' : nothing}
          aria-describedby=${described || nothing}
          @input=${this.#typed}
        />
        <slot name="end"></slot>
      </div>
      ${this.error ? html`<p id="error" class="error"><wm-icon name="danger"></wm-icon>${this.error}</p>` : nothing}
      ${this.hint ? html`<p id="hint" class="hint">${this.hint}</p>` : nothing}`
  }

  #typed(event: InputEvent & { readonly target: HTMLInputElement }) {
    this.value = event.target.value
    this.dispatchEvent(new WmInputEvent(this.value))
  }
}
register('wm-text-field', WmTextField)

declare global {
  interface HTMLElementTagNameMap {
    'wm-text-field': WmTextField
  }
}

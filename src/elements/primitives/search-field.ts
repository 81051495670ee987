// A search field with a label and a button that clears it.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { live } from 'lit/directives/live.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmInputEvent } from './events.js'
import { fieldStyles } from './field-styles.js'
import './icon.js'

/**
 * @summary A labelled search field.
 * @event {WmInputEvent} wm-input - The text changed, or was cleared. `event.value` is all of it.
 * @csspart input - The native input.
 * @csspart label - The label.
 * @csspart clear - The button that empties it.
 */
export class WmSearchField extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    label: {},
    value: {},
    placeholder: {},
    clearLabel: {},
  }
  static override styles = [
    fieldStyles,
    css`
      button {
        display: grid;
        place-items: center;
        flex: none;
        inline-size: 2em;
        block-size: 2em;
        margin-inline-end: -0.375em;
        border-radius: 50%;
        color: var(--_wm-text-2);
      }
      button:hover {
        background: var(--_wm-hover);
      }
    `,
  ]

  declare label: string
  declare value: string
  declare placeholder: string | undefined
  /** The accessible name of the button that clears the field; undefined: no button. */
  declare clearLabel: string | undefined

  constructor() {
    super()
    this.label = ''
    this.value = ''
  }

  protected override render() {
    return html`<label part="label" for="input">${this.label}</label>
      <div class="box">
        <wm-icon name="search"></wm-icon>
        <input
          id="input"
          part="input"
          dir="auto"
          type="search"
          enterkeyhint="search"
          .value=${live(this.value)}
          placeholder=${this.placeholder ?? nothing}
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          @input=${this.#typed}
          @keydown=${this.#key}
        />
        ${
          this.value !== '' && this.clearLabel
            ? html`<button part="clear" type="button" aria-label=${this.clearLabel} @click=${this.#clear}>
                <wm-icon name="close"></wm-icon>
              </button>`
            : nothing
        }
      </div>`
  }

  #typed(event: InputEvent & { readonly target: HTMLInputElement }) {
    this.#change(event.target.value)
  }

  /** Escape clears the field. In an empty field it closes the dialog. */
  #key(event: KeyboardEvent) {
    if (event.key !== 'Escape' || this.value === '') return
    event.preventDefault()
    event.stopPropagation()
    this.#change('')
  }

  #clear() {
    this.#change('')
    this.renderRoot.querySelector('input')?.focus()
  }

  #change(value: string) {
    this.value = value
    this.dispatchEvent(new WmInputEvent(value))
  }
}
register('wm-search-field', WmSearchField)

declare global {
  interface HTMLElementTagNameMap {
    'wm-search-field': WmSearchField
  }
}

// Copies a text to the clipboard and shows a tick. The listener of the events announces the result; only the dialog has live regions.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmCopiedEvent, WmCopyFailedEvent } from './events.js'
import { pressable } from './pressable.js'
import './icon.js'

/** How long the tick stays, ms. */
const TICK_MS = 1500

/**
 * @summary Copies `value` on click.
 * @event {WmCopiedEvent} wm-copied - The text is on the clipboard.
 * @event {WmCopyFailedEvent} wm-copy-failed - The browser refused.
 * @slot - The visible content, such as a short address; by default the label. With content the label is its visually hidden prefix.
 * @csspart button - The native button.
 */
export class WmCopyButton extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    value: {},
    label: {},
    variant: { reflect: true },
    disabled: { type: Boolean, reflect: true },
    copied: { state: true },
  }
  static override styles = [
    pressable,
    css`
      button {
        display: flex;
        align-items: center;
        justify-content: center;
        gap: 0.5em;
        inline-size: 100%;
        min-block-size: 2.875em;
        padding: 0.5em 1em;
        border: 1px solid var(--_wm-line-control);
        border-radius: var(--_wm-radius-control);
        background: var(--_wm-raised);
        color: var(--_wm-text);
        font-weight: 600;
        line-height: 1.25;
      }
      .chip {
        inline-size: auto;
        min-block-size: 2.5em;
        border-color: var(--_wm-line);
        border-radius: 99em;
        font-weight: 500;
        font-variant-ligatures: no-contextual;
        font-variant-numeric: slashed-zero tabular-nums;
      }
      :host([variant='chip']) {
        display: inline-block;
        max-inline-size: 100%;
      }
      .quiet {
        min-block-size: 2.75em;
        border-color: transparent;
        background: transparent;
        color: var(--_wm-accent-text);
      }
      wm-icon {
        --size: 1.125em;
      }
      .copied wm-icon {
        color: var(--_wm-success);
      }
      button:disabled {
        border-color: transparent;
        color: var(--_wm-text-3);
        cursor: default;
      }
    `,
  ]

  /** The text to copy; without one the button is disabled. */
  declare value: string
  declare label: string
  /** `chip` has its icon at the end. */
  declare variant: 'secondary' | 'quiet' | 'chip'
  declare disabled: boolean

  declare protected copied: boolean
  #untick: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.value = ''
    this.label = ''
    this.variant = 'secondary'
    this.disabled = false
    this.copied = false
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.#untick)
    this.copied = false
  }

  override click() {
    this.renderRoot.querySelector('button')?.click()
  }

  protected override render() {
    // The accessible name must contain the visible text (WCAG 2.5.3), so the label is a prefix of it.
    const named = this.label !== '' && this.querySelector(':scope > :not([slot])') !== null
    return html`<button
      part="button"
      type="button"
      class="${this.variant}${this.copied ? ' copied' : ''}"
      ?disabled=${this.disabled || this.value === ''}
      @click=${this.#copy}
    >
      ${this.variant === 'chip' ? nothing : this.#icon()}${named ? html`<span class="visually-hidden">${this.label} </span>` : nothing}<slot>${this.label}</slot>${this.variant === 'chip' ? this.#icon() : nothing}
    </button>`
  }

  #icon() {
    return html`<wm-icon name=${this.copied ? 'check' : 'copy'}></wm-icon>`
  }

  async #copy() {
    const value = this.value
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // No permission, or not a secure context. The event tells the listener.
      this.dispatchEvent(new WmCopyFailedEvent())
      return
    }
    this.dispatchEvent(new WmCopiedEvent(value))
    if (!this.isConnected) return
    this.copied = true
    clearTimeout(this.#untick)
    this.#untick = setTimeout(() => (this.copied = false), TICK_MS)
  }
}
register('wm-copy-button', WmCopyButton)

declare global {
  interface HTMLElementTagNameMap {
    'wm-copy-button': WmCopyButton
  }
}

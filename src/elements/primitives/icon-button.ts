// A button that shows only an icon. Its label is required, because assistive technology ignores the icon.
import { css, html, nothing } from 'lit'
import type { IconName } from '../icons/all.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { pressable } from './pressable.js'
import './icon.js'

/**
 * @summary A square button with an icon, 44 px. Listen to the native `click`.
 * @csspart button - The native button.
 */
export class WmIconButton extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }

  static override properties = { label: {}, name: {}, disabled: { type: Boolean, reflect: true } }

  static override styles = [
    pressable,
    css`
      :host {
        display: inline-block;
        flex: none;
      }
      button {
        display: grid;
        place-items: center;
        inline-size: 2.75em;
        block-size: 2.75em;
        border: 1px solid transparent;
        border-radius: var(--_wm-radius-control);
        color: var(--_wm-text);
      }
      :focus-visible {
        outline-offset: -2px;
      }
      button:disabled {
        color: var(--_wm-text-3);
        cursor: default;
      }
    `,
  ]

  /** The accessible name and tooltip. Required. */
  declare label: string
  /** The icon. */
  declare name: IconName
  declare disabled: boolean

  constructor() {
    super()
    this.label = ''
    this.name = 'info'
    this.disabled = false
  }

  protected override render() {
    return html`<button
      part="button"
      type="button"
      aria-label=${this.label}
      title=${this.label || nothing}
      ?disabled=${this.disabled}
    >
      <wm-icon name=${this.name}></wm-icon>
    </button>`
  }
}

register('wm-icon-button', WmIconButton)

declare global {
  interface HTMLElementTagNameMap {
    'wm-icon-button': WmIconButton
  }
}

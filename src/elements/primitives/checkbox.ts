// A native checkbox with its label.
import { css, html, type PropertyDeclarations } from 'lit'
import { live } from 'lit/directives/live.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmChangeEvent } from './events.js'
import './icon.js'

/**
 * @summary A checkbox with a label.
 * @event {WmChangeEvent} wm-change - It was ticked or unticked. `event.checked` is the new state.
 * @slot - The label; may hold links.
 * @csspart box - The box.
 */
export class WmCheckbox extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }
  static override properties: PropertyDeclarations = {
    checked: { type: Boolean, reflect: true },
    disabled: { type: Boolean, reflect: true },
  }
  static override styles = css`
    label {
      display: flex;
      align-items: flex-start;
      gap: 0.625em;
      min-block-size: 2.75em;
      padding-block: 0.65em;
      line-height: 1.4;
      cursor: pointer;
      -webkit-tap-highlight-color: transparent;
    }
    ::slotted(a) {
      color: var(--_wm-accent-text);
      text-underline-offset: 0.2em;
      border-radius: 4px;
    }
    .box {
      position: relative;
      flex: none;
      inline-size: 1.375em;
      block-size: 1.375em;
    }
    input {
      appearance: none;
      position: absolute;
      inset: 0;
      inline-size: 100%;
      block-size: 100%;
      border: 1px solid var(--_wm-line-control);
      border-radius: 6px;
      background: var(--_wm-raised);
      cursor: inherit;
    }
    input:checked {
      border-color: var(--_wm-accent);
      background: var(--_wm-accent);
    }
    wm-icon {
      position: absolute;
      inset: 0;
      --size: 100%;
      padding: 0.15em;
      color: var(--_wm-on-accent);
      pointer-events: none;
      visibility: hidden;
    }
    input:checked + wm-icon {
      visibility: visible;
    }
    @media (forced-colors: active) {
      input:checked {
        forced-color-adjust: none;
        background: Highlight;
      }
      input:checked + wm-icon {
        color: HighlightText;
      }
    }
  `

  declare checked: boolean
  declare disabled: boolean

  constructor() {
    super()
    this.checked = false
    this.disabled = false
  }

  protected override render() {
    return html`<label>
      <span class="box">
        <input part="box" type="checkbox" .checked=${live(this.checked)} ?disabled=${this.disabled} @change=${this.#toggled} />
        <wm-icon name="check"></wm-icon>
      </span>
      <span><slot></slot></span>
    </label>`
  }

  #toggled(event: Event & { readonly target: HTMLInputElement }) {
    this.checked = event.target.checked
    this.dispatchEvent(new WmChangeEvent(this.checked))
  }
}
register('wm-checkbox', WmCheckbox)

declare global {
  interface HTMLElementTagNameMap {
    'wm-checkbox': WmCheckbox
  }
}

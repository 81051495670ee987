// Shown in place of content that did not load: what failed, and a button to try again.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { WmRetryEvent } from './events.js'
import { stateStyles } from './state-styles.js'
import './button.js'
import './icon.js'

/**
 * @summary A failure in place of content, with a button to try again.
 * @event {WmRetryEvent} wm-retry - The button was pressed.
 * @slot - Another way, under the button.
 * @csspart heading - The heading.
 * @csspart message - The sentence.
 */
export class WmErrorState extends WmElement {
  static override properties: PropertyDeclarations = {
    heading: {},
    message: {},
    retryLabel: {},
    busy: { type: Boolean },
  }
  static override styles = [
    stateStyles,
    css`
      .mark {
        background: var(--_wm-danger-soft);
        color: var(--_wm-danger);
      }
      wm-button {
        margin-block-start: 1.25em;
      }
    `,
  ]

  declare heading: string
  declare message: string | undefined
  /** Label of the button; undefined: no button. */
  declare retryLabel: string | undefined
  declare busy: boolean

  constructor() {
    super()
    this.heading = ''
    this.busy = false
  }

  protected override render() {
    return html`<span class="mark"><wm-icon name="danger"></wm-icon></span>
      <h3 part="heading">${this.heading}</h3>
      ${this.message ? html`<p part="message" class="text">${this.message}</p>` : nothing}
      ${
        this.retryLabel
          ? html`<wm-button variant="secondary" ?busy=${this.busy} @click=${() => this.dispatchEvent(new WmRetryEvent())}
              >${this.retryLabel}</wm-button
            >`
          : nothing
      }
      <slot></slot>`
  }
}
register('wm-error-state', WmErrorState)

declare global {
  interface HTMLElementTagNameMap {
    'wm-error-state': WmErrorState
  }
}

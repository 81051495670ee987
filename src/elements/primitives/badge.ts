// A small label: one or two words about the element beside it.
import { css, html, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'

/**
 * @summary A small label.
 * @slot - The words.
 * @csspart badge - The box.
 */
export class WmBadge extends WmElement {
  static override properties: PropertyDeclarations = { variant: {} }
  static override styles = css`
    :host {
      display: inline-block;
      flex: none;
    }
    .badge {
      display: inline-block;
      padding: 0.15em 0.5em;
      border: 1px solid transparent;
      border-radius: 99em;
      font-size: 0.75em;
      font-weight: 600;
      line-height: 1.4;
      background: var(--_wm-hover);
      color: var(--_wm-text-2);
    }
    .accent {
      background: var(--_wm-accent-soft);
      color: var(--_wm-accent-text);
    }
    .success {
      background: var(--_wm-success-soft);
      color: var(--_wm-success);
    }
    .warning {
      background: var(--_wm-warning-soft);
      color: var(--_wm-warning);
    }
    @media (forced-colors: active) {
      .badge {
        border-color: CanvasText;
      }
    }
  `

  declare variant: 'neutral' | 'accent' | 'success' | 'warning'

  constructor() {
    super()
    this.variant = 'neutral'
  }

  protected override render() {
    return html`<span part="badge" class="badge ${this.variant}"><slot></slot></span>`
  }
}
register('wm-badge', WmBadge)

declare global {
  interface HTMLElementTagNameMap {
    'wm-badge': WmBadge
  }
}

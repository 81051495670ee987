// A coloured line above the content of a view, such as "You are offline".
import { css, html, type PropertyDeclarations } from 'lit'
import type { IconName } from '../icons/all.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import './icon.js'

/** The colours and the icon of a banner. */
export type BannerVariant = 'info' | 'success' | 'warning' | 'danger'

const icons: Record<BannerVariant, IconName> = { info: 'info', success: 'check', warning: 'warning', danger: 'danger' }

/**
 * @summary A coloured line with an icon. Not a live region: use `announce()` of the notices as well, where the line appears later.
 * @slot - The text.
 * @slot end - A button or link after it.
 * @csspart banner - The box.
 */
export class WmBanner extends WmElement {
  static override properties: PropertyDeclarations = { variant: { reflect: true } }
  static override styles = css`
    /* a button is below the text where it would leave no room for it */
    .banner {
      display: flex;
      flex-wrap: wrap;
      align-items: flex-start;
      gap: 0.25em 0.625em;
      padding: 0.625em 0.75em;
      border: 1px solid transparent;
      border-radius: var(--_wm-radius-row);
      font-size: 0.875em;
      line-height: 1.4;
      color: var(--_wm-text);
      background: var(--_wm-accent-soft);
      overflow-wrap: anywhere;
    }
    .words {
      flex: 1 0 calc(100% - 10em);
      max-inline-size: calc(100% - 2em);
    }
    ::slotted([slot='end']) {
      margin-inline-start: auto;
    }
    wm-icon {
      color: var(--_wm-accent-text);
      margin-block-start: 0.05em;
    }
    .success {
      background: var(--_wm-success-soft);
    }
    .success wm-icon {
      color: var(--_wm-success);
    }
    .warning {
      background: var(--_wm-warning-soft);
    }
    .warning wm-icon {
      color: var(--_wm-warning);
    }
    .danger {
      background: var(--_wm-danger-soft);
    }
    .danger wm-icon {
      color: var(--_wm-danger);
    }
    @media (forced-colors: active) {
      .banner {
        border-color: CanvasText;
      }
    }
  `

  declare variant: BannerVariant

  constructor() {
    super()
    this.variant = 'info'
  }

  protected override render() {
    return html`<div part="banner" class="banner ${this.variant}">
      <wm-icon name=${icons[this.variant]}></wm-icon><span class="words"><slot></slot></span><slot name="end"></slot>
    </div>`
  }
}
register('wm-banner', WmBanner)

declare global {
  interface HTMLElementTagNameMap {
    'wm-banner': WmBanner
  }
}

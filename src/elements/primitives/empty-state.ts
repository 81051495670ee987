// What stands where a list would be, when there is nothing in it.
import { css, html } from 'lit'
import { property } from 'lit/decorators.js'
import type { IconName } from '../icons/all.js'
import { WmElement } from '../lib/base.js'
import { define } from '../lib/define.js'
import './all-icons.js'

/**
 * @summary An empty place, with what can be done about it.
 * @slot - The text.
 * @slot action - A button.
 * @csspart heading - The heading.
 */
@define('wm-empty-state')
export class WmEmptyState extends WmElement {
  static override styles = css`
    :host {
      padding: 1.75em 1em;
      text-align: center;
    }
    .mark {
      display: inline-grid;
      place-items: center;
      inline-size: 3.5em;
      block-size: 3.5em;
      margin-block-end: 0.875em;
      border-radius: 50%;
      background: var(--_wm-raised);
      color: var(--_wm-text-2);
    }
    wm-icon {
      --size: 1.5em;
    }
    h3 {
      margin: 0;
      font-size: 1em;
      font-weight: 600;
      line-height: 1.375;
      color: var(--_wm-text);
      overflow-wrap: anywhere;
    }
    .text {
      margin-block-start: 0.25em;
      font-size: 0.875em;
      line-height: 1.45;
      color: var(--_wm-text-2);
      overflow-wrap: anywhere;
    }
    slot[name='action']::slotted(*) {
      margin-block-start: 1em;
    }
  `

  @property() accessor heading = ''
  @property() accessor icon: IconName = 'empty'

  protected override render() {
    return html`<span class="mark"><wm-icon name=${this.icon}></wm-icon></span>
      <h3 part="heading">${this.heading}</h3>
      <div class="text"><slot></slot></div>
      <slot name="action"></slot>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-empty-state': WmEmptyState
  }
}

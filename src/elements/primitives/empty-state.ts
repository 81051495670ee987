// Shown in place of a list that has no rows.
import { css, html, type PropertyDeclarations } from 'lit'
import type { IconName } from '../icons/all.js'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { stateStyles } from './state-styles.js'
import './icon.js'

/**
 * @summary An icon, a heading, a text and an action, in place of an empty list.
 * @slot - The text.
 * @slot action - A button.
 * @csspart heading - The heading.
 */
export class WmEmptyState extends WmElement {
  static override properties: PropertyDeclarations = { heading: {}, icon: {} }
  static override styles = [
    stateStyles,
    css`
      slot[name='action']::slotted(*) {
        margin-block-start: 1em;
      }
    `,
  ]

  declare heading: string
  declare icon: IconName

  constructor() {
    super()
    this.heading = ''
    this.icon = 'empty'
  }

  protected override render() {
    return html`<span class="mark"><wm-icon name=${this.icon}></wm-icon></span>
      <h3 part="heading">${this.heading}</h3>
      <div class="text"><slot></slot></div>
      <slot name="action"></slot>`
  }
}
register('wm-empty-state', WmEmptyState)

declare global {
  interface HTMLElementTagNameMap {
    'wm-empty-state': WmEmptyState
  }
}

// A row of a list: an icon, a label, a description, a short text at the end. The whole row is one button or link.
import { css, html, nothing } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { rowStyles } from '../styles/row.js'
import './icon.js'

const flag = { type: Boolean, reflect: true }

/**
 * @summary A row of a list, as one button or link. Listen to the native `click`. Put it into `<li>`, with a `data-key` by which Back focuses it again.
 * @slot icon - Before the label: a wallet, a network, an icon.
 * @slot end - After the label, before the chevron: a badge.
 * @csspart row - The native button.
 * @csspart label - The name.
 * @csspart description - The line under the name.
 * @csspart meta - The text at the end.
 */
export class WmRow extends WmElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmElement.shadowRootOptions, delegatesFocus: true }

  static override properties = {
    label: {},
    description: {},
    meta: {},
    disabled: flag,
    busy: flag,
    current: flag,
    chevron: flag,
    href: {},
    named: { attribute: false },
  }

  static override styles = [
    rowStyles,
    css`
      .description {
        font-size: 0.8125em;
        line-height: 1.375;
        color: var(--_wm-text-3);
        overflow-wrap: anywhere;
      }
      a.row {
        text-decoration: none;
      }
      @media (hover: hover) {
        a.row:hover {
          background: var(--_wm-hover);
        }
      }
      .current:not(:active) {
        background: var(--_wm-accent-soft);
      }
      .current .meta {
        color: var(--_wm-accent-text);
      }
      wm-spinner {
        color: var(--_wm-accent);
      }
      slot[name='icon']::slotted(wm-icon) {
        box-sizing: border-box;
        inline-size: 2.5em;
        block-size: 2.5em;
        padding: 0.6em;
        border-radius: var(--_wm-radius-icon);
        background: var(--_wm-hover);
        color: var(--_wm-accent-text);
      }
      .row:disabled slot[name='icon']::slotted(*) {
        filter: grayscale(1) opacity(0.5);
      }
      @media (forced-colors: active) {
        .current {
          border-color: Highlight;
          outline: 2px solid Highlight;
          outline-offset: -3px;
        }
      }
    `,
  ]

  declare label: string
  declare description: string | undefined
  /** Short text at the end, such as a count or "Last used". */
  declare meta: string | undefined
  declare disabled: boolean
  /** Shows a spinner and ignores clicks. */
  declare busy: boolean
  /** The row in use; sets `aria-current`. */
  declare current: boolean
  /** Shows an arrow: the row opens a view. */
  declare chevron: boolean
  /** Renders a link, which opens in a new tab. */
  declare href: string | undefined
  /** The label is a name, such as a wallet's, which the browser must not translate. */
  declare named: boolean

  constructor() {
    super()
    this.label = ''
    this.addEventListener('click', this.#guard, { capture: true })
  }

  override click() {
    this.renderRoot.querySelector<HTMLElement>('.row')?.click()
  }

  readonly #guard = (event: Event) => {
    if (!this.disabled && !this.busy) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  protected override render() {
    const kind = ['row', ...(['current', 'busy'] as const).filter((name) => this[name])].join(' ')
    if (this.href !== undefined && !this.disabled) {
      return html`<a part="row" class=${kind} href=${this.href} target="_blank" rel="noopener noreferrer">${this.#content()}</a>`
    }
    return html`<button
      part="row"
      type="button"
      class=${kind}
      ?disabled=${this.disabled}
      aria-busy=${this.busy ? 'true' : nothing}
      aria-current=${this.current ? 'true' : nothing}
    >
      ${this.#content()}
    </button>`
  }

  #content() {
    return html`<slot name="icon"></slot>
      <span class="words">
        <span part="label" class="label" dir="auto" translate=${this.named ? 'no' : nothing}>${this.label}</span>
        ${this.description ? html`<span part="description" class="description">${this.description}</span>` : nothing}
      </span>
      ${this.meta ? html`<span part="meta" class="meta">${this.meta}</span>` : nothing}
      <slot name="end"></slot>
      ${this.#trailing()}`
  }

  #trailing() {
    if (this.busy) return html`<wm-spinner></wm-spinner>`
    if (this.href !== undefined) return html`<wm-icon name="external"></wm-icon>`
    return this.chevron ? html`<wm-icon name="chevron-end"></wm-icon>` : nothing
  }
}

register('wm-row', WmRow)

declare global {
  interface HTMLElementTagNameMap {
    'wm-row': WmRow
  }
}

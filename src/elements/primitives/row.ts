// One line of a list: an icon, a name, what is to know about it, and where it leads. The whole line is one button.
import { css, html, nothing } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import './icon.js'

const flag = { type: Boolean, reflect: true }

/**
 * @summary A row of a list, as one button. Listen to the native `click`. Put it into `<li>`, and give it a `data-key` that Back returns to.
 * @slot icon - Before the label: a wallet, a network, an icon.
 * @slot end - After the label, before the chevron: a badge.
 * @csspart row - The native button.
 * @csspart label - The name.
 * @csspart description - The second line.
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
    large: flag,
    tile: flag,
    href: {},
    named: { attribute: false },
  }

  static override styles = css`
    .row {
      display: flex;
      align-items: center;
      gap: 0.75em;
      inline-size: 100%;
      min-block-size: calc(3.5em + var(--_wm-density, 0) * 0.5em);
      padding: 0.375em 0.75em;
      border: 1px solid transparent;
      border-radius: var(--_wm-radius-row);
      color: var(--_wm-text);
      text-decoration: none;
      transition: background-color var(--_wm-duration-state);
    }
    :focus-visible {
      outline-offset: -2px;
    }
    .words {
      flex: 1;
      min-inline-size: 0;
      display: flex;
      flex-direction: column;
      /* a name in another script than the page's stands at the row's start all the same */
      align-items: flex-start;
    }
    .label {
      font-weight: 500;
      line-height: 1.375;
      overflow-wrap: anywhere;
    }
    .description,
    .meta {
      font-size: 0.8125em;
      line-height: 1.375;
      color: var(--_wm-text-3);
      overflow-wrap: anywhere;
    }
    .meta {
      flex: none;
      max-inline-size: 45%;
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
    :host([large]) .row {
      min-block-size: calc(4em + var(--_wm-density, 0) * 0.5em);
    }
    :host([tile]) :is(.row, .words) {
      flex-direction: column;
      align-items: center;
      justify-content: start;
    }
    :host([tile]) .row {
      gap: 0.375em;
      min-block-size: 6.25em;
      padding: 0.5em 0.125em;
    }
    :host([tile]) :is(.words, .meta) {
      flex: none;
      max-inline-size: 100%;
      font-size: 0.75em;
      text-align: center;
    }
    :host([tile]) .label {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      overflow: hidden;
    }
    .current {
      background: var(--_wm-accent-soft);
    }
    .current .meta {
      color: var(--_wm-accent-text);
    }
    wm-icon {
      --size: 1.125em;
      color: var(--_wm-text-2);
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
    .row:disabled {
      color: var(--_wm-text-3);
      cursor: default;
    }
    .row:disabled slot[name='icon']::slotted(*) {
      filter: grayscale(1) opacity(0.5);
    }
    @media (hover: hover) {
      .row:hover:enabled:not(.current),
      a.row:hover {
        background: var(--_wm-hover);
      }
    }
    .row:active:enabled:not(.busy) {
      background: var(--_wm-pressed);
    }
    @media (prefers-reduced-motion: reduce) {
      .row {
        transition: none;
      }
    }
    @media (forced-colors: active) {
      .row {
        border-color: ButtonText;
      }
      .current {
        border-color: Highlight;
        outline: 2px solid Highlight;
        outline-offset: -3px;
      }
      .row:disabled {
        border-color: GrayText;
        color: GrayText;
      }
    }
  `

  declare label: string
  declare description: string | undefined
  /** Short text at the end: a count, "Last used". */
  declare meta: string | undefined
  declare disabled: boolean
  declare busy: boolean
  /** This is the one in use; said as `aria-current`. */
  declare current: boolean
  declare chevron: boolean
  /** 64 px high instead of 56. */
  declare large: boolean
  /** The icon above the label, for a grid. */
  declare tile: boolean
  /** Makes it a link, which opens in a new tab. */
  declare href: string | undefined
  /** Names are not translated by the browser. Set false for a row that is our own sentence. */
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
    const kind = `row${this.current ? ' current' : ''}${this.busy ? ' busy' : ''}`
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

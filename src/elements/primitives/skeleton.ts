// Grey shapes in place of content that loads. The view has a text that says so.
import { css, html, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'

/**
 * @summary Placeholder for rows, a block or a line of text; hidden from assistive technology.
 * @cssproperty [--height=3.5em] - Height of a `block`.
 */
export class WmSkeleton extends WmElement {
  static override properties: PropertyDeclarations = { rows: { type: Number }, shape: {} }
  static override styles = css`
    .row {
      display: flex;
      align-items: center;
      gap: 0.75em;
      min-block-size: calc(3.5em + var(--_wm-density, 0) * 0.5em);
      padding: 0.375em 0.75em;
    }
    .icon,
    .line,
    .block {
      background: var(--_wm-pressed);
    }
    .icon {
      inline-size: 2.5em;
      block-size: 2.5em;
      border-radius: var(--_wm-radius-icon);
    }
    .line {
      block-size: 0.75em;
      inline-size: 9em;
      max-inline-size: 60%;
      border-radius: 6px;
    }
    .row:nth-child(2n) .line {
      inline-size: 7em;
    }
    .row:nth-child(3n) .line {
      inline-size: 10.5em;
    }
    .tile {
      flex-direction: column;
      gap: 0.5em;
      min-block-size: 6.25em;
      padding: 0.5em 0.125em;
    }
    .row.tile .line {
      inline-size: 3.5em;
      max-inline-size: 80%;
    }
    .block {
      block-size: var(--height, 3.5em);
      border-radius: var(--_wm-radius-row);
    }
    @media (prefers-reduced-motion: no-preference) {
      .icon,
      .line,
      .block {
        animation: breathe 1.4s ease-in-out infinite alternate;
      }
    }
    @keyframes breathe {
      from {
        opacity: 1;
      }
      to {
        opacity: 0.45;
      }
    }
    @media (forced-colors: active) {
      .icon,
      .line,
      .block {
        border: 1px solid GrayText;
      }
    }
  `

  /** The number of rows or tiles. */
  declare rows: number
  /** What the shapes replace. */
  declare shape: 'rows' | 'tile' | 'block' | 'line'

  constructor() {
    super()
    this.rows = 3
    this.shape = 'rows'
  }

  override connectedCallback() {
    super.connectedCallback()
    this.setAttribute('aria-hidden', 'true')
  }

  protected override render() {
    if (this.shape === 'block') return html`<div class="block"></div>`
    if (this.shape === 'line') return html`<div class="line"></div>`
    return Array.from(
      { length: this.rows },
      () =>
        html`<div class="row ${this.shape}">
          <div class="icon"></div>
          <div class="line"></div>
        </div>`,
    )
  }
}
register('wm-skeleton', WmSkeleton)

declare global {
  interface HTMLElementTagNameMap {
    'wm-skeleton': WmSkeleton
  }
}

// A QR code that phones can read: sharp modules, a quiet zone, dark on white in every theme. The encoder is a chunk of its own.
import { css, html, nothing, svg, type PropertyValues } from 'lit'
import { property, state } from 'lit/decorators.js'
import { WmElement } from '../lib/base.js'
import { define } from '../lib/define.js'
import { WmFailedEvent } from './events.js'
import './wallet-icon.js'

/** Modules of white on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4

interface Drawing {
  readonly path: string
  readonly size: number
}

/**
 * @summary A QR code of `uri`; a quiet placeholder while there is none.
 * @event {WmFailedEvent} wm-failed - There will be no code for this `uri`.
 * @csspart code - The white field.
 * @cssproperty [--size=100%] - Width; never below 280 px.
 */
@define('wm-qr-code')
export class WmQrCode extends WmElement {
  static override styles = css`
    .code {
      position: relative;
      inline-size: var(--size, 100%);
      min-inline-size: min(280px, 100%);
      aspect-ratio: 1;
      margin-inline: auto;
      overflow: hidden;
      border-radius: var(--_wm-radius-group);
      background: var(--_wm-qr-paper, #fff);
      forced-color-adjust: none;
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: 100%;
    }
    path {
      fill: var(--_wm-qr-ink, #000);
    }
    .empty {
      background: var(--_wm-hover);
    }
    .logo {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      margin: auto;
      /* of the width, with the quiet zone: about 6 % of the modules, where level M restores 15 % */
      inline-size: 22%;
      block-size: 22%;
      border-radius: 20%;
      background: var(--_wm-qr-paper, #fff);
    }
    .logo wm-wallet-icon {
      --size: 100%;
      inline-size: 82%;
      block-size: 82%;
    }
    @media (prefers-reduced-motion: no-preference) {
      .empty {
        animation: breathe 1.4s ease-in-out infinite alternate;
      }
    }
    @keyframes breathe {
      to {
        opacity: 0.5;
      }
    }
  `

  /** What the code holds. */
  @property() accessor uri: string | undefined
  /** Picture in the middle. */
  @property() accessor logo: string | undefined
  /** Whose picture it is. */
  @property() accessor name = ''
  /** Said instead of the picture. Required. */
  @property() accessor label = ''

  @state() protected accessor drawing: Drawing | undefined

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('uri')) void this.#draw(this.uri)
  }

  async #draw(uri: string | undefined) {
    if (!uri) {
      this.drawing = undefined
      return
    }
    try {
      const { drawQr } = await import('./qr-encoder.js')
      if (uri === this.uri) this.drawing = drawQr(uri)
    } catch (error) {
      if (uri !== this.uri) return
      this.drawing = undefined // an older code would be scanned for nothing
      this.dispatchEvent(new WmFailedEvent(error))
    }
  }

  protected override render() {
    const drawing = this.drawing
    if (drawing === undefined) return html`<div part="code" class="code empty" aria-hidden="true"></div>`
    const side = drawing.size + QUIET_ZONE * 2
    return html`<div part="code" class="code" role="img" aria-label=${this.label}>
      <svg viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}" shape-rendering="crispEdges" aria-hidden="true">
        ${svg`<path d=${drawing.path} />`}
      </svg>
      ${this.logo ? html`<div class="logo"><wm-wallet-icon .src=${this.logo} .name=${this.name}></wm-wallet-icon></div>` : nothing}
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wm-qr-code': WmQrCode
  }
}

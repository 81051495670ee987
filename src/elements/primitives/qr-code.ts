// A QR code: with its quiet zone, dark on white in every theme, and rounded only where readers do not sample. The encoder is a chunk of its own.
import { css, html, nothing, svg, type PropertyValues, type PropertyDeclarations } from 'lit'
import { WmElement } from '../lib/base.js'
import { register } from '../lib/define.js'
import { animate } from '../styles/motion.js'
import { WmFailedEvent } from './events.js'
import './wallet-icon.js'

/** White modules on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** Modules per side of a code with a usual pairing uri; the size of the placeholder. */
const USUAL_SIZE = 57
/** Duration of the fade-in, ms. */
const APPEAR_MS = 200

/** The path of a finder pattern, a ring and a dot, with its left upper corner at x, y. */
const eye = (x: number, y: number) =>
  `M${x + 2} ${y}h3q2 0 2 2v3q0 2-2 2h-3q-2 0-2-2v-3q0-2 2-2zm0 1q-1 0-1 1v3q0 1 1 1h3q1 0 1-1v-3q0-1-1-1zm1 1h1q1 0 1 1v1q0 1-1 1h-1q-1 0-1-1v-1q0-1 1-1z`

/**
 * @summary A QR code of `uri`; without one, the finder patterns in grey.
 * @event {WmFailedEvent} wm-failed - The encoder did not load, or `uri` is too long for a code.
 * @csspart code - The white field.
 * @cssproperty [--size=100%] - Width; never below 280 px.
 */
export class WmQrCode extends WmElement {
  static override properties: PropertyDeclarations = {
    uri: {},
    logo: {},
    name: {},
    label: {},
    faded: { type: Boolean },
    drawing: { state: true },
  }
  static override styles = css`
    .code {
      position: relative;
      container-type: inline-size;
      inline-size: var(--size, 100%);
      min-inline-size: min(280px, 100%);
      aspect-ratio: 1;
      margin-inline: auto;
      overflow: hidden;
      border: 1px solid var(--_wm-line);
      border-radius: var(--_wm-radius-group);
      background: var(--_wm-qr-paper, #fff);
      forced-color-adjust: none;
    }
    svg {
      display: block;
      inline-size: 100%;
      block-size: 100%;
      fill: var(--_wm-qr-ink, #000);
    }
    .empty {
      background: var(--_wm-raised);
    }
    .empty svg {
      fill: var(--_wm-pressed);
    }
    .faded > * {
      opacity: 0.1;
    }
    .logo {
      position: absolute;
      inset: 0;
      display: grid;
      place-items: center;
      margin: auto;
      /* of the width with the quiet zone. It covers about 6 % of the modules; error correction M restores 15 % */
      inline-size: 22%;
      block-size: 22%;
      border-radius: 24%;
      background: inherit;
    }
    .logo wm-wallet-icon {
      --size: 18.5cqi;
      --shape: 22%;
    }
    @media (prefers-reduced-motion: no-preference) {
      .empty svg {
        animation: breathe 1.4s ease-in-out infinite alternate;
      }
    }
    @keyframes breathe {
      to {
        opacity: 0.5;
      }
    }
  `

  /** The text in the code. */
  declare uri: string | undefined
  /** Address of the picture in the middle. */
  declare logo: string | undefined
  /** Name of the wallet or page in the picture. */
  declare name: string
  /** The accessible name. Required. */
  declare label: string
  /** The code is no longer valid: it is pale, and hidden from assistive technology. */
  declare faded: boolean

  declare protected drawing: { readonly path: string; readonly size: number } | undefined

  constructor() {
    super()
    this.name = ''
    this.label = ''
    this.faded = false
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (changed.has('uri')) void this.#draw(this.uri)
  }

  protected override updated(changed: PropertyValues) {
    const path = changed.has('drawing') && this.renderRoot.querySelector('.modules')
    if (path) void animate(path, [{ opacity: 0 }, { opacity: 1 }], APPEAR_MS)
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
      this.drawing = undefined // an older code must not stay
      this.dispatchEvent(new WmFailedEvent(error))
    }
  }

  protected override render() {
    const { drawing, faded } = this
    const size = drawing?.size ?? USUAL_SIZE
    const side = size + QUIET_ZONE * 2
    return html`<div
      part="code"
      class="code${drawing ? '' : ' empty'}${faded ? ' faded' : ''}"
      role="img"
      aria-hidden=${!drawing || faded}
      aria-label=${this.label}
    >
      <svg viewBox="${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}">
        ${svg`<path fill-rule="evenodd" d=${eye(0, 0) + eye(size - 7, 0) + eye(0, size - 7)} />`}
        ${drawing ? svg`<path class="modules" transform="scale(.05)" d=${drawing.path} />` : nothing}
      </svg>
      ${this.logo ? html`<div class="logo"><wm-wallet-icon .src=${this.logo} .name=${this.name}></wm-wallet-icon></div>` : nothing}
    </div>`
  }
}
register('wm-qr-code', WmQrCode)

declare global {
  interface HTMLElementTagNameMap {
    'wm-qr-code': WmQrCode
  }
}

// The pictures of the rows of the Connect view, drawn in the view's own shadow root. They look and behave as `<wm-wallet-icon>`.
import { html, nothing, type TemplateResult } from 'lit'
import type { Core } from '../../state/core.js'
import { IMAGE_PRELOAD_LIMIT_MS } from '../../vocabulary/constants.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import { afterOpen } from '../lib/after-open.js'
import { monogramOf } from '../lib/monogram.js'

/** The members of the view that `Pictures` uses. */
interface PicturesHost {
  readonly core: Core
  readonly renderRoot: HTMLElement | DocumentFragment
  requestUpdate(): void
}

/** The pictures of a view: the first letter of a wallet's name until its picture has loaded. */
export class Pictures {
  readonly #host: PicturesHost
  /** What has become of each address. One that takes longer than `IMAGE_PRELOAD_LIMIT_MS` has failed. */
  readonly #phases = new Map<string, 'loading' | 'shown' | 'failed'>()

  constructor(host: PicturesHost) {
    this.#host = host
  }

  /** The picture of a wallet. */
  of({ icon, name }: Wallet): TemplateResult {
    const src = icon !== undefined && isImageUrl(icon) ? icon : undefined
    const phase = src === undefined ? 'failed' : this.#phaseOf(src)
    const settle = (next: 'shown' | 'failed') => () => this.#settle(src, next)
    return html`<span class="picture"
      >${phase === 'shown' ? nothing : html`<span class="monogram ${phase}" aria-hidden="true">${monogramOf(name)}</span>`}${
        phase === 'failed'
          ? nothing
          : html`<img
              src=${src ?? nothing}
              alt=""
              class=${phase}
              draggable="false"
              decoding="async"
              referrerpolicy="no-referrer"
              @load=${settle('shown')}
              @error=${settle('failed')}
            />`
      }</span
    >`
  }

  /** Colours the letters that stay, by the style object: a strict content security policy forbids `style` attributes. To be called after each render. */
  colour(): void {
    const letters = this.#host.renderRoot.querySelectorAll<HTMLElement>('.monogram.failed')
    if (letters.length === 0) return
    void afterOpen(this.#host.core).then(
      ({ tint }) => {
        for (const letter of letters) tint(letter, letter.closest('.row')?.querySelector('.label')?.textContent ?? '')
      },
      () => undefined, // the letters stay grey
    )
  }

  #phaseOf(src: string) {
    const known = this.#phases.get(src)
    if (known) return known
    this.#phases.set(src, 'loading')
    setTimeout(() => this.#settle(src, 'failed'), IMAGE_PRELOAD_LIMIT_MS)
    return 'loading'
  }

  #settle(src: string | undefined, phase: 'shown' | 'failed') {
    if (src === undefined || this.#phases.get(src) !== 'loading') return
    this.#phases.set(src, phase)
    this.#host.requestUpdate()
  }
}

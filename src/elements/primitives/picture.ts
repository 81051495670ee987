// Pictures of wallets, networks and accounts come from elsewhere. They are only ever shown by <img>, and a letter replaces one that does not load.
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { IMAGE_PRELOAD_LIMIT_MS } from '../../vocabulary/constants.js'
import { isImageUrl } from '../../vocabulary/image-url.js'
import { WmElement } from '../lib/base.js'
import { monogramOf } from '../lib/monogram.js'
import { tint } from './tint.js'

/**
 * Base of the elements that show a picture, with a letter until it has loaded. A picture that takes longer than `IMAGE_PRELOAD_LIMIT_MS` counts as
 * failed.
 */
export abstract class WmPicture extends WmElement {
  static override properties: PropertyDeclarations = { src: {}, name: {}, phase: { state: true } }

  /** Address of the picture; ignored unless `isImageUrl` accepts it. */
  declare src: string | undefined
  /** The name of the wallet, network or account. The letter and its colour come from it. */
  declare name: string

  declare protected phase: 'none' | 'loading' | 'shown' | 'failed'
  #limit: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.name = ''
    this.phase = 'none'
  }

  override connectedCallback() {
    super.connectedCallback()
    if (this.phase === 'loading') this.#startLimit()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    clearTimeout(this.#limit)
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!changed.has('src')) return
    clearTimeout(this.#limit)
    this.phase = this.src !== undefined && isImageUrl(this.src) ? 'loading' : 'none'
    if (this.phase === 'loading') this.#startLimit()
  }

  #startLimit() {
    clearTimeout(this.#limit)
    this.#limit = setTimeout(() => this.#settle('failed'), IMAGE_PRELOAD_LIMIT_MS)
  }

  #settle(phase: 'shown' | 'failed') {
    clearTimeout(this.#limit)
    if (this.phase === 'loading') this.phase = phase
  }

  /** The image, and the letter until it has loaded. */
  protected picture(): TemplateResult {
    const wanted = this.phase === 'loading' || this.phase === 'shown'
    return html`${this.phase === 'shown' ? nothing : this.monogram()}
    ${
      wanted
        ? html`<img
            part="image"
            src=${this.src ?? nothing}
            alt=""
            class=${this.phase}
            draggable="false"
            decoding="async"
            referrerpolicy="no-referrer"
            @load=${() => this.#settle('shown')}
            @error=${() => this.#settle('failed')}
          />`
        : nothing
    }`
  }

  /** What is shown without an image: the first letter or digit of `name`, else `?`. */
  protected monogram(): TemplateResult {
    return html`<span part="monogram" class="monogram" aria-hidden="true">${monogramOf(this.name)}</span>`
  }

  /** Colours the letter by the style object: Lit's styleMap writes a `style` attribute, which a strict content security policy forbids. */
  protected override updated() {
    const monogram = this.renderRoot.querySelector<HTMLElement>('.monogram')
    if (monogram === null || this.phase === 'loading') return // no colour while the picture loads
    tint(monogram, this.name)
  }
}

// Pictures of wallets, networks and people come from outside: they are shown by <img> or not at all, and a letter stands in for one that does not come.
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { IMAGE_PRELOAD_LIMIT_MS } from '../../constants.js'
import { isImageUrl } from '../../image-url.js'
import { WmElement } from '../lib/base.js'

/** Base of the elements that show a picture with a letter behind it. */
export abstract class WmPicture extends WmElement {
  static override properties: PropertyDeclarations = { src: {}, name: {}, phase: { state: true } }

  declare src: string | undefined
  /** Whose picture it is. Gives the letter and its colour; text, never markup. */
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

  /** The picture, over its letter until it is there. */
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

  protected monogram(): TemplateResult {
    const first = Array.from(this.name.trim()).find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '?'
    return html`<span part="monogram" class="monogram" aria-hidden="true">${first.toLocaleUpperCase()}</span>`
  }

  /** By the style object: a `style` attribute, which Lit's styleMap writes at first, is forbidden under a strict policy. */
  protected override updated() {
    const monogram = this.renderRoot.querySelector<HTMLElement>('.monogram')
    if (monogram === null || this.phase === 'loading') return // a picture on its way is not worth a colour
    void import('./tint.js').then(
      ({ tint }) => tint(monogram, this.name),
      () => undefined, // a grey letter is a letter
    )
  }
}

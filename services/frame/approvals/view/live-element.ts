// As much of a reactive element as the one element of the frame needs: it draws itself anew, once, after what it shows has changed.
import { render } from 'lit/html.js'

/** An element that shows its properties. */
export abstract class LiveElement extends HTMLElement {
  readonly #values = new Map<string, unknown>()
  readonly #changed = new Set<string>()
  readonly #root = this.attachShadow({ mode: 'open' })
  #update: Promise<void> | undefined

  /** Gives the class its properties. */
  static watch(names: readonly string[]): void {
    for (const name of names)
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: LiveElement) {
          return this.#values.get(name)
        },
        set(this: LiveElement, value: unknown) {
          if (Object.is(this.#values.get(name), value)) return
          this.#values.set(name, value)
          this.#changed.add(name)
          this.#request()
        },
      })
  }

  protected abstract readonly styles: string
  /** What is to be seen. */
  protected abstract draw(): unknown
  /** Before it is drawn: what is set here is drawn as well. */
  protected beforeDraw?(changed: ReadonlySet<string>): void
  protected afterDraw?(): void

  /** Once all that was set is drawn. */
  get updateComplete(): Promise<void> {
    return this.#update ?? Promise.resolve()
  }

  protected get drawn(): ShadowRoot {
    return this.#root
  }

  connectedCallback(): void {
    if (this.#root.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(this.styles)
      this.#root.adoptedStyleSheets = [sheet]
    }
    this.#request()
  }

  #request(): void {
    if (this.isConnected) this.#update ??= Promise.resolve().then(() => this.#draw())
  }

  #draw(): void {
    this.beforeDraw?.(this.#changed)
    this.#changed.clear()
    // What is set from here on is drawn the next time.
    this.#update = undefined
    render(this.draw(), this.#root)
    this.afterDraw?.()
  }
}

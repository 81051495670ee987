// The class under every element that has a core: holds it and watches its stores. Free of the context, for the sake of the page's buttons.
import type { ReadableAtom } from 'nanostores'
import type { Core } from '../../state/core.js'
import { noModal } from './no-modal.js'
import { WmElement } from './base.js'
import { Watch, type Watched } from './watch.js'

export abstract class WmCoreElement extends WmElement {
  #core: Core | undefined
  // Filled by field initialisers of subclasses, which run after this one.
  readonly #watches: Pick<Watch<unknown>, 'bind' | 'release'>[] = []

  /** The modal this element belongs to. @throws WalletError NO_MODAL before it is known */
  get core(): Core {
    if (this.#core === undefined) throw noModal()
    return this.#core
  }
  set core(core: Core) {
    this.provide(core)
  }

  /** Whether there is a modal to work with: found, and not destroyed. */
  protected get hasCore() {
    return this.#core !== undefined && !this.#core.signal.aborted
  }

  /** Takes another core, or (undefined) lets go of the present one. */
  protected provide(core: Core | undefined) {
    if (core === this.#core) return
    this.#release()
    this.#core = core
    if (this.isConnected) this.#bind()
    this.requestUpdate()
  }

  /** Class-field use: `readonly account = this.watch((core) => core.use(createAccounts).$account)`, then `this.account.value`. */
  protected watch<T>(pick: (core: Core) => ReadableAtom<T>): Watched<T> {
    const watch = new Watch(pick, () => this.requestUpdate())
    this.#watches.push(watch)
    return watch
  }

  /** The part of this element's core. */
  protected use<Part>(part: (core: Core) => Part): Part {
    return this.core.use(part)
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#bind()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#release()
  }

  protected override shouldUpdate() {
    return this.hasCore
  }

  #bind() {
    const core = this.#core
    if (core !== undefined && !core.signal.aborted) for (const watch of this.#watches) watch.bind(core)
  }

  #release() {
    for (const watch of this.#watches) watch.release()
  }
}

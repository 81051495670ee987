// The base class of the elements that belong to a modal: holds the modal's core and watches its stores.
import type { ReadableAtom } from 'nanostores'
import type { Core } from '../../state/core.js'
import { WmElement } from './base.js'
import { ancestors } from './focus-note.js'
import { noModal } from './no-modal.js'
import { Watch, type Watched } from './watch.js'

/** An element with a core, set from code or taken from the nearest element around it. Does not render without a core. */
export abstract class WmCoreElement extends WmElement {
  #core: Core | undefined
  // Field initialisers of subclasses fill it by `watch()`; they run after this one.
  readonly #watches: Pick<Watch<unknown>, 'bind' | 'release'>[] = []

  /** The core of the element's modal: set from code, or that of the nearest element around it. @throws WalletError NO_MODAL before it is known */
  get core(): Core {
    if (this.#core === undefined) throw noModal()
    return this.#core
  }
  set core(core: Core) {
    if (core === this.#core) return
    this.#release()
    this.#core = core
    if (this.isConnected) this.#bind()
    this.requestUpdate()
  }

  /** Whether the element has a core whose modal is not destroyed. */
  protected get hasCore() {
    return this.#core !== undefined && !this.#core.signal.aborted
  }

  /**
   * Renders again when a store of the core changes. As a class field:
   * `readonly account = this.watch((core) => core.use(createAccounts).$account)`, then `this.account.value`.
   */
  protected watch<T>(pick: (core: Core) => ReadableAtom<T>): Watched<T> {
    const watch = new Watch(pick, () => this.requestUpdate())
    this.#watches.push(watch)
    return watch
  }

  /** `core.use(part)`: the part's stores and actions. @throws WalletError NO_MODAL before the core is known */
  protected use<Part>(part: (core: Core) => Part): Part {
    return this.core.use(part)
  }

  override connectedCallback() {
    super.connectedCallback()
    for (const around of ancestors(this)) {
      if (!(around instanceof WmCoreElement) || !around.#core) continue
      this.core = around.#core
      break
    }
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
    if (this.hasCore) for (const watch of this.#watches) watch.bind(this.core)
  }

  #release() {
    for (const watch of this.#watches) watch.release()
  }
}

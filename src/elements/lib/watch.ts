// Binds a store of the core to an element, which renders again on a change. The binding lasts while the element is connected.
import type { ReadableAtom } from 'nanostores'
import type { Core } from '../../state/core.js'
import { noModal } from './no-modal.js'

/** The present value of a watched store. */
export interface Watched<T> {
  readonly value: T
}

/** One watched store. `WmCoreElement` makes it, binds it when the element is connected, and releases it when it is disconnected. */
export class Watch<T> implements Watched<T> {
  readonly #pick: (core: Core) => ReadableAtom<T>
  readonly #changed: () => void
  #store: ReadableAtom<T> | undefined
  #stop: (() => void) | undefined

  constructor(pick: (core: Core) => ReadableAtom<T>, changed: () => void) {
    this.#pick = pick
    this.#changed = changed
  }

  /** @throws WalletError NO_MODAL before the element has found its modal */
  get value(): T {
    if (this.#store === undefined) throw noModal()
    return this.#store.get()
  }

  /** Subscribes to the store of `core`, and ends an earlier subscription. */
  bind(core: Core) {
    this.release()
    this.#store = this.#pick(core)
    this.#stop = this.#store.listen(this.#changed)
    this.#changed() // the store may have changed while the element was disconnected
  }

  /** Ends the subscription. The store stays readable, because a render may be pending. */
  release() {
    this.#stop?.()
    this.#stop = undefined
  }
}

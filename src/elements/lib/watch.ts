// Binds a store of the core to an element: a change renders again. Bound while the element is connected, so a moved element keeps listening.
import type { ReadableAtom } from 'nanostores'
import type { Core } from '../../state/core.js'
import { noModal } from './no-modal.js'

/** Reads the present value of a store. */
export interface Watched<T> {
  readonly value: T
}

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

  bind(core: Core) {
    this.release()
    this.#store = this.#pick(core)
    this.#stop = this.#store.listen(this.#changed)
    this.#changed() // what changed while the element was away
  }

  /** Stops listening; the store stays readable, because a render may already be on its way. */
  release() {
    this.#stop?.()
    this.#stop = undefined
  }
}

// `<wallet-provider>`: the elements inside it belong to its modal, however deep they stand.
import type { ModalHandle } from '../../state/handle.js'
import { register } from '../lib/define.js'
import { MODAL_READY, type ModalHolder } from '../lib/find-modal.js'

// Nothing to render and nothing to react to: a plain element. On a server there is no HTMLElement, and Lit's stand-in is not imported here.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * @summary Says which modal the elements inside belong to.
 * @attr {string} for - Id of a `<wallet-modal>`.
 */
export class WalletProvider extends Base {
  #modal: ModalHandle | undefined

  connectedCallback(): void {
    this.style.display = 'contents'
  }

  /** Id of a `<wallet-modal>`. */
  get for(): string | undefined {
    return this.getAttribute('for') ?? undefined
  }
  set for(id: string | undefined) {
    if (id === undefined) this.removeAttribute('for')
    else this.setAttribute('for', id)
  }

  /** The modal; given, or that of the element which `for` names. */
  get modal(): ModalHandle | undefined {
    const id = this.for
    if (this.#modal || id === undefined) return this.#modal
    const holder: ModalHolder | null = this.ownerDocument.getElementById(id)
    return holder?.modal
  }
  set modal(modal: ModalHandle | undefined) {
    this.#modal = modal
    this.ownerDocument.dispatchEvent(new Event(MODAL_READY))
  }
}
register('wallet-provider', WalletProvider)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-provider': WalletProvider
  }
}

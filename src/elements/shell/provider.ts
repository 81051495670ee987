// `<wallet-provider>`: the modal of all elements inside it, at any depth and through shadow roots.
import type { ModalHandle } from '../../state/interface/handle.js'
import { register } from '../lib/define.js'
import { MODAL_READY, type ModalHolder } from '../lib/find-modal.js'

// A plain element, since it renders nothing. A server has no HTMLElement, and Lit's replacement for it is not imported here.
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * @summary Gives the elements inside it their modal.
 * @attr {string} for - Id of the `<wallet-modal>` to use.
 */
export class WalletProvider extends Base {
  #modal: ModalHandle | undefined

  connectedCallback(): void {
    this.style.display = 'contents'
  }

  /** Id of the `<wallet-modal>` to use. A modal set from code wins. */
  get for(): string | undefined {
    return this.getAttribute('for') ?? undefined
  }
  set for(id: string | undefined) {
    if (id === undefined) this.removeAttribute('for')
    else this.setAttribute('for', id)
  }

  /** The modal: set from code, or that of the element which `for` names. */
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

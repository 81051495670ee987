// Finds the modal that an element of the page belongs to: the one set from code, the one that `for` names, that of the nearest `<wallet-provider>`
// around it, or the only `<wallet-modal>` of the page.
import { WalletError } from '../../vocabulary/wallet-error.js'
import type { ModalHandle } from '../../state/interface/handle.js'
import { noModal } from './no-modal.js'

/** Event at the document: a `<wallet-modal>` or `<wallet-provider>` has its modal. Elements that were connected before it look again. */
export const MODAL_READY = 'wallet-modal-ready'

/** A `<wallet-modal>` or `<wallet-provider>`; `modal` is undefined until it is ready, or before its class is defined. */
export interface ModalHolder extends Element {
  readonly modal?: ModalHandle | undefined
}

/** An element that looks for its modal, such as a `wallet-*-button`. */
export interface Seeker extends Element {
  /** Set by the page; wins over everything else. */
  readonly modal?: ModalHandle | undefined
  /** Id of a `<wallet-modal>` or `<wallet-provider>`. */
  readonly for?: string | undefined
}

/**
 * The modal of `seeker`; undefined while the element that holds it is not ready.
 * @throws WalletError NO_MODAL when there is no such element; AMBIGUOUS_MODAL when the page has several modals and `seeker` names none
 */
export function findModal(seeker: Seeker): ModalHandle | undefined {
  return seeker.modal ?? findHolder(seeker).modal
}

function findHolder(seeker: Seeker): ModalHolder {
  const id = seeker.for
  const { ownerDocument } = seeker
  if (id) {
    const root = seeker.getRootNode()
    const named = (root instanceof ShadowRoot ? root.getElementById(id) : null) ?? ownerDocument.getElementById(id)
    if (named) return named
    throw noModal(id)
  }
  for (let node: Node | null = seeker; node; node = node instanceof ShadowRoot ? node.host : node.parentNode)
    if (node instanceof Element && node.localName === 'wallet-provider') return node
  const [first, second] = ownerDocument.querySelectorAll('wallet-modal')
  if (second) throw new WalletError('AMBIGUOUS_MODAL', 'Several modals are on this page: say which one with `for` or `.modal`')
  if (first) return first
  throw noModal()
}

/**
 * Calls `found` with the modal of `seeker`, now and whenever a modal of the page becomes ready, until `signal` aborts. Never throws, because the modal
 * may be added to the page later; `findModal` throws when it is used.
 */
export function awaitModal(seeker: Seeker, signal: AbortSignal, found: (modal: ModalHandle) => void): void {
  const look = () => {
    let modal: ModalHandle | undefined
    try {
      modal = findModal(seeker)
    } catch {
      return // not on the page yet, or ambiguous for now
    }
    if (modal) found(modal)
  }
  seeker.ownerDocument.addEventListener(MODAL_READY, look, { signal })
  look()
}

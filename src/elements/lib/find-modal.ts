// Which modal does an element of the page belong to? The one it was given, the one it names, the nearest provider's, or the only one there is.
import { WalletError } from '../../errors.js'
import type { ModalHandle } from '../../state/handle.js'
import { ancestors } from './focus-note.js'

/** Told at the document when a `<wallet-modal>` or `<wallet-provider>` has its modal, so that elements before it need not poll. */
export const MODAL_READY = 'wallet-modal-ready'

export interface ModalHolder extends Element {
  readonly modal?: ModalHandle | undefined
}

export interface Seeker {
  /** Given by the page; wins over everything. */
  readonly modal?: ModalHandle | undefined
  /** Id of a `<wallet-modal>` or `<wallet-provider>`. */
  readonly for?: string | undefined
}

/** The modal, or undefined while its element is there but not ready. @throws WalletError NO_MODAL, AMBIGUOUS_MODAL */
export function findModal(element: Element, { modal, for: id }: Seeker): ModalHandle | undefined {
  if (modal !== undefined) return modal
  return findHolder(element, id).modal
}

function findHolder(element: Element, id: string | undefined): ModalHolder {
  if (id) {
    const root = element.getRootNode()
    const named = (root instanceof ShadowRoot ? root.getElementById(id) : null) ?? element.ownerDocument.getElementById(id)
    if (named === null) throw new WalletError('NO_MODAL', { details: { for: id } })
    return named
  }
  for (const parent of ancestors(element)) if (parent.localName === 'wallet-provider') return parent
  const [first, second] = element.ownerDocument.querySelectorAll('wallet-modal')
  if (first === undefined) throw new WalletError('NO_MODAL')
  if (second !== undefined) throw new WalletError('AMBIGUOUS_MODAL')
  return first
}

/**
 * Looks for the modal now and whenever one becomes ready, until it is found or `signal` ends. What is wrong is told by `findModal` on use:
 * at this moment the modal may simply not be on the page yet.
 */
export function awaitModal(element: Element, seeker: Seeker, signal: AbortSignal, found: (modal: ModalHandle) => void) {
  const look = () => {
    if (signal.aborted) return
    let modal: ModalHandle | undefined
    try {
      modal = findModal(element, seeker)
    } catch {
      return // not there yet, or not to be told apart yet
    }
    if (modal !== undefined) found(modal)
  }
  element.ownerDocument.addEventListener(MODAL_READY, look, { signal })
  look()
}

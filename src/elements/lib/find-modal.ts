// Which modal does an element of the page belong to? The one it was given, the one it names, the nearest provider's, or the only one there is.
import { CodedError } from '../../coded-error.js'
import type { ModalHandle } from '../../state/handle.js'
import { noModal } from './no-modal.js'

/** Told at the document when a `<wallet-modal>` or `<wallet-provider>` has its modal, so that elements before it need not poll. */
export const MODAL_READY = 'wallet-modal-ready'

export interface ModalHolder extends Element {
  readonly modal?: ModalHandle | undefined
}

export interface Seeker extends Element {
  /** Given by the page; wins over everything. */
  readonly modal?: ModalHandle | undefined
  /** Id of a `<wallet-modal>` or `<wallet-provider>`. */
  readonly for?: string | undefined
}

/** The modal, or undefined while its element is there but not ready. @throws CodedError NO_MODAL, AMBIGUOUS_MODAL */
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
  if (second) throw new CodedError('AMBIGUOUS_MODAL', 'Several modals are on this page: say which one with `for` or `.modal`')
  if (first) return first
  throw noModal()
}

/**
 * Looks for the modal now and whenever one becomes ready, until `signal` ends. What is wrong is told by `findModal` on use:
 * at this moment the modal may simply not be on the page yet.
 */
export function awaitModal(seeker: Seeker, signal: AbortSignal, found: (modal: ModalHandle) => void): void {
  const look = () => {
    let modal: ModalHandle | undefined
    try {
      modal = findModal(seeker)
    } catch {
      return // not there yet, or not to be told apart yet
    }
    if (modal) found(modal)
  }
  seeker.ownerDocument.addEventListener(MODAL_READY, look, { signal })
  look()
}

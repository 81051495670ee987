// The error of elements that have no modal in the document.
import { WalletError } from '../../vocabulary/wallet-error.js'

/** A `NO_MODAL` error. `id`: the value of `for`, if the element has one. */
export const noModal = (id?: string): WalletError =>
  new WalletError('NO_MODAL', 'No modal in the document: add <wallet-modal>, or set `.modal`, `for`, or use <wallet-provider>', {
    details: { for: id },
  })

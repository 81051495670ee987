// The error of what has no modal that anybody can see: buttons and elements without one, a modal on a server or out of the document.
import { CodedError } from '../../coded-error.js'

/** `id`: the element that was named by `for`. */
export const noModal = (id?: string): CodedError =>
  new CodedError('NO_MODAL', 'No modal in the document: add <wallet-modal>, or set `.modal`, `for`, or use <wallet-provider>', {
    details: { for: id },
  })

// The error of an element that has no modal: of the page's buttons, and of what stands inside a dialog without one.
import { CodedError } from '../../coded-error.js'

/** `id`: the element that was named by `for`. */
export const noModal = (id?: string): CodedError =>
  new CodedError('NO_MODAL', 'No modal found for this element: set `.modal`, `for`, or put it inside <wallet-provider>', {
    details: { for: id },
  })

/** Of a modal that nobody can see: on a server, or while its element is out of the document. */
export const notShown = (): CodedError => new CodedError('NO_MODAL', 'The modal is not in the document')

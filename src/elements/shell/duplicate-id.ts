// Finds two modals of a page that share one storage name. Loaded only where a page has several `<wallet-modal>`.
import { duplicateIdError } from '../../state/interface/duplicate-id.js'
import { reportSetupError } from '../../state/lib/report-setup-error.js'
import type { ModalElement } from './modal-element.js'

/** Reports `CONFIG_INVALID` when another `<wallet-modal>` of the page has the same name: in the console at once, in the modal with `debug`. */
export function tellSameName(element: ModalElement): void {
  const { modal } = element
  const others = [...element.ownerDocument.querySelectorAll<ModalElement>('wallet-modal')].filter((other) => other !== element)
  if (!modal || !element.isConnected || !others.some((other) => other.modal?.appearance.name === modal.appearance.name)) return
  const [projectId = '', id = ''] = modal.appearance.name.split(':')
  const error = duplicateIdError(projectId, id)
  if (!modal.core) console.error('[wallet-modal]', error.message)
  modal.whenStarted((core) => reportSetupError(core, error), new AbortController().signal)
}

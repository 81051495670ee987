// Two modals of a page that are kept under one name. Loaded only where a page has several `<wallet-modal>`.
import { sameName } from '../../state/claim.js'
import { tellDeveloper } from '../../state/tell-developer.js'
import type { ModalElement } from './host.js'

/** Tells the developer when another `<wallet-modal>` of the page has the same id: in the console at once, in the modal with `debug`. */
export function tellSameName(element: ModalElement): void {
  const { modal } = element
  const others = [...element.ownerDocument.querySelectorAll<ModalElement>('wallet-modal')].filter((other) => other !== element)
  if (!modal || !element.isConnected || !others.some((other) => other.modal?.look.name === modal.look.name)) return
  const [projectId = '', id = ''] = modal.look.name.split(':')
  const error = sameName(projectId, id)
  if (!modal.core) console.error('[wallet-modal]', error.message)
  modal.whenStarted((core) => tellDeveloper(core, error), new AbortController().signal)
}

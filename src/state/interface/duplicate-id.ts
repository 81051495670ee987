// Finds two modals of a page with the same storage name, which would overwrite each other's connections, recent wallets and relay keys. Instances share
// nothing, so each asks the others with an event on the window.
import { walletError, type WalletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { storageKey } from '../lib/storage.js'
import { reportSetupError } from '../lib/report-setup-error.js'

const DUPLICATE_ID_EVENT = 'wallet-modal-claim'

/** A part: claims the storage name of this instance for its life, and reports CONFIG_INVALID to the developer when another instance has it. */
export function createDuplicateIdCheck(core: Core): void {
  const { window } = core.deps
  const { id, projectId } = core.config
  const name = storageKey(core, '')
  // An instance that has the name already refuses with `preventDefault`.
  const isFree = window?.dispatchEvent(new CustomEvent(DUPLICATE_ID_EVENT, { detail: name, cancelable: true })) ?? true
  window?.addEventListener(
    DUPLICATE_ID_EVENT,
    (event) => event instanceof CustomEvent && event.detail === name && event.preventDefault(),
    {
      signal: core.signal,
    },
  )
  if (isFree) return
  reportSetupError(core, duplicateIdError(projectId, id))
}

/** The error for two modals of a page with one storage name: CONFIG_INVALID of the setting `id`. */
export function duplicateIdError(projectId: string, id: string): WalletError {
  const problem = `another modal of this page has the id ${id}${projectId && ` of project ${projectId}`}: give each its own`
  return walletError('CONFIG_INVALID', { details: { setting: 'id', problem } })
}

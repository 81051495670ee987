// Two modals of a page that are kept under one name would overwrite what the other remembers: connections, recent wallets, the relay's keys.
// They know nothing of each other, so each asks the page once.
import { WalletError } from '../errors.js'
import type { Core } from './core.js'
import { storageKey } from './lib/storage.js'
import { tellDeveloper } from './tell-developer.js'

const CLAIM = 'wallet-modal-claim'

/** A part: claims the name of this instance for its life, and tells the developer when another has it. */
export function createClaim(core: Core): void {
  const { window } = core.deps
  const { id, projectId } = core.config
  const name = storageKey(core, '')
  // Refused (`preventDefault`) by whoever has the name already.
  const isFree = window?.dispatchEvent(new CustomEvent(CLAIM, { detail: name, cancelable: true })) ?? true
  window?.addEventListener(CLAIM, (event) => event instanceof CustomEvent && event.detail === name && event.preventDefault(), {
    signal: core.signal,
  })
  if (isFree) return
  tellDeveloper(core, sameName(projectId, id))
}

/** What two modals of a page are told that have one name. */
export function sameName(projectId: string, id: string): WalletError {
  const problem = `another modal of this page has the id ${id}${projectId && ` of project ${projectId}`}: give each its own`
  return new WalletError('CONFIG_INVALID', { details: { setting: 'id', problem } })
}

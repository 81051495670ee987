// The page has asked the embedded wallet for what it never does (specification §6): the modal opens and says so, and open requests end.
import type { Core } from '../core.js'
import { createModal } from '../interface/modal.js'
import { createNotices } from '../interface/notices.js'

/** How long after its refusal the visitor is told that an action is not allowed, in ms: the modal opens first. */
const NOT_ALLOWED_DELAY_MS = 300

/** Tells the visitor that an action is not allowed. @param abort ends the open requests */
export function refuse(core: Core, method: string, abort: () => void): void {
  core.deps.log.error('Requested RPC call is not allowed', method)
  abort()
  const modal = core.use(createModal)
  if (!modal.$open.get())
    core.deps.show(modal.home()).catch((error: unknown) => core.deps.log.warn('the modal did not open', error))
  const timer = setTimeout(() => core.use(createNotices).show('error', 'METHOD_NOT_ALLOWED'), NOT_ALLOWED_DELAY_MS)
  core.onEnd(() => clearTimeout(timer))
}

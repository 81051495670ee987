// Why a frame did not load: the browser does not tell a page that it is not on the frame's list, so the services are asked for that list.
import { getAllowedOrigins, isOriginAllowed } from '../../api/project.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { reportSetupError } from '../lib/report-setup-error.js'

/** Reports ORIGIN_NOT_ALLOWED to the page's developer where the services' list lacks this page. Never rejects. */
export async function checkOrigin(core: Core): Promise<void> {
  const { wallets } = core.config.services
  const origin = core.deps.window?.location.origin
  if (!wallets || origin === undefined) return
  try {
    const allowed = await getAllowedOrigins(apiOf(core, wallets), { signal: core.signal })
    if (!isOriginAllowed(origin, allowed)) reportSetupError(core, walletError('ORIGIN_NOT_ALLOWED', { details: { origin } }))
  } catch (error) {
    core.deps.log.debug('the list of allowed origins could not be read', error) // what is known was reported
  }
}

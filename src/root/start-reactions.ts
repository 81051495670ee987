// What happens once the code after the first open is there: the settings are checked, and the parts start that act on their own.
import { parseConfig } from '../config/check.js'
import type { ModalConfig } from '../config/types.js'
import type { Core } from '../state/core.js'
import { createDuplicateIdCheck } from '../state/interface/duplicate-id.js'
import { offersLogin } from '../state/embedded/offered.js'
import { createReactions } from '../state/interface/reactions.js'
import { reportSetupError } from '../state/lib/report-setup-error.js'
import { isStored } from '../state/lib/storage.js'
import type { View } from '../vocabulary/view.js'
import type { WalletError } from '../vocabulary/wallet-error.js'

/** The problem of each instance's settings; undefined: they are in order. */
const problems = new WeakMap<Core, WalletError | undefined>()

/**
 * Starts the reactions of an instance, once; of one that has ended, none. The settings are checked by the first call; where they are wrong it reports them to the developer, and every
 * call throws.
 * @param asked the view that was asked for: by now another one may be shown, such as Connect, which leads to it
 * @returns waits for its outcome (`ViewRow.outcome`); resolves at once for one without
 * @throws WalletError CONFIG_INVALID
 */
export function startReactions(core: Core, input: ModalConfig, asked?: View): () => Promise<unknown> {
  if (core.signal.aborted) return () => Promise.resolve()
  if (!problems.has(core)) problems.set(core, problemOf(core, input))
  const problem = problems.get(core)
  if (problem) throw problem
  core.use(createReactions)
  core.use(createDuplicateIdCheck)
  if (offersLogin(core.config) && isStored(core, 'EMAIL_LOGIN_USED_KEY')) core.use(startFrame)
  if (core.config.features.analytics) core.use(startAnalytics)
  return () => Promise.resolve(asked && core.deps.views.find(asked)?.outcome?.(core, asked))
}

/** A part: loads what sends the events to the services. */
function startAnalytics(core: Core): void {
  import('../state/interface/analytics.js').then(
    ({ createAnalyticsSender }) => core.signal.aborted || core.use(createAnalyticsSender),
    (error: unknown) => core.deps.log.warn('analytics did not load', error), // what is not sent harms nobody
  )
}

/** A part: makes the frame of the embedded wallet at once, because this browser has signed in with it (specification §4). */
function startFrame(core: Core): void {
  const failed = (error: unknown) => core.deps.log.warn('the embedded wallet did not load', error) // its first use tries again
  import('../state/embedded/embedded.js').then(({ createEmbedded }) => {
    if (!core.signal.aborted) core.use(createEmbedded).start().catch(failed)
  }, failed)
}

function problemOf(core: Core, input: ModalConfig): WalletError | undefined {
  try {
    parseConfig(input)
  } catch (error) {
    reportSetupError(core, error)
    return error as WalletError // the only error that the check throws
  }
  return undefined
}

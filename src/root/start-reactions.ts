// What happens once the code after the first open is there: the settings are checked, and the parts start that act on their own.
import { parseConfig } from '../config/check.js'
import type { ModalConfig } from '../config/types.js'
import type { Core } from '../state/core.js'
import { createDuplicateIdCheck } from '../state/interface/duplicate-id.js'
import { createReactions } from '../state/interface/reactions.js'
import { reportSetupError } from '../state/lib/report-setup-error.js'
import type { WalletError } from '../vocabulary/wallet-error.js'

/** The problem of each instance's settings; undefined: they are in order. */
const problems = new WeakMap<Core, WalletError | undefined>()

/**
 * Starts the reactions of an instance, once. The settings are checked by the first call; where they are wrong it reports them to the developer, and every
 * call throws.
 * @throws WalletError CONFIG_INVALID
 */
export function startReactions(core: Core, input: ModalConfig): void {
  if (!problems.has(core)) problems.set(core, problemOf(core, input))
  const problem = problems.get(core)
  if (problem) throw problem
  core.use(createReactions)
  core.use(createDuplicateIdCheck)
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

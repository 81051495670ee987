// Passes on errors that may be caused by the page's set-up. `setup-alerts.ts`, which is loaded after the first view, decides which ones are.
import type { Core } from '../core.js'

/** Reports `error` to the page's developer, if it is a problem of the set-up: in the console, and with `debug` in the modal too. Never throws. */
export function reportSetupError(core: Core, error: unknown): void {
  core.deps.afterOpen().then(
    ({ raiseSetupAlert }) => core.signal.aborted || raiseSetupAlert(core, error),
    () => core.deps.log.error('a problem', error), // `setup-alerts.ts` did not load
  )
}

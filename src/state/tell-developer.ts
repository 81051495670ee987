// Where every failure passes that may be the fault of the set-up. What a failure says about the set-up is decided in `setup-problems.ts`, which
// comes after the first view.
import type { Core } from './core.js'

/** Tells the developer of the page, if `error` is a problem of the set-up: always in the console, in the modal with `debug`. */
export function tellDeveloper(core: Core, error: unknown): void {
  core.deps.afterOpen().then(
    ({ raiseProblem }) => core.signal.aborted || raiseProblem(core, error),
    () => core.deps.log.error('a problem that could not be looked up', error), // offline, most likely
  )
}

// The storage keys of one modal instance, and whether a value is stored, which decides whether the code that reads it is loaded.
import type { Core } from '../core.js'

/** The storage key of `name`: `wm:<projectId>:<id>:<name>`, different for each instance of a page. */
export function storageKey(core: Core, name: string): string {
  return `wm:${core.config.projectId}:${core.config.id}:${name}`
}

/** Whether there is a stored value of `name`, of whatever shape. */
export function isStored(core: Core, name: string): boolean {
  try {
    return core.deps.storage?.getItem(storageKey(core, name)) != null
  } catch {
    return false // the browser forbids storage, so nothing can be stored
  }
}

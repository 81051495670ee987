// Where the things of one modal instance are kept, and whether there is one: asked before the code that reads it is loaded.
import type { Core } from '../core.js'

/** The key of every stored thing: no two instances share one. */
export function storageKey(core: Core, name: string): string {
  return `wm:${core.config.projectId}:${core.config.id}:${name}`
}

export function isStored(core: Core, name: string): boolean {
  try {
    return core.deps.storage?.getItem(storageKey(core, name)) != null
  } catch {
    return false // Storage is forbidden: nothing can have been left.
  }
}

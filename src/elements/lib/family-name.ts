// The display name of a family of networks.
import type { Namespace } from '../../vocabulary/caip.js'
import type { Core } from '../../state/core.js'
import { createMessages, type MessageKey } from './localize.js'

/** The name of `namespace` in the chosen language; else the name in the table of namespaces, else the namespace itself. */
export function familyName(core: Core, namespace: Namespace): string {
  const key = `families.${namespace}` as MessageKey // a namespace that was added may have no text
  return core.use(createMessages).t(key) || (core.deps.namespaces[namespace]?.name ?? namespace)
}

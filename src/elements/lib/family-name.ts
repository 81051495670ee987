// The display name of a family of networks.
import type { Namespace } from '../../vocabulary/caip.js'
import type { Core } from '../../state/core.js'
import { createMessages } from './localize.js'

/** The name of `namespace` in the chosen language; else the name in the table of namespaces, else the namespace itself. */
export function familyName(core: Core, namespace: Namespace): string {
  return core.use(createMessages).lookup(`families.${namespace}`) ?? core.deps.namespaces[namespace]?.name ?? namespace
}

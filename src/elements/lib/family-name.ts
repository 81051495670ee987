// What people call an ecosystem.
import type { Namespace } from '../../caip.js'
import type { Core } from '../../state/core.js'
import { createMessages } from './localize.js'

/** In the chosen language, where its catalogue knows the family; else the name of its row, once that is here. */
export function familyName(core: Core, namespace: Namespace): string {
  return core.use(createMessages).lookup(`families.${namespace}`) ?? core.deps.namespaces[namespace]?.name ?? namespace
}

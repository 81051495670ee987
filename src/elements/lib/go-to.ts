// Leading to a view from one that may stand in the modal or in the page (`<wallet-onramp>`).
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/interface/modal.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'

/** Shows `view`: as the next one of an open modal, else as the first one of a modal that opens. */
export function goTo(core: Core, view: View): void {
  if (core.use(createModal).$open.get()) core.use(createRouter).push(view)
  else void core.deps.show(view).catch((error: unknown) => core.deps.log.error(`${view.name} was not shown`, error))
}

// Leading to a view from one that may stand in the modal or in the page (`<wallet-onramp>`).
import { createModal } from '../../state/interface/modal.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'
import type { WmView } from './element.js'

/** A view leads to another one. Who shows the view in the page takes it by `preventDefault()`; else the modal does. Bubbles to the root of the view. */
export class WmGoEvent extends Event {
  /** `back`: to the view before. */
  readonly to: View | 'back'
  constructor(to: View | 'back') {
    super('wm-go', { bubbles: true, cancelable: true })
    this.to = to
  }
}

/** Leads there in the page. False where `from` is a view of the modal. */
export const goInline = (from: WmView, to: View | 'back'): boolean => !from.dispatchEvent(new WmGoEvent(to))

/** Shows `view`: in the page where `from` stands in it, else as the next one of an open modal, else as the first one of a modal that opens. */
export function goTo(from: WmView, view: View): void {
  if (goInline(from, view)) return
  const { core } = from
  if (core.use(createModal).$open.get()) core.use(createRouter).push(view)
  else void core.deps.show(view).catch((error: unknown) => core.deps.log.error(`${view.name} was not shown`, error))
}

/** Shows the view before. A modal without one closes. */
export function goBack(from: WmView): void {
  if (!goInline(from, 'back')) from.core.use(createModal).back()
}

declare global {
  interface HTMLElementEventMap {
    'wm-go': WmGoEvent
  }
}

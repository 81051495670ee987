// Tells the dialog that there is something to look at.
import type { Route } from '../routes.js'

/** From which side a view came; undefined: nothing stood in its place before. */
export type Way = 'forward' | 'back' | undefined

/** Another view is in place, or what stands for it. */
export class WmViewShownEvent extends Event {
  readonly route: Route
  readonly way: Way
  /** The `data-key` of the row that led away from this view, when the visitor came back to it. */
  readonly key: string | undefined
  constructor(route: Route, way?: Way, key?: string) {
    super('wm-view-shown', { bubbles: true, composed: true })
    this.route = route
    this.way = way
    this.key = key
  }
}

declare global {
  interface HTMLElementEventMap {
    'wm-view-shown': WmViewShownEvent
  }
}

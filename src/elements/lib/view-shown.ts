// The event by which the outlet tells the dialog that another view is shown.
import type { Route } from '../routes.js'

/** The direction of the navigation to a view; undefined if no view was shown before. */
export type NavigationDirection = 'forward' | 'back' | undefined

/** Another view has rendered, or the failure in its place. Bubbles from `<wm-outlet>` to `<wm-dialog>`. */
export class WmViewShownEvent extends Event {
  readonly route: Route
  readonly direction: NavigationDirection
  /** The `data-key` of the row that led away from this view, if the visitor came back to it. */
  readonly key: string | undefined
  constructor(route: Route, direction?: NavigationDirection, key?: string) {
    super('wm-view-shown', { bubbles: true, composed: true })
    this.route = route
    this.direction = direction
    this.key = key
  }
}

declare global {
  interface HTMLElementEventMap {
    'wm-view-shown': WmViewShownEvent
  }
}

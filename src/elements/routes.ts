// The table of views: one row per view with all that the modal knows of the view. This file has the type of a row, and the row of Connect, which the
// first open needs; `all-routes.ts` has the other rows.
import type { Core } from '../state/core.js'
import type { LoadedViewTable, View, ViewName, ViewRow, ViewTable } from '../vocabulary/view.js'
import type { MessageKey, Translate } from './lib/localize.js'
import type { LaterFeature } from './locales/catalogue.js'

/** A note under a view: the text, and a button with `label` that calls `explain`. */
export interface Note {
  readonly text: MessageKey
  readonly label: MessageKey
  explain(core: Core): void
}

/** The row of a view. `Parameters`: the view's parameters, besides its name. */
export interface Route<Parameters = unknown> extends ViewRow<Parameters> {
  /** The heading of the dialog while the view is shown. */
  title(translate: Translate, view: Parameters): string
  /**
   * Imports the element's module, and starts to load what else the view needs at once. When that rejects, a later call tries again. `view` lacks
   * parameters that are not known yet when it is loaded ahead. Absent: the element is loaded with the dialog.
   */
  load?(core: Core, view: Partial<Parameters>): Promise<unknown>
  /**
   * Focus when the view is shown: `field` is its first field, on a device without a coarse pointer; `frame` is the heading until the frame that the view
   * shows has taken it. Default: the heading.
   */
  readonly focus?: 'field' | 'frame'
  /** The button left of the heading when there is no view to go back to; empty: there never is one, Back included. Default: none but Back. */
  readonly left?: 'help' | 'network' | ''
  /** When the footer shows the line about terms and privacy: always, or only if this is the first view of the history. Default: never. */
  readonly consent?: 'always' | 'first'
  /** The note in the footer, instead of the line about terms and privacy. */
  readonly note?: Note
  /** Features whose texts the view shows, besides `first` and `shell`. They are loaded with its module. Default: none. */
  readonly words?: readonly LaterFeature[]
}

/** The row of Connect. Connect is also shown for a view that does not exist, or lacks a parameter. */
export const connectRoute: Route = {
  tag: 'wm-connect-view',
  title: (t) => t('connect.title'),
  needs: {},
  left: 'help',
  consent: 'always',
}

/** The rows of the views for elements. */
export interface RouteTable extends ViewTable<Route> {
  load(): Promise<LoadedRouteTable>
}

/** The rows of the views after `RouteTable.load`. */
export interface LoadedRouteTable extends LoadedViewTable<Route> {
  load(): Promise<LoadedRouteTable>
  /**
   * Loads a view's chunk before the view is shown, and ignores a failure, which the outlet meets again. Returns the features whose texts the view shows.
   * @param view its name, with the parameters that are known
   */
  preload(core: Core, view: ViewName | { readonly name: ViewName }): readonly LaterFeature[]
}

/** The table of the package's views: Connect at once, the other views after `load()`. `fetch` imports `all-routes.ts`. */
export function createRoutes(fetch: () => Promise<{ readonly routeTable: LoadedRouteTable }>): RouteTable {
  let all: LoadedRouteTable | undefined
  return {
    find: (view) => (view.name === 'Connect' ? connectRoute : all?.find(view)),
    load: async () => (all = (await fetch()).routeTable),
  }
}

/** The row of the view that is shown for `view`; while the rows are not loaded that of Connect, because the dialog needs a title. */
export function routeOf({ deps }: Core, view: View): Route {
  // State types only a part of a row; a core with elements gets the full rows.
  return (deps.views as ViewTable<Route>).find(view) ?? connectRoute
}

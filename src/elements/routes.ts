// One row per view holds all that the modal knows of the view. This file has the type of a row, and the row that the first open needs;
// `all-routes.ts` has the other rows.
import type { Core } from '../state/core.js'
import type { LoadedViewTable, View, ViewRow, ViewTable } from '../view.js'
import type { MessageKey, Translate } from './lib/localize.js'
import type { LaterFeature } from './locales/catalogue.js'

/** A remark under a view, and a button `label` that explains it. */
export interface Note {
  readonly text: MessageKey
  readonly label: MessageKey
  explain(core: Core): void
}

/** The row of a view. */
export interface Route<Parameters = unknown> extends ViewRow<Parameters> {
  title(translate: Translate, view: Parameters): string
  /** Where focus goes when the view appears: the view's first field where a mouse points, else the heading. Default: the heading. */
  readonly focus?: 'field'
  /** Left of the heading when there is nothing to go back to. Default: nothing. */
  readonly left?: 'help' | 'network'
  /** The line that says what connecting agrees to: always, or only when the visitor begins at this view. Default: never. */
  readonly consent?: 'always' | 'first'
  /** The line under the view, where it is not about consent. */
  readonly note?: Note
  /** Features whose words it shows, besides those of the first screen and of the shell. They are fetched with its module. Default: none. */
  readonly words?: readonly LaterFeature[]
}

/** The row of Connect, which is also shown where no other row fits. */
export const connectRoute: Route = {
  tag: 'wm-connect-view',
  title: (t) => t('connect.title'),
  needs: {},
  left: 'help',
  consent: 'always',
}

/** The table of the package's views. It knows Connect at once, and the others when they have been fetched. */
export function createRoutes(fetch: () => Promise<{ readonly routeTable: LoadedViewTable<Route> }>): ViewTable<Route> {
  let all: LoadedViewTable<Route> | undefined
  return {
    find: (view) => (view.name === 'Connect' ? connectRoute : all?.find(view)),
    load: async () => (all = (await fetch()).routeTable),
  }
}

/** The row of what is shown for `view`; while it is not loaded that of Connect, because a dialog needs a name. */
export function routeOf({ deps }: Core, view: View): Route {
  // State reads no more than the rules of a row; whoever makes a core with elements hands in whole rows.
  return (deps.views as ViewTable<Route>).find(view) ?? connectRoute
}

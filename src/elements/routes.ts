// Which element shows which view, and what the shell must know of it: its heading, where focus goes, what stands left in the header.
import type { View, ViewName } from '../view.js'
import type { Translate } from './lib/localize.js'

export type Title = (t: Translate, view: View) => string

export interface Route {
  readonly tag: string
  /** Imports the element's module; rejects when the chunk cannot be had, and may be called again. */
  readonly load: () => Promise<unknown>
  /** The heading of the dialog while this view is shown. */
  readonly title: Title
  /** Where focus goes when the view appears: the heading, or the view's first field. */
  readonly focus: 'heading' | 'field'
  /** Left of the heading when there is nothing to go back to; `back` is the rule without it. */
  readonly left?: 'help' | 'network' | 'back'
  /** The parameter without which the view is not shown. */
  readonly needs?: 'wallet' | 'network'
}

/** The first view; `all.ts` puts all others here. */
export const routes: { Connect: Route } & Partial<Record<ViewName, Route>> = {
  Connect: {
    tag: 'wm-connect-view',
    load: () => Promise.resolve(), // the outlet brings it
    title: (t) => t('connect.title'),
    focus: 'heading',
    left: 'help',
  },
}

/** Whatever is not the first view is known from now on. Rejects when that cannot be had, and may be called again. */
export const loadRoutes = () => import('./all-routes.js')

/** Fetches a view's chunk ahead of its use, on pointer-over or focus of what leads to it. */
export function preload(name: ViewName): void {
  // A miss costs nothing here: the outlet asks again when the view is wanted, and shows the failure.
  loadRoutes()
    .then(() => routes[name]?.load())
    .catch(() => undefined)
}

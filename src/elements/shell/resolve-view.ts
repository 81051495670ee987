// What is really shown for a view: a page may ask for one that does not exist, or leave out what it needs; then it is Connect.
import type { View } from '../../view.js'
import { routes, type Route } from '../routes.js'

const first: View = { name: 'Connect' }

/** Before the other routes are loaded, a view is taken as it is, with the heading of the first: a dialog without a name would be worse. */
export function resolveView(view: View): { readonly view: View; readonly route: Route } {
  const known = Object.hasOwn(routes, view.name) ? routes[view.name] : undefined
  const isComplete = !known?.needs || (view as { [name: string]: unknown })[known.needs] !== undefined // a page's own code may have left it out
  if (known && isComplete) return { view, route: known }
  return { view: routes.Account ? first : view, route: routes.Connect }
}

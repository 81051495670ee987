// What is really shown for a view: a page may ask for one that does not exist, or leave out what it needs; then it is Connect.
import type { View, ViewName } from '../../view.js'
import { routes, type Route } from '../views/index.js'

const needed: { readonly [Name in ViewName]?: 'wallet' | 'network' } = {
  ConnectingExternal: 'wallet',
  ConnectingMultiChain: 'wallet',
  Downloads: 'wallet',
  SwitchNetwork: 'network',
}
const fallback: View = { name: 'Connect' }

export function resolveView(view: View): { readonly view: View; readonly route: Route } {
  const known = Object.hasOwn(routes, view.name)
  const parameter = needed[view.name]
  const complete =
    parameter === undefined || (parameter in view && (view as unknown as Record<string, unknown>)[parameter] !== undefined) // a page's own code may have left it out
  const shown = known && complete ? view : fallback
  return { view: shown, route: routes[shown.name] }
}

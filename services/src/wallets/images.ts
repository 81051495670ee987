// Images of wallets, networks, tokens and currencies. The answer is always an image: without a drawing it is a monogram.
import * as z from 'zod'
import { ifChanged } from '../http/etag.js'
import { defineRoute, type Route } from '../http/route.js'
import { networkIcons, type Icons } from './icons.js'
import { currencySign, monogram } from './monogram.js'
import type { Registry } from './registry.js'

/** A list view asks for forty at once. */
const IMAGE_COST = 0.1
const paramsSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/, 'An id of letters, digits, _, . and - is needed, at most 64'),
})
const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
  // Opened as a page, an SVG may neither run nor load anything.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** The four image routes; ids that are not known get a monogram. */
export function imageRoutes({ registry, icons }: { readonly registry: Registry; readonly icons: Icons }): readonly Route[] {
  const wallet = async (id: string) => {
    const known = registry.pictures.get(id.toLowerCase())
    const drawing = known?.icon ? await icons.load('wallets', known.icon) : undefined
    return drawing ?? monogram(known?.name ?? id, id)
  }
  const asset = async (id: string) => {
    const chain = id.replace('-', ':')
    const network = (Object.hasOwn(networkIcons, chain) && networkIcons[chain]) || id // `constructor` is a name that any object knows
    for (const kind of ['networks', ...(network === id ? [] : (['tokens'] as const)), 'wallets'] as const) {
      const drawing = await icons.load(kind, network)
      if (drawing !== undefined) return drawing
    }
    return monogram(id)
  }
  const token = async (symbol: string) => (await icons.load('tokens', symbol)) ?? monogram(symbol, symbol.toUpperCase())
  const currency = (code: string) => currencySign(code) ?? monogram(code, code.toUpperCase())

  const route = (path: `/${string}/:id`, draw: (id: string) => string | Promise<string>) =>
    defineRoute({
      method: 'GET',
      path,
      summary: 'A picture; a monogram when there is none',
      cost: IMAGE_COST,
      project: { rule: 'optional', because: '`<img>` sends neither project nor origin' },
      params: paramsSchema,
      answers: { 200: { type: 'image/svg+xml' } },
      handle: async ({ request, params }) => ifChanged(request, await draw(params.id), headers),
    })
  return [
    route('/getWalletImage/:id', wallet),
    route('/public/getAssetImage/:id', asset),
    route('/public/getTokenImage/:id', token),
    route('/public/getCurrencyImage/:id', currency),
  ]
}

// Pictures of wallets, networks, tokens and currencies. Always an image: what has no drawing gets its initial.
import type { Context } from 'hono'
import { HttpError } from '../errors.js'
import { ifChanged } from '../etag.js'
import type { Route } from '../route.js'
import { networkIcons, type Icons } from './icons.js'
import { currencySign, monogram } from './monogram.js'
import type { Registry } from './registry.js'

/** A list view asks for forty at once. */
const IMAGE_COST = 0.1
const idPattern = /^[A-Za-z0-9._-]{1,64}$/
const headers = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
  // Opened as a page, an SVG may neither run nor load anything.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

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

  const route = (path: string, draw: (id: string) => string | Promise<string>): Route => ({
    method: 'GET',
    path: `${path}/:id`,
    cost: IMAGE_COST,
    access: 'listed-origin', // `<img>` sends neither project nor origin
    doc: { summary: 'A picture; a monogram when there is none', contentType: 'image/svg+xml' },
    answer: async (c) => ifChanged(c.req.raw, await draw(imageIdOf(c)), headers),
  })
  return [
    route('/getWalletImage', wallet),
    route('/public/getAssetImage', asset),
    route('/public/getTokenImage', token),
    route('/public/getCurrencyImage', currency),
  ]
}

function imageIdOf(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (!idPattern.test(id)) throw new HttpError(400, 'id', 'An id of letters, digits, _, . and - is needed, at most 64')
  return id
}

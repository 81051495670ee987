// Urls of token pictures: the operator's own, else the drawing of the token's symbol.
import type { PicturesContext } from '../context.js'
import type { Asset } from './metadata.js'

/** The url of a token's picture. Undefined for a token without one, and for an unlisted token, which may have chosen any symbol. */
export type Pictures = (asset: Pick<Asset, 'symbol' | 'logoUri' | 'isListed'>) => string | undefined

/** Pictures with absolute urls below `WM_PUBLIC_URL`, else below the origin of the request. */
export function picturesFor({ config, icons }: PicturesContext, request: Request): Pictures {
  const base = (config.publicUrl ?? new URL(request.url).origin).replace(/\/+$/, '')
  return ({ symbol, logoUri, isListed }) =>
    logoUri ??
    (isListed && icons.has('tokens', symbol) ? `${base}/public/getTokenImage/${encodeURIComponent(symbol)}` : undefined)
}

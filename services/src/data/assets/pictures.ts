// Where the picture of a token is: the operator's own, else the drawing that these services have of its symbol.
import type { PicturesContext } from '../context.js'
import type { Asset } from './metadata.js'

/** Undefined: there is none. A token that is in nobody's list may call itself what it likes, so its symbol gets no picture. */
export type Pictures = (asset: Pick<Asset, 'symbol' | 'logoUri' | 'isListed'>) => string | undefined

/** Absolute urls below `WM_PUBLIC_URL`, else below where the caller found these services. */
export function picturesFor({ config, icons }: PicturesContext, request: Request): Pictures {
  const base = (config.publicUrl ?? new URL(request.url).origin).replace(/\/+$/, '')
  return ({ symbol, logoUri, isListed }) =>
    logoUri ??
    (isListed && icons.has('tokens', symbol) ? `${base}/public/getTokenImage/${encodeURIComponent(symbol)}` : undefined)
}

// Any page may call these services: nothing here is tied to a cookie. A preflight is answered once for ten minutes and more.
import type { MiddlewareHandler } from 'hono'

const allowedHeaders = [
  'authorization',
  'content-type',
  'user-agent',
  'referer',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
  'solana-client',
  'sec-fetch-mode',
  'x-sdk-type',
  'x-sdk-version',
  'x-project-id',
]
/** `date` corrects the clock of who signs; `x-incomplete` tells a part from the whole. */
const exposedHeaders = ['x-request-id', 'retry-after', 'etag', 'x-provider', 'date', 'x-incomplete']
export const PREFLIGHT_AGE_S = 7200

/** Headers go on after the answer is made: on a ready-made Response, earlier ones would be lost. */
export const cors: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') c.res = preflight()
  else await next()
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', exposedHeaders.join(', '))
  if (c.get('variesByOrigin')) c.header('vary', 'origin', { append: true })
}

function preflight(): Response {
  const headers = {
    'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
    'access-control-allow-headers': allowedHeaders.join(', '),
    'access-control-max-age': String(PREFLIGHT_AGE_S),
  }
  return new Response(null, { status: 204, headers })
}

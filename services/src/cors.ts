// Any page may call these services: nothing here is tied to a cookie. A preflight is answered once for ten minutes and more.
import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'

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
const PREFLIGHT_AGE_S = 7200

/** One line, as people read it: the middleware would leave out the spaces. */
const line = (names: readonly string[]) => [names.join(', ')]

export const cors = honoCors({
  origin: '*',
  allowMethods: line(['GET', 'HEAD', 'POST', 'OPTIONS']),
  allowHeaders: line(allowedHeaders),
  exposeHeaders: line(exposedHeaders),
  maxAge: PREFLIGHT_AGE_S,
})

/** Where a project's list of origins decides, caches between must know. */
export const varyByOrigin: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.get('variesByOrigin')) c.header('vary', 'origin', { append: true })
}

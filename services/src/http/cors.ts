// CORS: pages of any origin may call these services, because nothing here depends on a cookie. Browsers may keep a preflight for two hours.
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
/** Clients that sign correct their clock by `date`; `x-incomplete` counts what an answer lacks. */
const exposedHeaders = ['x-request-id', 'retry-after', 'etag', 'x-provider', 'date', 'x-incomplete']
const PREFLIGHT_AGE_S = 7200

/** Names in one value, separated by a comma and a space: the middleware alone would write no space. */
const line = (names: readonly string[]) => [names.join(', ')]

/** Answers preflights and adds the CORS headers to every answer. */
export const cors = honoCors({
  origin: '*',
  allowMethods: line(['GET', 'HEAD', 'POST', 'OPTIONS']),
  allowHeaders: line(allowedHeaders),
  exposeHeaders: line(exposedHeaders),
  maxAge: PREFLIGHT_AGE_S,
})

/** Adds `vary: origin` to answers that depend on a project's list of origins, for the caches in between. */
export const varyByOrigin: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.get('variesByOrigin')) c.header('vary', 'origin', { append: true })
}

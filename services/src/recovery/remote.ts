// The recovery service as a process of its own, over HTTP: one path per function, with a token that the wallet API alone has.
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { isSame } from '../constant-time.js'
import { failureResponse, HttpError } from '../http/errors.js'
import { bodySource, jsonBody } from '../http/body.js'
import type { Schema } from '../http/parse.js'
import type { Log } from '../operations/log.js'
import type { RecoveryPlace } from '../settings/frame.js'
import { withTimeout } from '../timeout.js'
import { boxSchema, idSchema } from './box.js'
import type { RecoveryService } from './service.js'

const time = z.int().check(z.nonnegative())
const halfName = { user: idSchema, wallet: idSchema, slot: idSchema }
const publicKey = z.string().check(z.regex(/^[\w-]{87}$/))
const nothing = z.object({})

/** Body and answer of each function. */
const calls = {
  publicKey: { body: nothing, answer: z.object({ publicKey }) },
  store: { body: z.strictObject({ ...halfName, box: boxSchema }), answer: nothing },
  begin: { body: z.strictObject({ ...halfName, id: idSchema, atLeastUntil: time }), answer: z.object({ heldUntil: time }) },
  release: { body: z.strictObject({ id: idSchema, publicKey }), answer: z.object({ slot: idSchema, box: boxSchema }) },
  cancel: { body: z.strictObject({ id: idSchema }), answer: nothing },
  forget: { body: z.strictObject({ slot: idSchema }), answer: nothing },
} as const
// A lookup by a name that is not known yet loses how body and answer belong together, hence the casts by `unknown` below.
type Name = keyof typeof calls
type Input<N extends Name> = z.output<(typeof calls)[N]['body']>
type Output<N extends Name> = z.output<(typeof calls)[N]['answer']>

const ANSWER_MS = 10_000
const BODY_BYTES = 16 * 1024
const ANSWER_CHARS = 16 * 1024

/** The service's side. */
export function createRecoveryApp({ service, token, log }: { service: RecoveryService; token: string; log: Log }): Hono {
  const app = new Hono()
  app.get('/health', () => Response.json({ status: 'ok' }))
  app.use('/recovery/*', async (c, next) => {
    if (!isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)) throw new HttpError(401, 'token', 'The token is wrong')
    await next()
  })
  const answer = <N extends Name>(name: N, work: (input: Input<N>) => Promise<Output<N>>) => {
    const body = jsonBody(calls[name].body as unknown as Schema<Input<N>>, { limit: BODY_BYTES })
    app.post(`/recovery/${name}`, async (c) => Response.json(await work(await body.read(bodySource(c)))))
  }
  answer('publicKey', async () => ({ publicKey: await service.publicKey() }))
  answer('store', (input) => service.store(input).then(() => ({})))
  answer('begin', (input) => service.begin(input))
  answer('release', (input) => service.release(input))
  answer('cancel', (input) => service.cancel(input).then(() => ({})))
  answer('forget', (input) => service.forget(input).then(() => ({})))
  app.notFound(() => failureResponse(new HttpError(404, 'path', 'There is nothing at this path')))
  app.onError((error, c) => {
    if (error instanceof HttpError) return failureResponse(error)
    log.error('recovery failed', { path: c.req.path, error })
    return failureResponse(new HttpError(500, '', 'Something went wrong here'))
  })
  return app
}

const refusal = z.object({ reasons: z.array(z.object({ field: z.string(), description: z.string() })).check(z.minLength(1)) })

/** The wallet API's side. Every trouble on the way is a 503 `recovery`. */
export function connectRecovery({ url, token }: RecoveryPlace, { fetch = globalThis.fetch } = {}): RecoveryService {
  async function call<N extends Name>(name: N, input: Input<N>): Promise<Output<N>> {
    const { status, headers, value } = await withTimeout((signal) => ask(name, input, signal), { ms: ANSWER_MS }).catch(
      unreachable,
    )
    if (status === 200) {
      const parsed = (calls[name].answer as unknown as z.ZodMiniType<Output<N>>).safeParse(value)
      return parsed.success ? parsed.data : unreachable()
    }
    const reason = refusal.safeParse(value).data?.reasons[0]
    // What the caller may know, and nothing of a wrong token or a broken service.
    if (!reason || !/^(?:held|recovery)$/.test(reason.field)) return unreachable()
    const wait = headers.get('retry-after')
    throw new HttpError(status, reason.field, reason.description, wait === null ? {} : { 'retry-after': wait })
  }

  async function ask(name: Name, input: object, signal: AbortSignal) {
    const response = await fetch(new URL(`recovery/${name}`, url.endsWith('/') ? url : `${url}/`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(input),
      redirect: 'error',
      signal,
    })
    const text = await response.text()
    if (text.length > ANSWER_CHARS) throw new Error('the answer is too long')
    return { status: response.status, headers: response.headers, value: JSON.parse(text) as unknown }
  }

  return {
    publicKey: async () => (await call('publicKey', {})).publicKey,
    store: async (input) => void (await call('store', input)),
    begin: (input) => call('begin', input),
    release: (input) => call('release', input),
    cancel: async (input) => void (await call('cancel', input)),
    forget: async (input) => void (await call('forget', input)),
    stop: () => Promise.resolve(),
  }
}

function unreachable(): never {
  throw new HttpError(503, 'recovery', 'The recovery service does not answer', { 'retry-after': '5' })
}

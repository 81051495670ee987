// One route of the API: the body by its schema, the caller by its proof, the session where the route needs one.
import type * as z from 'zod/mini'
import { HttpError } from '../http/errors.js'
import { jsonBody } from '../http/body.js'
import { defineRoute, type Route } from '../http/route.js'
import { browserOf } from './browser.js'
import type { Caller, EmbeddedContext } from './context.js'
import { checkProof } from './dpop.js'
import { findSession, type Session } from './sessions.js'
import { approvalWire } from './approval-wire.js'
import { wire, type Wire, type WireAnswer, type WirePath } from './wire.js'

/** Larger than any body of the API but those of approvals, which have a whole request of a page. */
const BODY_BYTES = 256 * 1024
const APPROVAL_BYTES = 640 * 1024

/** A row of the table, without how its types belong together: as a union of all rows it is too much for the compiler. */
interface Row {
  readonly body: z.ZodMiniType
  readonly answer: z.ZodMiniType
  readonly needsSession: boolean
}
const rows: Readonly<Record<WirePath, Row>> = { ...wire, ...approvalWire }

type Body<P extends WirePath> = z.output<Wire[P]['body']>
type SessionOf<P extends WirePath> = Wire[P]['needsSession'] extends true ? Session : Session | undefined

/** What a handler is given. */
export interface ApiInput<P extends WirePath> {
  readonly body: Body<P>
  readonly caller: Caller
  /** Of a route that needs none: where the call names one, a live one. */
  readonly session: SessionOf<P>
  readonly signal: AbortSignal
}

/** @param cost tokens that a call takes of its address's bucket */
export function apiRoute<P extends WirePath>(
  ctx: EmbeddedContext,
  path: P,
  cost: number,
  summary: string,
  handle: (input: ApiInput<P>) => Promise<WireAnswer<P>>,
): Route {
  return defined(path, cost, summary, async ({ body, request, address, signal }) => {
    const token = tokenOf(request.headers.get('authorization'))
    const now = ctx.now()
    const check = { method: 'POST', url: `${ctx.origin()}${path}`, token, now }
    const deviceKey = await checkProof(request.headers.get('dpop'), check, ctx.db)
    const session = token === undefined ? undefined : await findSession(ctx, token, deviceKey)
    if (rows[path].needsSession && !session) throw new HttpError(401, 'session', 'A session is needed')
    const caller = { deviceKey, browser: browserOf(request.headers.get('user-agent')), address }
    // The two checks above made them of these types.
    return handle({ body: body as Body<P>, caller, session: session as SessionOf<P>, signal })
  })
}

/** A route of the pages that mails link to: whoever has the link's token is the caller. */
export function linkRoute<P extends WirePath>(
  path: P,
  cost: number,
  summary: string,
  handle: (body: Body<P>) => Promise<WireAnswer<P>>,
): Route {
  return defined(path, cost, summary, ({ body }) => handle(body as Body<P>))
}

interface Given {
  readonly body: unknown
  readonly request: Request
  readonly address: string
  readonly signal: AbortSignal
}

function defined(path: WirePath, cost: number, summary: string, handle: (given: Given) => Promise<unknown>): Route {
  return defineRoute({
    method: 'POST',
    path,
    summary,
    cost,
    project: { rule: 'none', because: 'the frame has an origin of its own, and bodies name the project where one matters' },
    isLoopFree: true,
    body: jsonBody(rows[path].body, { limit: /^\/api\/approval\/(?:start|ask)$/.test(path) ? APPROVAL_BYTES : BODY_BYTES }),
    answers: { 200: rows[path].answer },
    handle: async (input) => Response.json(await handle(input)),
  })
}

/** The token of `authorization: DPoP <token>`. @throws HttpError 401 `session` for another scheme */
function tokenOf(header: string | null): string | undefined {
  if (header === null) return undefined
  const token = /^DPoP ([A-Za-z0-9_-]{43})$/i.exec(header)?.[1]
  if (token === undefined) throw new HttpError(401, 'session', 'The session has ended')
  return token
}

// Routes of social logins: those of the API, which the frame calls, and the pages of the top level between the app and a provider.
import * as z from 'zod/mini'
import { formBody, jsonBody } from '../../http/body.js'
import { defineRoute, type Route } from '../../http/route.js'
import { browserOf } from '../browser.js'
import type { Caller, EmbeddedContext } from '../context.js'
import { checkProof } from '../dpop.js'
import { mailLocaleOf } from '../mails/catalogue.js'
import { wire, type WireAnswer } from '../wire.js'
import type { Farcaster } from './farcaster.js'
import { endPage } from './pages.js'
import { shown } from './providers.js'
import type { Social } from './social.js'

const BODY_BYTES = 16 * 1024

type SocialPath = '/api/social/start' | '/api/social/wait' | '/api/farcaster/start' | '/api/farcaster/wait'
type Body<P extends SocialPath> = z.output<(typeof wire)[P]['body']>

interface Given<P extends SocialPath> {
  readonly body: Body<P>
  readonly caller: Caller
  readonly request: Request
  readonly signal: AbortSignal
}

/** What is answered, and the cookie that recognises the browser. */
interface Answered<P extends SocialPath> {
  readonly answer: WireAnswer<P>
  readonly cookie?: string
}

/** A route that needs the proof of a device and no session. */
function proofRoute<P extends SocialPath>(
  ctx: EmbeddedContext,
  path: P,
  cost: number,
  summary: string,
  handle: (given: Given<P>) => Promise<Answered<P>>,
): Route {
  const place: SocialPath = path // the type of one of them does not say that it has no parameters
  return defineRoute({
    method: 'POST',
    path: place,
    summary,
    cost,
    project: { rule: 'none', because: 'the frame has an origin of its own, and bodies name the project where one matters' },
    body: jsonBody(wire[path].body as z.ZodMiniType, { limit: BODY_BYTES }),
    answers: { 200: wire[path].answer },
    async handle({ body, request, address, signal }) {
      const check = { method: 'POST', url: `${ctx.origin()}${path}`, now: ctx.now() }
      const deviceKey = await checkProof(request.headers.get('dpop'), check, ctx.db)
      const caller = { deviceKey, browser: browserOf(request.headers.get('user-agent')), address }
      // The route's schema made it of this type.
      const { answer, cookie } = await handle({ body: body as Body<P>, caller, request, signal })
      return Response.json(answer, cookie === undefined ? {} : { headers: { 'set-cookie': cookie } })
    },
  })
}

const page = {
  project: { rule: 'none', because: 'a person comes here from an app or from a provider, and the attempt names the project' },
  answers: { 200: { type: 'text/html' } },
} as const
const attemptId = z.object({ attempt: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)) })
const providerName = z.object({ provider: z.string().check(z.regex(/^[a-z]{1,16}$/)) })
const parameter = z.optional(z.string().check(z.maxLength(4096)))
/** What Apple posts. `user`: JSON, at the first login alone. */
const posted = z.object({ code: parameter, state: parameter, iss: parameter, error: parameter, user: parameter })
const appleUser = z.object({ name: z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) }) })

/** @param social undefined, `farcaster` undefined: not offered */
export function socialRoutes(
  ctx: EmbeddedContext,
  { social, farcaster }: { readonly social: Social | undefined; readonly farcaster: Farcaster | undefined },
): readonly Route[] {
  return [...(social ? providerRoutes(ctx, social) : []), ...(farcaster ? farcasterRoutes(ctx, farcaster) : [])]
}

function providerRoutes(ctx: EmbeddedContext, social: Social): readonly Route[] {
  return [
    proofRoute(ctx, '/api/social/start', 2, 'Starts a login at a provider', ({ body, caller, request }) =>
      social.start(body, caller, request),
    ),
    proofRoute(ctx, '/api/social/wait', 1, 'Waits for the end of a login at a provider', async ({ body, caller, signal }) => ({
      answer: await social.wait(body.attempt, caller, signal),
    })),
    defineRoute({
      ...page,
      method: 'GET',
      path: '/oauth/start/:attempt',
      summary: 'Sends a person to a provider',
      cost: 1,
      params: attemptId,
      handle: ({ params, request }) => social.open(params.attempt, request),
    }),
    defineRoute({
      ...page,
      method: 'GET',
      path: '/oauth/callback/:provider',
      summary: 'Takes a person back from a provider',
      cost: 1,
      params: providerName,
      handle: ({ params, request }) => social.finish(params.provider, new URL(request.url).searchParams, request),
    }),
    defineRoute({
      ...page,
      method: 'POST',
      path: '/oauth/callback/:provider',
      summary: 'Takes a person back from a provider that answers with a form',
      cost: 1,
      params: providerName,
      body: formBody(posted, { limit: BODY_BYTES }),
      // A form of another site comes without our cookie, which the login needs: the browser is sent on to fetch the same answer, and brings it along.
      handle({ params, body: { user, ...rest } }) {
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, value)
        const name = nameOf(user)
        if (name !== undefined) query.set('name', name)
        const headers = {
          location: `/oauth/callback/${params.provider}?${query}`,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        }
        return new Response(null, { status: 303, headers })
      },
    }),
    defineRoute({
      ...page,
      method: 'GET',
      path: '/oauth/end',
      summary: 'How a login at a provider ended',
      cost: 0,
      isLoopFree: true,
      query: z.object({ as: z.enum(['done', 'cancelled', 'failed']), locale: z.optional(z.string().check(z.maxLength(35))) }),
      handle: ({ query: { as, locale } }) => endPage(mailLocaleOf(locale), as),
    }),
  ]
}

function farcasterRoutes(ctx: EmbeddedContext, farcaster: Farcaster): readonly Route[] {
  return [
    proofRoute(ctx, '/api/farcaster/start', 2, 'Starts a login with Farcaster', async ({ body, caller }) => ({
      answer: await farcaster.start(body, caller),
    })),
    proofRoute(
      ctx,
      '/api/farcaster/wait',
      1,
      'Waits for the end of a login with Farcaster',
      async ({ body, caller, signal }) => ({
        answer: await farcaster.wait(body.attempt, caller, signal),
      }),
    ),
  ]
}

function nameOf(user: string | undefined): string | undefined {
  if (user === undefined) return undefined
  try {
    const { firstName, lastName } = appleUser.parse(JSON.parse(user)).name
    return shown([firstName, lastName].filter((part) => part !== undefined && part !== '').join(' '))
  } catch {
    return undefined
  }
}

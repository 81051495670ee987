// Social logins. The frame starts an attempt with its device's key; a page of the top level goes to the provider and comes back; the frame asks for the
// end with the same key. The result never passes the app's page nor an opener. `state`, verifier and nonce are good once, in the browser they were made for.
import { timingSafeEqual } from 'node:crypto'
import { HttpError } from '../../http/errors.js'
import { addressGroup } from '../../limits/limits.js'
import { socialProviders, type SocialProvider, type SocialSettings } from '../../settings/social.js'
import type { Caller, EmbeddedContext } from '../context.js'
import { mailLocaleOf } from '../mails/catalogue.js'
import { createPepper, hashToken, newToken } from '../secrets.js'
import { countUse, HOUR_MS } from '../uses.js'
import type { WireAnswer, WireBody } from '../wire.js'
import {
  addAttempt,
  attemptOf,
  bindBrowser,
  failAttempt,
  findOpen,
  proveAttempt,
  takeState,
  type AttemptRow,
} from './attempts.js'
import { browserCookie } from './browser-cookie.js'
import { createExchange, SocialError, type Exchange, type LoginSecrets } from './exchange.js'
import { logIn } from './login.js'
import { askPage } from './pages.js'
import type { PageEnd } from './texts.js'

/** Starts of logins per address and hour, as a multiple of those by mail: no mail leaves, so more of them do no harm. */
const STARTS_PER_MAIL = 10
/** Longest wait of one poll. */
const WAIT_MS = 20_000
/** Between two looks at the table, where no notification came. */
const LOOK_MS = 3000

/** What `createSocial` needs. */
export interface SocialOptions {
  readonly settings: SocialSettings['providers']
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  /** Milliseconds for one request to a provider. */
  readonly timeoutMs?: number | undefined
}

/** A request that is answered, with the cookie to send along. */
export interface Started<Answer> {
  readonly answer: Answer
  readonly cookie: string
}

/** Social logins. */
export interface Social {
  /** Providers that are offered. */
  readonly offered: readonly SocialProvider[]
  /** @throws HttpError 403 `project`, `origin`, 400 `provider`, 429 `rate_limited` */
  start(body: WireBody<'/api/social/start'>, caller: Caller, request: Request): Promise<Started<WireAnswer<'/api/social/start'>>>
  /** @throws HttpError 410 `attempt` for one of another device */
  wait(attempt: string, caller: Caller, signal: AbortSignal): Promise<WireAnswer<'/api/social/wait'>>
  /** The page that goes to the provider. */
  open(attempt: string, request: Request): Promise<Response>
  /** The page to which the provider sends the person back. */
  finish(provider: string, parameters: URLSearchParams, request: Request): Promise<Response>
}

/** Makes the social logins of one listener. */
export function createSocial(ctx: EmbeddedContext, { settings, ...options }: SocialOptions): Social {
  const offered = socialProviders.filter((name) => settings[name] !== undefined)
  const verifiers = createPepper(ctx.settings.secretKey, 'social verifiers')
  const nonces = createPepper(ctx.settings.secretKey, 'social nonces')
  const goes = createPepper(ctx.settings.secretKey, 'social goes')
  const exchanges = new Map<string, Exchange>()

  /** Made at the first use: the origin is known when the listener listens. */
  function exchangeOf(provider: string): Exchange | undefined {
    const name = offered.find((one) => one === provider)
    const own = name && settings[name]
    if (!own) return undefined
    const known = exchanges.get(name)
    if (known) return known
    const redirectUri = `${ctx.origin()}/oauth/callback/${name}`
    const made = createExchange({ ...options, provider: name, settings: own, redirectUri, now: () => ctx.now() })
    exchanges.set(name, made)
    return made
  }
  /** Verifier and nonce follow from the state and the operator's key: who reads the database has neither. */
  const secretsOf = (state: string): LoginSecrets => ({
    state,
    verifier: verifiers(state).toString('base64url'),
    nonce: nonces(state).toString('base64url'),
  })
  const cookie = () => browserCookie(ctx.origin())
  const end = (as: PageEnd, locale: string) => redirect(`/oauth/end?as=${as}&locale=${locale}`)

  async function toProvider(row: AttemptRow, exchange: Exchange, browserToken: string): Promise<Response> {
    const secrets = secretsOf(newToken())
    if (!(await bindBrowser(ctx, { id: row.id, browserToken, state: secrets.state }))) return end('failed', row.locale)
    const url = await exchange.authorizationUrl(secrets).catch(async (error: unknown) => {
      await fail(row, error)
      return undefined
    })
    return url ? redirect(url.href, cookie().header(browserToken)) : end('failed', row.locale)
  }

  async function fail(row: AttemptRow, error: unknown): Promise<PageEnd> {
    const reason = error instanceof SocialError ? error.reason : 'refused'
    if (!(error instanceof SocialError)) ctx.log.error('social login failed', { provider: row.provider, error })
    else if (reason !== 'cancelled') ctx.log.warn('social login failed', { provider: row.provider, reason, cause: kindOf(error) })
    await failAttempt(ctx, row.id, reason)
    return reason === 'cancelled' ? 'cancelled' : 'failed'
  }

  return {
    offered,
    async start({ projectId, appOrigin, provider, locale }, caller, request) {
      const project = ctx.projects(projectId)
      if (!project) throw new HttpError(403, 'project', 'This project is not known here')
      if (!project.allows(appOrigin)) throw new HttpError(403, 'origin', 'This origin is not allowed for this project')
      if (!exchangeOf(provider)) throw new HttpError(400, 'provider', 'This provider is not offered here')
      await countStart(ctx, caller)
      const token = cookie().read(request) ?? cookie().make()
      const { id } = await addAttempt(ctx, {
        provider,
        project: projectId,
        appOrigin,
        locale: mailLocaleOf(locale),
        caller,
        browserToken: token,
      })
      return { answer: { attempt: id, uri: `${ctx.origin()}/oauth/start/${id}` }, cookie: cookie().header(token) }
    },
    wait: (attempt, caller, signal) => waitForLogin(ctx, attempt, caller, signal),
    async open(attempt, request) {
      const row = await findOpen(ctx, attempt)
      const exchange = row && exchangeOf(row.provider)
      if (!exchange) return end('failed', 'en')
      const token = cookie().read(request) ?? cookie().make()
      const go = goes(`${token} ${row.id}`).toString('base64url')
      const given = new URL(request.url).searchParams.get('go')
      // The browser in which the frame asked goes on at once. Where the frame's cookie is kept apart (another site), and where the link came from
      // somebody else, a person has to look at the app's name and press: the value of the link is bound to the cookie of this page.
      if (isSame(row.browser_hash, hashToken(token)) || isSame(given, go)) return toProvider(row, exchange, token)
      return askPage(row.locale, {
        provider: exchange.label,
        app: row.app_origin,
        href: `/oauth/start/${row.id}?go=${go}`,
        cookie: cookie().header(token),
      })
    },
    async finish(provider, parameters, request) {
      const exchange = exchangeOf(provider)
      const state = parameters.get('state')
      const row = state === null || state.length > 128 ? undefined : await takeState(ctx, state)
      if (!exchange || !row || state === null) return end('failed', row?.locale ?? 'en')
      try {
        const token = cookie().read(request)
        if (row.provider !== provider) throw new SocialError('refused', 'an answer at the place of another provider')
        if (token === undefined || !isSame(row.browser_hash, hashToken(token)))
          throw new SocialError('refused', 'an answer in another browser')
        const identity = await exchange.identify(parameters, secretsOf(state))
        return end((await proveAttempt(ctx, row.id, identity)) ? 'done' : 'failed', row.locale)
      } catch (error) {
        return end(await fail(row, error), row.locale)
      }
    },
  }
}

/** @throws HttpError 429 `rate_limited` */
export async function countStart(ctx: EmbeddedContext, { address }: Caller): Promise<void> {
  const most = ctx.settings.limits.addressPerHour * STARTS_PER_MAIL
  const limit = { key: `social ${addressGroup(address)}`, most, windowMs: HOUR_MS }
  await ctx.db.transaction((sql) => countUse(sql, ctx.uses, [limit], ctx.now()))
}

/** Waits for the end of an attempt, by default up to 20 s. @throws HttpError 410 `attempt` */
export async function waitForLogin(
  ctx: EmbeddedContext,
  attempt: string,
  caller: Caller,
  signal: AbortSignal,
  waitMs = WAIT_MS,
): Promise<WireAnswer<'/api/social/wait'>> {
  // By a clock that nobody sets: this is how long the call takes, and not a time of day.
  const until = performance.now() + waitMs
  for (;;) {
    const row = await attemptOf(ctx, attempt, caller.deviceKey)
    if (!row) throw new HttpError(410, 'attempt', 'This login is not known')
    if (row.state === 'failed') return { state: 'failed', reason: row.reason ?? 'refused' }
    if (row.state === 'done' || row.expires_at <= ctx.now()) return { state: 'failed', reason: 'expired' }
    // Who has left does not get a session that nobody receives.
    if (row.state === 'proven' && !signal.aborted)
      return (await logIn(ctx, attempt, caller)) ?? { state: 'failed', reason: 'expired' }
    const left = Math.min(until - performance.now(), LOOK_MS)
    if (left <= 0 || signal.aborted) return { state: 'pending' }
    await ctx.signals.wait(attempt, left, signal)
  }
}

function redirect(location: string, cookie?: string): Response {
  const headers = {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(cookie !== undefined && { 'set-cookie': cookie }),
  }
  return new Response(null, { status: 303, headers })
}

function isSame(given: string | null, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The innermost cause by name: what a provider wrote stays out of the log. */
function kindOf(error: Error): string {
  let one: Error = error
  for (let depth = 0; one.cause instanceof Error && depth < 8; depth += 1) one = one.cause
  return 'code' in one && typeof one.code === 'string' ? one.code : one.name
}

// Sign In With Farcaster: a channel at a relay, made by us with our own nonce; the person's Farcaster app signs a message and leaves it there. The frame
// waits for it here with its device's key, and meanwhile we ask the relay.
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { createSecretBox } from '../../db/secret-box.js'
import { HttpError } from '../../http/errors.js'
import { reasonOf } from '../../operations/causes.js'
import type { FarcasterSettings } from '../../settings/social.js'
import { AdapterError, fetchJson } from '../../upstream/fetch-json.js'
import type { Caller, EmbeddedContext } from '../context.js'
import { mailLocaleOf } from '../mails/catalogue.js'
import type { WireAnswer, WireBody } from '../wire.js'
import { addAttempt, attemptOf, failAttempt, keepChannel, proveAttempt, takeAttempt } from './attempts.js'
import { SocialError } from './exchange.js'
import { optimismNodes, verifyFarcaster } from './farcaster-verify.js'
import { createProviderFetch, isAllowed } from './provider-fetch.js'
import { countStart, waitForLogin } from './social.js'

/** The relay keeps a channel for an hour; a code that is shown for that long is one that can be passed on. */
const CHANNEL_LIFE_MS = 5 * 60_000
/** Between two looks at the relay. */
const POLL_MS = 1000
/** Longest wait of one call. */
const WAIT_MS = 20_000
/** Failed looks in a row after which the relay counts as down. */
const FAILURES_MAX = 3

const channelSchema = z.object({
  channelToken: z.string().check(z.minLength(1), z.maxLength(200)),
  url: z.string().check(z.maxLength(2048)),
  nonce: z.string(),
})
const statusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('pending') }),
  // Id, names and pictures stand beside these; none of them is read.
  z.object({ state: z.literal('completed'), message: z.string(), signature: z.string() }),
])
const storedSchema = z.object({ token: z.string(), nonce: z.string() })

/** What `createFarcaster` needs. */
export interface FarcasterOptions {
  readonly settings: FarcasterSettings
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  readonly timeoutMs?: number | undefined
  /** Default: every second. */
  readonly pollMs?: number | undefined
}

/** Logins with Farcaster. */
export interface Farcaster {
  /** @throws HttpError 403 `project`, `origin`, 429 `rate_limited`, 503 `provider` */
  start(body: WireBody<'/api/farcaster/start'>, caller: Caller): Promise<WireAnswer<'/api/farcaster/start'>>
  /** @throws HttpError 410 `attempt` for one of another device */
  wait(attempt: string, caller: Caller, signal: AbortSignal): Promise<WireAnswer<'/api/farcaster/wait'>>
}

export function createFarcaster(
  ctx: EmbeddedContext,
  { settings, dev, pollMs = POLL_MS, ...options }: FarcasterOptions,
): Farcaster {
  const box = createSecretBox(ctx.settings.secretKey, 'social channels')
  const fetch = createProviderFetch({ dev, ...options })
  const nodes = optimismNodes(settings.rpcUrls, options.fetch)
  const base = settings.relayUrl.replace(/\/*$/, '')
  const domain = () => new URL(ctx.origin()).host

  /** @throws SocialError `refused`, `provider`; AdapterError */
  async function look(id: string, channel: { token: string; nonce: string }): Promise<'pending' | 'over'> {
    const headers = { authorization: `Bearer ${channel.token}` }
    const status = await fetchJson(fetch, `${base}/v1/channel/status`, { schema: statusSchema, headers })
    if (status.state === 'pending') return 'pending'
    if (!(await takeAttempt(ctx, id))) return 'over'
    const { message, signature } = status
    const identity = await verifyFarcaster({ message, signature, nonce: channel.nonce, domain: domain(), now: ctx.now(), nodes })
    await proveAttempt(ctx, id, identity)
    return 'over'
  }

  /** Looks at the relay until something happened, the time of this call is over, or the caller left. */
  async function watch(id: string, caller: Caller, signal: AbortSignal): Promise<void> {
    const until = performance.now() + WAIT_MS
    let failures = 0
    while (performance.now() < until && !signal.aborted) {
      const row = await attemptOf(ctx, id, caller.deviceKey)
      if (row?.state !== 'open' || row.channel === null || row.expires_at <= ctx.now()) return
      try {
        if ((await look(id, storedSchema.parse(JSON.parse(box.open(row.channel, id))))) === 'over') return
        failures = 0
      } catch (error) {
        if (error instanceof SocialError) {
          ctx.log.warn('social login failed', { provider: 'farcaster', reason: error.reason, why: reasonOf(error) })
          return await failAttempt(ctx, id, error.reason)
        }
        failures += 1
        // 401: the relay has no such channel. It forgets one when its end was read, maybe by another call of this device a moment ago.
        const isGone = error instanceof AdapterError && error.status === 401
        if (failures >= FAILURES_MAX) {
          ctx.log.warn('social login failed', { provider: 'farcaster', reason: isGone ? 'expired' : 'provider' })
          return await failAttempt(ctx, id, isGone ? 'expired' : 'provider')
        }
      }
      await ctx.signals.wait(id, pollMs, signal)
    }
  }

  return {
    async start({ projectId, appOrigin, locale }, caller) {
      const project = ctx.projects(projectId)
      if (!project) throw new HttpError(403, 'project', 'This project is not known here')
      if (!project.allows(appOrigin)) throw new HttpError(403, 'origin', 'This origin is not allowed for this project')
      await countStart(ctx, caller)
      const { id, expiresAt } = await addAttempt(ctx, {
        provider: 'farcaster',
        project: projectId,
        appOrigin,
        locale: mailLocaleOf(locale),
        caller,
        lifeMs: CHANNEL_LIFE_MS,
      })
      const nonce = randomBytes(16).toString('hex')
      const body = {
        siweUri: `${ctx.origin()}/`,
        domain: domain(),
        nonce,
        expirationTime: new Date(expiresAt).toISOString(),
        requestId: id,
        acceptAuthAddress: true,
      }
      try {
        const channel = await fetchJson(fetch, `${base}/v1/channel`, { schema: channelSchema, body })
        const isOurs = channel.nonce === nonce && URL.canParse(channel.url) && isAllowed(new URL(channel.url), dev)
        if (!isOurs) throw new SocialError('provider', 'a channel that was not asked for')
        await keepChannel(ctx, id, box.seal(JSON.stringify({ token: channel.channelToken, nonce }), id))
        return { attempt: id, url: channel.url, expiresAt }
      } catch (error) {
        ctx.log.warn('social login failed', { provider: 'farcaster', reason: 'provider', error })
        await failAttempt(ctx, id, 'provider')
        throw new HttpError(503, 'provider', 'The relay does not answer', { 'retry-after': '5' })
      }
    },
    async wait(attempt, caller, signal) {
      await watch(attempt, caller, signal)
      return waitForLogin(ctx, attempt, caller, signal, 0)
    },
  }
}

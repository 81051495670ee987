// Logging in by e-mail: a mail is asked for, an unknown device is approved by its link, and the code ends it.
import type { WireAnswer } from '../src/embedded/wire.js'
import { ApiError } from './api.js'
import { aborted, coded } from './frame-errors.js'
import type { FrameParts, HandlerContext, Handlers } from './parts.js'
import { readCode } from './parts.js'

/** A page waits 30 s for an answer, begun again by each sign that it takes longer. */
const PENDING_EVERY_MS = 10_000
/** One wait at the services lasts 20 s. */
const WAIT_LIMIT_MS = 30_000
/** While a person reads their mail the network may come and go: so often in a row, after so long. */
const RETRIES = 5
const RETRY_MS = 2_000

type Parts = Pick<FrameParts, 'api' | 'config' | 'consents' | 'locale' | 'projectId' | 'session' | 'wallet'>

export function createLogin(parts: Parts): Handlers<'CONNECT_EMAIL' | 'CONNECT_DEVICE' | 'CONNECT_OTP'> {
  const { api, config, consents, locale, projectId, session, wallet } = parts
  /** The newest alone: a mail that was asked for later makes the code of an earlier one useless. */
  let open: { readonly challenge: string; readonly origin: string } | undefined

  /** @throws FrameError OTP_EXPIRED when this page has asked for no mail */
  const challengeFor = ({ origin }: HandlerContext): string => {
    if (open?.origin !== origin) throw coded('OTP_EXPIRED')
    return open.challenge
  }

  return {
    async CONNECT_EMAIL({ email }, context) {
      if (!config.features.email) throw coded('PROJECT_INVALID')
      const { origin, signal } = context
      const body = { projectId, appOrigin: origin, email, purpose: 'login', locale: locale() } as const
      const hasSession = (await session.userId()) !== undefined
      const answer = await (hasSession
        ? session.call('/api/email/start', body, { signal })
        : api.post('/api/email/start', body, { signal }))
      const { challenge, action, resendAfterMs, matchCode } = answer
      open = action === 'CONNECT' ? undefined : { challenge, origin }
      return { action, resendAfterMs, ...(matchCode === undefined ? {} : { matchCode }) }
    },

    async CONNECT_DEVICE(_, context) {
      const challenge = challengeFor(context)
      const state = await waitForApproval(parts, challenge, context)
      if (state === 'denied') throw coded('DEVICE_DENIED')
      if (state === 'expired') throw coded('OTP_EXPIRED')
    },

    async CONNECT_OTP({ otp }, context) {
      const challenge = challengeFor(context)
      const code = readCode(otp)
      const { signal, origin } = context
      const verified = await api.post('/api/email/verify', { challenge, code }, { signal }).catch((error: unknown) => {
        // A dead challenge stays dead: the next code belongs to a new one.
        if (error instanceof ApiError && error.field === 'challenge' && open?.challenge === challenge) open = undefined
        throw error
      })
      open = undefined
      await wallet.lock() // whoever was signed in before
      await session.begin(verified.session, verified.user.userId)
      // Who types the code of a mail that names the site has let the site in.
      try {
        await consents.give(verified.user.userId, origin, signal)
      } catch (error) {
        // Signed in all the same: where this could not be said, the visitor is asked when the page wants to know who they are.
        if (!(error instanceof ApiError) || error.failure === 'refused') throw error
      }
    },
  }
}

async function waitForApproval(
  { api }: Parts,
  challenge: string,
  { signal, pending }: HandlerContext,
): Promise<Exclude<WireAnswer<'/api/email/wait'>['state'], 'pending'>> {
  const ticking = setInterval(pending, PENDING_EVERY_MS)
  try {
    let failed = 0
    for (;;) {
      try {
        const { state } = await api.post('/api/email/wait', { challenge }, { signal, limitMs: WAIT_LIMIT_MS })
        failed = 0
        if (state !== 'pending') return state
        pending()
      } catch (error) {
        if (signal.aborted) throw aborted()
        if (!(error instanceof ApiError) || error.failure === 'refused' || ++failed > RETRIES) throw error
        await pause(RETRY_MS, signal)
      }
    }
  } finally {
    clearInterval(ticking)
  }
}

/** @throws FrameError ABORTED */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(aborted())
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}

// Logging in by e-mail: a mail is asked for, an unknown device is approved by its link, and the code ends it.
import { ApiError } from './api.js'
import { coded } from './frame-errors.js'
import { signIn, untilEnded, WAIT_LIMIT_MS, whilePending } from './login-steps.js'
import type { FrameParts, HandlerContext, Handlers } from './parts.js'
import { readCode } from './parts.js'

type Parts = Pick<FrameParts, 'api' | 'config' | 'consents' | 'locale' | 'projectId' | 'session' | 'wallet'>

export function createLogin(parts: Parts): Handlers<'CONNECT_EMAIL' | 'CONNECT_DEVICE' | 'CONNECT_OTP'> {
  const { api, config, locale, projectId, session } = parts
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
      const { signal } = context
      const ask = () => api.post('/api/email/wait', { challenge }, { signal, limitMs: WAIT_LIMIT_MS })
      const { state } = await whilePending(context, () => untilEnded(ask, signal))
      if (state === 'denied') throw coded('DEVICE_DENIED')
      if (state === 'expired') throw coded('OTP_EXPIRED')
    },

    async CONNECT_OTP({ otp }, context) {
      const challenge = challengeFor(context)
      const code = readCode(otp)
      const { signal } = context
      const verified = await api.post('/api/email/verify', { challenge, code }, { signal }).catch((error: unknown) => {
        // A dead challenge stays dead: the next code belongs to a new one.
        if (error instanceof ApiError && error.field === 'challenge' && open?.challenge === challenge) open = undefined
        throw error
      })
      open = undefined
      await signIn(parts, verified, context)
    },
  }
}

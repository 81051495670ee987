// Another e-mail for the account: a code to the old address, then one to the new.
import { ApiError } from './api.js'
import { coded } from './frame-errors.js'
import { readCode, userFor, type FrameParts, type HandlerContext, type Handlers } from './parts.js'

type Names = 'UPDATE_EMAIL' | 'UPDATE_EMAIL_PRIMARY_OTP' | 'UPDATE_EMAIL_SECONDARY_OTP'
type Step = 'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'

export function createUpdateEmail(parts: FrameParts): Handlers<Names> {
  const { locale, session } = parts
  let open: { readonly challenge: string; readonly origin: string; readonly step: Step } | undefined

  async function verify(otp: string, step: Step, { origin, signal }: HandlerContext) {
    if (open?.origin !== origin || open.step !== step) throw coded('OTP_EXPIRED')
    const { challenge } = open
    try {
      return await session.call('/api/email/change/verify', { challenge, code: readCode(otp) }, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.field === 'challenge') open = undefined
      throw error
    }
  }

  return {
    async UPDATE_EMAIL({ email }, context) {
      await userFor(parts, context)
      const { origin, signal } = context
      const { challenge, action, resendAfterMs } = await session.call(
        '/api/email/change/start',
        { email, locale: locale() },
        { signal },
      )
      open = { challenge, origin, step: action }
      return { action, resendAfterMs }
    },
    async UPDATE_EMAIL_PRIMARY_OTP({ otp }, context) {
      const answer = await verify(otp, 'VERIFY_PRIMARY_OTP', context)
      if (!('action' in answer)) throw coded('SERVICES_UNAVAILABLE')
      open = { challenge: answer.challenge, origin: context.origin, step: answer.action }
    },
    async UPDATE_EMAIL_SECONDARY_OTP({ otp }, context) {
      const answer = await verify(otp, 'VERIFY_SECONDARY_OTP', context)
      if (!('email' in answer)) throw coded('SERVICES_UNAVAILABLE')
      open = undefined
      return { newEmail: answer.email }
    },
  }
}

// Changing the address of the embedded wallet: a code to the present address, and one to the new one.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { FrameReply } from '../../frame/messages.js'
import { isEmail } from '../../vocabulary/email.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import { createNotices } from '../interface/notices.js'
import { isUnderWay } from '../interface/outcome.js'
import { createRouter } from '../interface/router.js'
import { once, type Operation } from '../lib/operation.js'
import { createEmbedded } from './embedded.js'
import { createLoginCache } from './login-cache.js'

/** Which code is asked for first: an account without an address begins with the second. */
export type UpdateAction = FrameReply<'UPDATE_EMAIL'>['action']

/** Changing the address. */
export interface UpdateEmail {
  /** The address that is to be the new one, once its mail was asked for. */
  readonly $wanted: ReadableAtom<string | undefined>
  /** When a further mail may be asked for, Unix ms; 0: now. */
  readonly $nextAt: ReadableAtom<number>
  /** Asks for the first code. @throws WalletError EMAIL_INVALID, EMAIL_COOLDOWN, and as `Embedded.request` */
  readonly start: Operation<[string], UpdateAction>
  /** The code of the present address. @throws WalletError OTP_INVALID, OTP_EXPIRED, and as `Embedded.request` */
  readonly confirmPrimary: Operation<[string], void>
  /** The code of the new address; then it is the visitor's. @throws as `confirmPrimary` */
  readonly confirmSecondary: Operation<[string], void>
}

/** A part. */
export function createUpdateEmail(core: Core): UpdateEmail {
  const cache = core.use(createLoginCache)
  const embedded = core.use(createEmbedded)
  const { now } = core.deps
  const $wanted = atom<string | undefined>()
  const $nextAt = atom(0)
  const sent = (waitMs?: number) => {
    cache.sent(waitMs)
    $nextAt.set(now() + cache.waitMs())
  }

  const start = once(core, async (signal, given: string): Promise<UpdateAction> => {
    const email = given.trim()
    if (!isEmail(email)) throw walletError('EMAIL_INVALID')
    const wait = cache.waitMs()
    if (wait > 0) throw walletError('EMAIL_COOLDOWN', { details: { n: Math.ceil(wait / 1000), retryAfterMs: wait } })
    core.emit('event', { name: 'EMAIL_EDIT' })
    try {
      const { action, resendAfterMs } = await embedded.request('UPDATE_EMAIL', { email }, { signal })
      sent(resendAfterMs)
      $wanted.set(email)
      core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_SENT' })
      return action
    } catch (error) {
      if (isWalletError(error, 'EMAIL_COOLDOWN')) sent(Number(error.details['retryAfterMs'] ?? 0) || undefined)
      throw error
    }
  })

  const told = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer
      core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_PASS' })
      return value
    } catch (error) {
      if (isWalletError(error) && error.code !== 'ABORTED')
        core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_FAIL', message: error.message })
      throw error
    }
  }

  const confirmPrimary = once(core, async (signal, otp: string): Promise<void> => {
    await told(embedded.request('UPDATE_EMAIL_PRIMARY_OTP', { otp }, { signal }))
    sent() // the second mail is on its way
  })
  const confirmSecondary = once(core, async (signal, otp: string): Promise<void> => {
    const { newEmail } = await told(embedded.request('UPDATE_EMAIL_SECONDARY_OTP', { otp }, { signal }))
    embedded.setEmail(newEmail)
    $wanted.set(undefined)
    core.use(createNotices).show('success', 'emailChanged', { email: newEmail })
  })

  const leave = () => {
    for (const step of [confirmPrimary, confirmSecondary]) step.cancel()
  }
  const stops = [
    core.on('close', leave),
    core.use(createRouter).$history.listen(() => {
      if (!isUnderWay(core, 'updateEmail')) leave()
    }),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))

  return { $wanted: readonlyType($wanted), $nextAt: readonlyType($nextAt), start, confirmPrimary, confirmSecondary }
}

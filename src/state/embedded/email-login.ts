// Signing in by e-mail: the address, the approval of this browser by the mail's link, the code, and the connection at the end.
import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import type { FrameReply } from '../../frame/messages.js'
import { isEmail } from '../../vocabulary/email.js'
import { isWalletError, walletError } from '../../vocabulary/errors.js'
import { createConnection } from '../connections/connection.js'
import type { Core } from '../core.js'
import { createNotices } from '../interface/notices.js'
import { isUnderWay } from '../interface/outcome.js'
import { createRouter } from '../interface/router.js'
import { once, type Operation } from '../lib/operation.js'
import { createEmbedded } from './embedded.js'
import { createLoginCache } from './login-cache.js'

/** What follows the address: the link in the mail, the code, or nothing where this browser has signed in already. */
export type EmailAction = FrameReply<'CONNECT_EMAIL'>['action']

/** A mail that was sent. */
export interface SentMail {
  readonly email: string
  readonly action: EmailAction
  /** Two digits that the page of the mail's link shows too. */
  readonly matchCode?: string | undefined
}

/** Signing in by e-mail to one modal. */
export interface EmailLogin {
  /** What stands in the field. It stays when the visitor comes back. */
  readonly $text: ReadableAtom<string>
  setText(text: string): void
  /** The last mail. */
  readonly $sent: ReadableAtom<SentMail | undefined>
  /** When a further mail may be asked for, Unix ms; 0: now. */
  readonly $nextAt: ReadableAtom<number>
  /**
   * Asks for a mail to an address. A second call joins a pending one. Where the browser has signed in already, it connects.
   * @throws WalletError EMAIL_INVALID; EMAIL_COOLDOWN, whose `details.n` is the seconds to wait; and as `Embedded.request`
   */
  readonly send: Operation<[string], EmailAction>
  /** Waits until the link in the mail was opened and approved. @throws WalletError DEVICE_DENIED, OTP_EXPIRED, ABORTED when the visitor leaves */
  readonly awaitDevice: Operation<[], void>
  /** Signs in with the code, and connects. @throws WalletError OTP_INVALID, OTP_EXPIRED, RECOVERY_HELD, and as `Embedded.connect` */
  readonly verify: Operation<[string], void>
  /** The visitor begins to sign in. */
  begun(): void
}

/** A part. */
export function createEmailLogin(core: Core): EmailLogin {
  const cache = core.use(createLoginCache)
  const connection = core.use(createConnection)
  const embedded = core.use(createEmbedded)
  const router = core.use(createRouter)
  const { now } = core.deps
  const $text = atom('')
  const $sent = atom<SentMail | undefined>()
  const $nextAt = atom(cache.waitMs() > 0 ? now() + cache.waitMs() : 0)

  const sent = (waitMs?: number) => {
    cache.sent(waitMs)
    $nextAt.set(now() + cache.waitMs())
  }

  const send = once(core, async (signal, given: string): Promise<EmailAction> => {
    const email = given.trim()
    if (!isEmail(email)) throw walletError('EMAIL_INVALID')
    const wait = cache.waitMs()
    if (wait > 0) throw walletError('EMAIL_COOLDOWN', { details: { n: Math.ceil(wait / 1000), retryAfterMs: wait } })
    core.emit('event', { name: 'EMAIL_SUBMITTED' })
    let answer: FrameReply<'CONNECT_EMAIL'>
    try {
      answer = await embedded.request('CONNECT_EMAIL', { email }, { signal })
    } catch (error) {
      // The services have counted from the mail that they have sent: theirs is the time that counts.
      if (isWalletError(error, 'EMAIL_COOLDOWN')) sent(Number(error.details['retryAfterMs'] ?? 0) || undefined)
      throw error
    }
    const { action, matchCode } = answer
    $sent.set({ email, action, matchCode })
    if (action === 'CONNECT') {
      await finish(email, signal)
      return action
    }
    sent(answer.resendAfterMs)
    if (action === 'VERIFY_OTP') core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_SENT' })
    core.use(createNotices).announce('emailSent', { email })
    return action
  })

  const awaitDevice = once(core, async (signal): Promise<void> => {
    await embedded.request('CONNECT_DEVICE', undefined, { signal })
    core.emit('event', { name: 'DEVICE_REGISTERED_FOR_EMAIL' })
    core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_SENT' })
  })

  const verify = once(core, async (signal, otp: string): Promise<void> => {
    try {
      await embedded.request('CONNECT_OTP', { otp }, { signal })
    } catch (error) {
      if (isWalletError(error) && error.code !== 'ABORTED')
        core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_FAIL', message: error.message })
      throw error
    }
    core.emit('event', { name: 'EMAIL_VERIFICATION_CODE_PASS' })
    await finish($sent.get()?.email, signal)
  })

  /** Once the accounts are there the login counts, also when the visitor closes the modal in that moment. */
  let isFinishing = false
  async function finish(typed: string | undefined, signal: AbortSignal): Promise<void> {
    const session = await embedded.connect(signal)
    signal.throwIfAborted()
    isFinishing = true
    try {
      await connection.adopt(session, () => {
        cache.loggedIn(session.user.email ?? typed)
        $nextAt.set(0)
        $text.set('')
        core.emit('event', { name: 'CONNECT_SUCCESS', method: 'email', wallet: session.wallet.name })
      })
      $sent.set(undefined)
    } finally {
      isFinishing = false
    }
  }

  /** What waits for the visitor ends when they have left its views; Back to them begins anew. */
  const leave = () => {
    if (isFinishing) return
    awaitDevice.cancel()
    verify.cancel()
  }
  const stops = [
    core.on('close', leave),
    router.$history.listen(() => {
      if (!isUnderWay(core, 'email')) leave()
    }),
  ]
  core.onEnd(() => stops.forEach((stop) => stop()))

  let isBegun = false
  return {
    $text: readonlyType($text),
    setText: (text) => $text.set(text),
    $sent: readonlyType($sent),
    $nextAt: readonlyType($nextAt),
    send,
    awaitDevice,
    verify,
    begun() {
      if (isBegun) return
      isBegun = true
      core.emit('event', { name: 'EMAIL_LOGIN_SELECTED' })
    },
  }
}

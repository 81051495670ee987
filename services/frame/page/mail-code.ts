// A code of a mail, from the address to the session that the services give for it: of a login, of a recovery, or as a fresh proof of who is there.
import type { WireAnswer, WireBody } from '../../src/embedded/wire.js'
import type { Api } from '../api.js'
import { coded } from '../frame-errors.js'
import { untilEnded, WAIT_LIMIT_MS } from '../login-steps.js'
import { readCode } from '../parts.js'
import type { FrameSession } from '../session.js'
import { failureOf, type PageFailure } from './failure.js'

/** What a code is asked for. */
export type CodePurpose = WireBody<'/api/email/start'>['purpose']

export interface MailCode {
  readonly purpose: CodePurpose
  readonly step: 'email' | 'device' | 'code'
  /** As it was typed, or as the account has it. */
  readonly email: string
  /** Two digits that the mail shows, too. */
  readonly matchCode: string | undefined
  readonly failure: PageFailure | undefined
  readonly isBusy: boolean
  /** Asks for a mail, which makes those before worthless. */
  send(email: string): Promise<void>
  submit(code: string): Promise<void>
  /** Back to the address. */
  restart(): void
  /** Ends the wait for a link. */
  close(): void
}

export interface MailCodeOptions {
  readonly api: Api
  readonly session: FrameSession
  readonly origin: string
  readonly locale: string
  readonly purpose: CodePurpose
  readonly onChange: () => void
  /** Takes over what the services gave. */
  readonly onDone: (given: WireAnswer<'/api/email/verify'>) => Promise<void>
}

export function createMailCode({ api, session, origin, locale, purpose, onChange, onDone }: MailCodeOptions): MailCode {
  let step: MailCode['step'] = 'email'
  let email = ''
  let matchCode: string | undefined
  let challenge = ''
  let failure: PageFailure | undefined
  let isBusy = false
  let waiting = new AbortController()

  async function act(run: () => Promise<void>): Promise<void> {
    if (isBusy) return
    isBusy = true
    failure = undefined
    onChange()
    try {
      await run()
    } catch (error) {
      failure = failureOf(error)
    } finally {
      isBusy = false
      onChange()
    }
  }

  /** Until the link of the mail is followed, in this browser or another. */
  async function wait(of: string): Promise<void> {
    waiting = new AbortController()
    const { signal } = waiting
    const ask = () => api.post('/api/email/wait', { challenge: of }, { signal, limitMs: WAIT_LIMIT_MS })
    try {
      const { state } = await untilEnded(ask, signal)
      if (challenge !== of) return
      if (state === 'denied') throw coded('DEVICE_DENIED')
      if (state === 'expired') throw coded('OTP_EXPIRED')
      step = 'code'
    } catch (error) {
      if (signal.aborted || challenge !== of) return
      failure = failureOf(error)
      step = 'email'
    }
    onChange()
  }

  return {
    purpose,
    get step() {
      return step
    },
    get email() {
      return email
    },
    get matchCode() {
      return matchCode
    },
    get failure() {
      return failure
    },
    get isBusy() {
      return isBusy
    },
    send: (typed) =>
      act(async () => {
        email = typed.trim()
        const body = { appOrigin: origin, email, purpose, locale } as const
        const started = await (purpose === 'login' ? api.post('/api/email/start', body) : session.call('/api/email/start', body))
        waiting.abort()
        challenge = started.challenge
        matchCode = started.matchCode
        step = started.action === 'VERIFY_DEVICE' ? 'device' : 'code'
        if (step === 'device') void wait(challenge)
      }),
    submit: (typed) =>
      act(async () => {
        const of = challenge
        const code = readCode(typed)
        const given = await api.post('/api/email/verify', { challenge: of, code, appOrigin: origin })
        await onDone(given)
      }),
    restart() {
      waiting.abort()
      challenge = ''
      step = 'email'
      failure = undefined
      onChange()
    },
    close: () => waiting.abort(),
  }
}

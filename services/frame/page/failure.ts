// What went wrong on the page: a code, and what to say about it.
import { FrameError } from '../../../src/frame/frame-error.js'
import { ApiError } from '../api.js'
import { toFrameError } from '../frame-errors.js'
import { fill } from '../messages.js'
import type { PageMessages } from './messages.js'

/** `LOGIN_TOO_OLD`: the services want a login of the last five minutes. `DEVICE_TOO_NEW`: this device has had its slot for less than a day. */
export type PageFailureCode = FrameError['code'] | 'LOGIN_TOO_OLD' | 'DEVICE_TOO_NEW'

export interface PageFailure {
  readonly code: PageFailureCode
  readonly retryAfterMs?: number | undefined
}

const texts: Readonly<Partial<Record<PageFailureCode, keyof PageMessages>>> = {
  OFFLINE: 'failOffline',
  SERVICES_UNAVAILABLE: 'failUnavailable',
  EMAIL_INVALID: 'failEmail',
  EMAIL_COOLDOWN: 'failCooldown',
  RATE_LIMITED: 'failRate',
  OTP_INVALID: 'failCode',
  OTP_EXPIRED: 'failExpired',
  DEVICE_DENIED: 'failDenied',
  SESSION_EXPIRED: 'failSession',
  NOT_CONNECTED: 'failSession',
  CLOCK_SKEW: 'failClock',
  WALLET_LOCKED: 'failLocked',
  RECOVERY_HELD: 'failLocked',
  LOGIN_TOO_OLD: 'failStale',
  DEVICE_TOO_NEW: 'failHeld',
}

/** A failure that only this page knows. */
export class PageError extends Error {
  override readonly name = 'PageError'
  constructor(readonly code: PageFailureCode) {
    super(code)
  }
}

/** Undefined for what the person has chosen: to give up, or to leave. */
export function failureOf(error: unknown): PageFailure | undefined {
  if (error instanceof PageError) return { code: error.code }
  if (error instanceof ApiError && error.field === 'stale') return { code: 'LOGIN_TOO_OLD' }
  const { code, retryAfterMs } = toFrameError(error)
  return code === 'USER_REJECTED' || code === 'ABORTED' ? undefined : { code, retryAfterMs }
}

export function failureText(messages: PageMessages, { code, retryAfterMs }: PageFailure): string {
  const seconds = String(Math.max(1, Math.ceil((retryAfterMs ?? 30_000) / 1000)))
  return fill(messages[texts[code] ?? 'failOther'], { seconds })
}

/** The person gave up. */
export const gaveUp = () => new FrameError('USER_REJECTED', 'User rejected the request')

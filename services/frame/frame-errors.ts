// Every failure as the page gets it: a code of the protocol, and a text without anything of the services' words.
import { FrameError, type FrameErrorCode } from '../../src/frame/frame-error.js'
import { ApiError } from './api.js'
import { NotSignedIn } from './session.js'

const texts = {
  ORIGIN_NOT_ALLOWED: 'This site may not use the wallet',
  PROJECT_INVALID: 'Invalid App Configuration',
  EMAIL_INVALID: 'Invalid email',
  EMAIL_COOLDOWN: 'Please try again later',
  RATE_LIMITED: 'Too many attempts. Please try again later',
  OTP_INVALID: 'Invalid code',
  OTP_EXPIRED: 'This code is no longer valid. Ask for a new one',
  DEVICE_DENIED: 'This device was not approved',
  LOGIN_EXPIRED: 'This login is no longer valid. Please try again',
  LOGIN_REFUSED: 'The login did not succeed',
  PROVIDER_UNAVAILABLE: 'The provider is not reachable. Please try again later',
  PROVIDER_NOT_OFFERED: 'This provider is not offered here',
  CANCELLED: 'The login was cancelled',
  SESSION_EXPIRED: 'Session Expired',
  CLOCK_SKEW: 'Session Expired. Check the clock of this device',
  NOT_CONNECTED: 'Nobody is signed in',
  RECOVERY_HELD: 'This wallet opens on a new device after a while',
  WALLET_LOCKED: 'The wallet could not be opened on this device',
  OFFLINE: 'You are offline',
  SERVICES_UNAVAILABLE: 'The wallet service is not reachable',
  FAILED: 'An error occurred',
} as const satisfies Partial<Record<FrameErrorCode, string>>

/** The codes of refusals of the wallet API. */
const codes: Readonly<Record<string, keyof typeof texts>> = {
  clock: 'CLOCK_SKEW',
  proof: 'SESSION_EXPIRED',
  session: 'SESSION_EXPIRED',
  origin: 'ORIGIN_NOT_ALLOWED',
  appOrigin: 'ORIGIN_NOT_ALLOWED',
  project: 'PROJECT_INVALID',
  projectId: 'PROJECT_INVALID',
  email: 'EMAIL_INVALID',
  cooldown: 'EMAIL_COOLDOWN',
  rate_limited: 'RATE_LIMITED',
  code: 'OTP_INVALID',
  challenge: 'OTP_EXPIRED',
  device: 'DEVICE_DENIED',
  attempt: 'LOGIN_EXPIRED',
  provider: 'PROVIDER_NOT_OFFERED',
  slot: 'WALLET_LOCKED',
  held: 'RECOVERY_HELD',
  wallet: 'WALLET_LOCKED',
  recovery: 'WALLET_LOCKED',
}

export function coded(code: keyof typeof texts, details?: ConstructorParameters<typeof FrameError>[2]): FrameError {
  return new FrameError(code, texts[code], details)
}

export function aborted(): FrameError {
  return new FrameError('ABORTED', 'Request was aborted')
}

/** A part that is loaded when it is needed: the network may be away just then, and the next call loads it again. @throws FrameError SERVICES_UNAVAILABLE */
export async function loaded<T>(part: Promise<T>): Promise<T> {
  try {
    return await part
  } catch {
    throw coded('SERVICES_UNAVAILABLE')
  }
}

/** @returns a FrameError; what nothing is known about becomes FAILED */
export function toFrameError(error: unknown): FrameError {
  if (error instanceof FrameError) return error
  if (error instanceof NotSignedIn) return coded(error.hasEnded ? 'SESSION_EXPIRED' : 'NOT_CONNECTED')
  if (error instanceof ApiError) return fromApi(error)
  // Without the sender's prototype, as errors come out of a worker, or of a chunk that is loaded later.
  if (error instanceof Error && error.name === 'KeyError')
    return coded('code' in error && error.code === 'NOT_LOADED' ? 'SERVICES_UNAVAILABLE' : 'WALLET_LOCKED')
  if (error instanceof Error && error.name === 'ApprovalError') return fromApproval(error)
  if (error instanceof Error && error.name === 'AbortError') return aborted()
  return coded('FAILED')
}

function fromApi({ failure, field, retryAfterMs }: ApiError): FrameError {
  if (failure === 'offline') return coded('OFFLINE')
  if (failure === 'unavailable') return coded('SERVICES_UNAVAILABLE', { retryAfterMs })
  const code = field !== undefined && Object.hasOwn(codes, field) ? codes[field] : undefined
  if (code === 'EMAIL_COOLDOWN' && retryAfterMs !== undefined)
    return new FrameError(code, `Please try again after ${Math.ceil(retryAfterMs / 1000)} seconds`, { retryAfterMs })
  return coded(code ?? 'FAILED', { retryAfterMs })
}

const approvalCodes: readonly FrameErrorCode[] = [
  'INVALID_PARAMS',
  'METHOD_NOT_ALLOWED',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_CHAIN',
  'SERVICES_UNAVAILABLE',
]

function fromApproval(error: Error & { readonly code?: unknown; readonly rpcCode?: unknown }): FrameError {
  const code = approvalCodes.find((known) => known === error.code)
  if (!code) return coded('FAILED')
  return new FrameError(code, error.message, typeof error.rpcCode === 'number' ? { rpcCode: error.rpcCode } : {})
}

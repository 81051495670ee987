// The errors that cross the border between page and frame: a text and a code of a closed set, never a stack nor a server's words.

/** Codes of error replies of a frame. */
export const frameErrorCodes = [
  'BAD_MESSAGE',
  'DUPLICATE_ID',
  'ORIGIN_NOT_ALLOWED',
  'PROJECT_INVALID',
  'EMAIL_INVALID',
  'EMAIL_COOLDOWN',
  'RATE_LIMITED',
  'OTP_INVALID',
  'OTP_EXPIRED',
  'DEVICE_DENIED',
  'LOGIN_EXPIRED',
  'LOGIN_REFUSED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_NOT_OFFERED',
  'SESSION_EXPIRED',
  'CLOCK_SKEW',
  'NOT_CONNECTED',
  'RECOVERY_HELD',
  'WALLET_LOCKED',
  'USER_REJECTED',
  'METHOD_NOT_ALLOWED',
  'METHOD_NOT_SUPPORTED',
  'INVALID_PARAMS',
  'UNSUPPORTED_CHAIN',
  'STORAGE_UNAVAILABLE',
  'OFFLINE',
  'SERVICES_UNAVAILABLE',
  'CANCELLED',
  'ABORTED',
  'FAILED',
] as const
/** One of `frameErrorCodes`. */
export type FrameErrorCode = (typeof frameErrorCodes)[number]

/** What only the client can find out: the frame did not load in time, or did not answer in time. */
export type FrameClientErrorCode = 'LOAD_FAILED' | 'REQUEST_TIMEOUT'

/** What an error says beyond its text. */
export interface FrameErrorDetails {
  /** After how many ms it may work again. */
  readonly retryAfterMs?: number | undefined
  /** With RECOVERY_HELD: until when, in Unix milliseconds. */
  readonly heldUntil?: number | undefined
  /** The code of EIP-1193 or JSON-RPC that a page is to get, such as 4001. */
  readonly rpcCode?: number | undefined
}

const codesOfRpc: Readonly<Partial<Record<string, number>>> = {
  USER_REJECTED: 4001,
  METHOD_NOT_ALLOWED: 4100,
  METHOD_NOT_SUPPORTED: 4200,
  NOT_CONNECTED: 4100,
  INVALID_PARAMS: -32602,
}

/** The only error that both ends of a frame throw on purpose. A handler of the frame throws it to answer with its code. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
  readonly code: FrameErrorCode | FrameClientErrorCode
  readonly retryAfterMs: number | undefined
  readonly heldUntil: number | undefined
  readonly rpcCode: number | undefined

  constructor(code: FrameErrorCode | FrameClientErrorCode, message: string, details: FrameErrorDetails = {}) {
    super(message)
    this.code = code
    this.retryAfterMs = details.retryAfterMs
    this.heldUntil = details.heldUntil
    this.rpcCode = details.rpcCode ?? codesOfRpc[code]
  }
}

/** Whether it is a `FrameError`, with `code` if that is given. Unlike `instanceof` it also works across two copies of this package. */
export function isFrameError(error: unknown, code?: FrameError['code']): error is FrameError {
  return (
    error instanceof Error && error.name === 'FrameError' && (code === undefined || (error as { code?: unknown }).code === code)
  )
}

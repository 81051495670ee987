// Turns the frame's errors into those of this package, and into those that a page's provider rejects with.
import { type FrameError, isFrameError } from '../../frame/frame-error.js'
import { EMAIL_COOLDOWN_MS } from '../../vocabulary/constants.js'
import { type ErrorCode, isWalletError, walletError, type WalletError } from '../../vocabulary/errors.js'
import { ProviderRpcError } from '../../vocabulary/rpc-error.js'
import { problemOf } from '../wallet-errors.js'

/** By code of the frame; any other is WALLET_FAILED with the frame's words. */
const codes: Partial<Record<FrameError['code'], ErrorCode>> = {
  LOAD_FAILED: 'FRAME_UNREACHABLE',
  REQUEST_TIMEOUT: 'FRAME_TIMEOUT',
  ORIGIN_NOT_ALLOWED: 'ORIGIN_NOT_ALLOWED',
  PROJECT_INVALID: 'PROJECT_INVALID',
  EMAIL_INVALID: 'EMAIL_INVALID',
  EMAIL_COOLDOWN: 'EMAIL_COOLDOWN',
  RATE_LIMITED: 'EMAIL_COOLDOWN',
  OTP_INVALID: 'OTP_INVALID',
  OTP_EXPIRED: 'OTP_EXPIRED',
  DEVICE_DENIED: 'DEVICE_DENIED',
  LOGIN_EXPIRED: 'LOGIN_EXPIRED',
  LOGIN_REFUSED: 'SIGN_IN_INVALID',
  PROVIDER_UNAVAILABLE: 'NETWORK_ERROR',
  PROVIDER_NOT_OFFERED: 'CONFIG_INVALID',
  SESSION_EXPIRED: 'SESSION_EXPIRED',
  CLOCK_SKEW: 'CLOCK_SKEW',
  NOT_CONNECTED: 'NOT_CONNECTED',
  RECOVERY_HELD: 'RECOVERY_HELD',
  USER_REJECTED: 'USER_REJECTED',
  CANCELLED: 'USER_REJECTED',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_ALLOWED',
  METHOD_NOT_SUPPORTED: 'UNSUPPORTED_METHOD',
  INVALID_PARAMS: 'INVALID_PARAMS',
  UNSUPPORTED_CHAIN: 'UNSUPPORTED_CHAIN',
  STORAGE_UNAVAILABLE: 'STORAGE_UNAVAILABLE',
  OFFLINE: 'NETWORK_ERROR',
  SERVICES_UNAVAILABLE: 'NETWORK_ERROR',
  ABORTED: 'ABORTED',
}

/** Longest wait that is believed, in ms: a day. */
const WAIT_MAX_MS = 86_400_000

/** The error of a request to the frame as a WalletError, with the frame's own as `cause`. Never throws. */
export function toEmbeddedError(thrown: unknown): WalletError {
  if (isWalletError(thrown)) return thrown
  if (!isFrameError(thrown)) return walletError('WALLET_FAILED', { details: { problem: problemOf(thrown) }, cause: thrown })
  const { code, retryAfterMs, heldUntil } = thrown
  const given = retryAfterMs ?? (code === 'EMAIL_COOLDOWN' || code === 'RATE_LIMITED' ? EMAIL_COOLDOWN_MS : undefined)
  const wait = given === undefined ? undefined : Math.min(Math.max(0, given), WAIT_MAX_MS)
  return walletError(codes[code] ?? 'WALLET_FAILED', {
    details: {
      problem: problemOf(thrown),
      ...(code === 'PROVIDER_NOT_OFFERED' ? { setting: 'features.socials' } : {}),
      ...(wait === undefined ? {} : { retryAfterMs: wait, n: Math.ceil(wait / 1000) }),
      ...(heldUntil === undefined ? {} : { heldUntil }),
    },
    cause: thrown,
  })
}

/** Codes of EIP-1193 for what the frame names otherwise. An approval that was aborted was closed by the visitor. */
const rpcCodes: Partial<Record<FrameError['code'], number>> = {
  USER_REJECTED: 4001,
  CANCELLED: 4001,
  ABORTED: 4001,
  METHOD_NOT_SUPPORTED: 4200,
  NOT_CONNECTED: 4900,
  SESSION_EXPIRED: 4900,
  UNSUPPORTED_CHAIN: 4901,
  INVALID_PARAMS: -32602,
}

/** The error of an `RPC_REQUEST`, as a wallet's: with the number that the frame gives, or that stands for its code. */
export function toRequestError(thrown: unknown): Error {
  const code = isFrameError(thrown) ? (thrown.rpcCode ?? rpcCodes[thrown.code]) : undefined
  if (code === undefined) return toEmbeddedError(thrown)
  return new ProviderRpcError(code, code === 4001 ? 'User rejected the request' : problemOf(thrown), { cause: thrown })
}

// The error class of this package. It has no catalogue of messages, so that the first chunk can throw without one.
import type { ErrorCode } from './error-catalogue.js'

/** The values of an error, such as `{ setting: 'id' }`; the message's placeholders are filled from it. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The only error that this package throws on purpose. `walletError` of `errors.ts` makes one with the catalogue's message. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  /** One of a closed set. Branch on it and not on the message. */
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, { details = {}, cause }: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }

  /** Path of the documentation that explains the code. */
  get docs(): string {
    return `docs/errors.md#${this.code.toLowerCase()}`
  }
}

/** Whether `error` is an error of this package, with `code` if that is given. Unlike `instanceof` it also works across two copies of this package. */
export function isWalletError(error: unknown, code?: ErrorCode): error is WalletError {
  return (
    error instanceof Error && error.name === 'WalletError' && (code === undefined || (error as { code?: unknown }).code === code)
  )
}

/**
 * For `catch` of a dynamic import: a failed import becomes NETWORK_ERROR with the browser's error as `cause`; a coded error of the imported code stays.
 * @throws WalletError
 */
export const unreachable = (cause: unknown): never => {
  throw cause instanceof WalletError ? cause : new WalletError('NETWORK_ERROR', 'The server could not be reached', { cause })
}

/** The error of every call after a modal was destroyed: DESTROYED. */
export const destroyed = (): WalletError => new WalletError('DESTROYED', 'This modal was destroyed')

// The class under every error of this package. It carries no texts, so that the first chunk can throw without bringing the whole catalogue.
import type { ErrorCode } from './error-catalogue.js'

export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | undefined>>

export class CodedError extends Error {
  override readonly name = 'WalletError'
  /** One of a closed set; branch on it, never on the message. */
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, { details = {}, cause }: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.details = details
  }

  /** Page of the documentation that explains the code. */
  get docs(): string {
    return `docs/errors.md#${this.code.toLowerCase()}`
  }
}

/** Narrowing that survives two realms and two bundles of this package. */
export function isWalletError(error: unknown, code?: ErrorCode): error is CodedError {
  return (
    error instanceof Error && error.name === 'WalletError' && (code === undefined || (error as { code?: unknown }).code === code)
  )
}

/** Rejects for a part of this package that could not be fetched: in our words, not the browser's; in its own, where it came and does not run. */
export const unreachable = (cause: unknown): never => {
  throw cause instanceof CodedError ? cause : new CodedError('NETWORK_ERROR', 'The server could not be reached', { cause })
}

/** Of whatever is asked of a modal after its end. */
export const destroyed = (): CodedError => new CodedError('DESTROYED', 'This modal was destroyed')

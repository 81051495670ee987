// Errors with the catalogue's messages. The class itself is in `wallet-error.ts`; the view's wording comes from the message catalogue of its language.
import { catalogue, type ErrorCode } from './error-catalogue.js'
import { type ErrorDetails, WalletError } from './wallet-error.js'

export { catalogue, type ErrorCode } from './error-catalogue.js'
export { isWalletError, WalletError, type ErrorDetails } from './wallet-error.js'

/** The error of `code` with the catalogue's message, whose `{names}` are filled in from `details`. */
export function walletError(code: ErrorCode, options: { details?: ErrorDetails; cause?: unknown } = {}): WalletError {
  const { details = {} } = options
  const message = catalogue[code].replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? ''))
  return new WalletError(code, message, options)
}

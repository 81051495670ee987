// One error class for everything, with a closed set of codes. The message is the catalogue's; the view's wording comes from the message catalogue of its language.

import { CodedError, type ErrorDetails } from './coded-error.js'
import { catalogue, type ErrorCode } from './error-catalogue.js'

export type { ErrorDetails } from './coded-error.js'
export { isWalletError } from './coded-error.js'
export { catalogue, type ErrorCode } from './error-catalogue.js'

/** The only error that this package throws on purpose, with the catalogue's message. */
export class WalletError extends CodedError {
  constructor(code: ErrorCode, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    const { details = {} } = options
    super(
      code,
      catalogue[code].replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? '')),
      options,
    )
  }
}

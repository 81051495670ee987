// `wallet-modal/errors`: what tells one error from another, for code that must not bring the elements along.
export { CodedError as WalletError, isWalletError } from './coded-error.js'
export type { ErrorDetails } from './coded-error.js'
export type { ErrorCode } from './errors.js'

// `wallet-modal/errors`: the error class and its codes, for code that must not load the elements.
export { WalletError, isWalletError } from './vocabulary/wallet-error.js'
export type { ErrorDetails } from './vocabulary/wallet-error.js'
export type { ErrorCode } from './vocabulary/errors.js'

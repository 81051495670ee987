// All error codes, each with one English message (that of the specification where it has one).

/** Message by code. `{name}` is replaced by that value of `details`. */
export const catalogue = {
  // setup
  CONFIG_INVALID: 'Invalid setting {setting}: {problem}',
  NO_MODAL: 'No modal in the document: add <wallet-modal>, or set `.modal`, `for`, or use <wallet-provider>',
  AMBIGUOUS_MODAL: 'Several modals are on this page: say which one with `for` or `.modal`',
  DUPLICATE_COPY: 'Two copies of wallet-modal are loaded on this page',
  DESTROYED: 'This modal was destroyed',
  MODAL_CLOSED: 'The visitor closed the modal without connecting',
  NO_SERVICES: 'No services are configured',
  LOCALE_NOT_FOUND: 'No messages for locale {locale}',
  // specification §8
  NETWORK_NOT_FOUND: 'Network not found',
  ORIGIN_NOT_ALLOWED: 'Unauthorized: origin not allowed',
  PROJECT_INVALID: 'Unauthorized: invalid key',
  CLOCK_SKEW: 'JWT validation error: JWT Token is not yet valid',
  PROJECT_ID_MISSING: 'Project ID Not Configured',
  SESSION_EXPIRED: 'Session Expired',
  DISCONNECT_FAILED: 'Failed to disconnect',
  BALANCE_UNAVAILABLE: 'Token Balance Unavailable',
  UNSUPPORTED_CHAIN: 'Unsupported chain',
  CHAIN_NOT_SUPPORTED: 'Chain is not supported',
  GAS_PRICE_NOT_SUPPORTED: 'Network not supported for Gas Price',
  SWAPS_NOT_SUPPORTED: 'Network not supported for Swaps',
  // swap
  INSUFFICIENT_LIQUIDITY: 'Insufficient liquidity',
  PRICE_MOVED: 'The price has moved',
  APPROVAL_UNSAFE: 'The approval is not the one that was asked for: {problem}',
  // sending
  AMOUNT_AND_RECEIVER_REQUIRED: 'An amount and receiver address are required',
  TOKEN_REQUIRED: 'A token is required',
  NAME_NOT_RESOLVED: 'Error resolving name',
  INSUFFICIENT_FUNDS: 'Insufficient funds',
  TRANSACTION_FAILED: 'The transaction failed on its chain',
  ACCOUNT_CHANGED: 'Another account is selected now',
  // account
  HISTORY_UNAVAILABLE: 'Failed to fetch transactions',
  SUGGESTIONS_UNAVAILABLE: 'Error fetching name suggestions',
  NAME_NEEDS_ADDRESS: 'Address or auth connector not found',
  // wallets
  USER_REJECTED: 'User rejected the request',
  UNAUTHORIZED: 'The wallet has not authorised this account or method',
  UNSUPPORTED_METHOD: 'method not supported',
  WALLET_DISCONNECTED: 'The wallet is disconnected',
  CHAIN_UNKNOWN: 'The wallet does not know this chain',
  INVALID_PARAMS: 'Invalid parameters',
  REQUEST_PENDING: 'The wallet already has a request waiting',
  WALLET_TIMEOUT: 'The wallet did not answer',
  WALLET_NOT_FOUND: 'This wallet is not installed here',
  WALLET_FAILED: 'The wallet failed: {problem}',
  NO_ACCOUNTS: 'The wallet shared no usable account',
  NOT_CONNECTED: 'No wallet is connected',
  SWITCH_FAILED: 'The wallet did not switch network',
  // sign-in
  SIGN_IN_INVALID: 'The sign-in was refused: {problem}',
  SIGN_IN_UNAVAILABLE: 'A problem occurred while trying initialize authentication',
  // relay
  RELAY_UNREACHABLE: 'The relay could not be reached',
  PAIRING_EXPIRED: 'The connection code has expired',
  // embedded wallet
  EMAIL_INVALID: 'Invalid email',
  EMAIL_COOLDOWN: 'Please try again after {n} seconds',
  OTP_INVALID: 'Invalid code',
  OTP_EXPIRED: 'The code has expired',
  DEVICE_DENIED: 'The device was not approved',
  LOGIN_EXPIRED: 'The login has expired',
  RECOVERY_HELD: 'The wallet is held back on this device until {heldUntil}',
  FRAME_UNREACHABLE: 'Unable to load email login dependency',
  FRAME_TIMEOUT: 'Embedded Wallet Request Timed Out',
  METHOD_NOT_ALLOWED: 'Requested RPC call is not allowed',
  STORAGE_UNAVAILABLE: 'This browser does not keep the wallet',
  // wire
  HTTP_STATUS: 'HTTP status code: {status}',
  HTTP_TIMEOUT: 'The server did not answer in time',
  NETWORK_ERROR: 'The server could not be reached',
  MALFORMED_RESPONSE: 'The server sent an answer of the wrong shape',
  RPC_ERROR: 'The network did not answer',
  // input
  ADDRESS_INVALID: 'Invalid address',
  CAIP_INVALID: 'Invalid chain or account id: {value}',
  AMOUNT_INVALID: 'Invalid amount',
  // operations
  ABORTED: 'Request was aborted',
  UNKNOWN: 'Something went wrong',
} as const

/** Code of an error of this package. */
export type ErrorCode = keyof typeof catalogue

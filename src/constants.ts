// Every number of the specification §9 (and those of §2 and §4), with its unit in its name. `test/constants.test.ts` holds them against the text.

// §2 Screens
export const MODAL_WIDTH_PX = 360
export const MODAL_Z_INDEX = 999
/** Balances and amounts of history are cut, never rounded, to this. */
export const AMOUNT_DIGITS = 3
export const FIAT_DIGITS = 2
/** A short address keeps these, `0x` counted among the leading ones. */
export const ADDRESS_LEADING_CHARACTERS = 4
export const ADDRESS_TRAILING_CHARACTERS = 6

// §4 States and transitions
export const PAIRING_TTL_MS = 240_000
/** A pairing with this much left, or less, counts as expired. */
export const PAIRING_MARGIN_MS = 10_000
/** Between the end of a notice and the one that replaces it. */
export const NOTICE_REPLACE_DELAY_MS = 150
export const MODAL_SHAKE_MS = 500
/** From the frame's ready message to the first request. */
export const FRAME_READY_DELAY_MS = 500

// §9 Cooldowns and lifetimes
export const EMAIL_COOLDOWN_MS = 30_000
export const PORTFOLIO_CACHE_MS = 30_000
export const NATIVE_BALANCE_CACHE_MS = 30_000
export const ENS_CACHE_MS = 300_000
export const IDENTITY_CACHE_MS = 300_000
/** After a failed balance, no new try for this long. */
export const BALANCE_RETRY_GATE_MS = 30_000

// §9 Wallet lists
export const RECENT_WALLETS_COUNT = 2
export const RECOMMENDED_WALLETS_COUNT = 4
export const WALLETS_PER_PAGE_COUNT = 40
export const SEARCH_RESULTS_COUNT = 100
export const SEARCH_DELAY_MS = 300
export const PENDING_TRANSACTIONS_MAX_COUNT = 99

// §9 Swap and on-ramp
export const SWAP_SLIPPAGE_PERCENT = 1
export const ONRAMP_CARD_MIN_AMOUNT = '10.00'
export const ONRAMP_CARD_MAX_AMOUNT = '7500.00'
export const ONRAMP_BANK_MIN_AMOUNT = '10.00'
export const ONRAMP_BANK_MAX_AMOUNT = '25000.00'
export const ONRAMP_FEE_MIN_PERCENT = 1
export const ONRAMP_FEE_MAX_PERCENT = 2

// §9 Log
/** Log buffer of the wallet client. */
export const LOG_BUFFER_BYTES = 1_024_000
export const LOG_LEVEL = 'error'

// §9 Retry and waiting
export const RETRY_ATTEMPTS_COUNT = 3
export const RETRY_FIRST_DELAY_MS = 1_000
export const RETRY_MAX_DELAY_MS = 30_000
export const RETRY_GAP_MS = 1_000
export const DEBOUNCE_MS = 500
export const IMAGE_PRELOAD_LIMIT_MS = 2_000

// §9 Motion and notices
export const HEADER_ANIMATION_MS = 120
export const HEIGHT_ANIMATION_MS = 150
export const VIEW_TRANSITION_MS = 150
export const NOTICE_AUTO_CLOSE_MS = 5_000

// §9 Embedded wallet's frame
export const FRAME_LOAD_TIMEOUT_MS = 20_000
export const FRAME_REQUEST_TIMEOUT_MS = 30_000
export const SIGN_OUT_LIMIT_MS = 3_000

// §9 Chain RPC and HTTP
export const DEFAULT_CHAIN_ID = 'eip155:1'
export const RPC_RETRIES_COUNT = 3
export const RPC_RETRY_DELAY_MS = 150
export const RPC_RETRY_HTTP_STATUSES = [403, 408, 413, 429, 500, 502, 503, 504] as const
export const RPC_TIMEOUT_MS = 10_000
export const RPC_BATCH_COUNT = 1_000
export const RPC_PING_INTERVAL_MS = 4_000
export const HTTP_RETRIES_COUNT = 2
export const HTTP_RETRY_DELAY_MS = 100
export const RPC_DEDUPE_COUNT = 8_192
export const ADDRESS_CACHE_COUNT = 8_192
/** A query without readers is forgotten after this. */
export const QUERY_GARBAGE_COLLECTION_MS = 300_000

// §9 Telemetry
export const TELEMETRY_EVENTS_COUNT = 5
export const TELEMETRY_WINDOW_MS = 60_000

// §9 Networks
export const EVM_NETWORKS_COUNT = 24
export const SOLANA_NETWORKS_COUNT = 3

// §8 Error codes of chains and wallets
export const CHAIN_UNRECOGNIZED_CODE = 4902
export const CHAIN_DEFAULT_CODE = 5000
export const CHAIN_INVALID_CODE = 32603

// §5 Validation
export const COIN_TYPE_CHAIN_ID_LIMIT = 2 ** 31

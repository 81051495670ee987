// The numbers of the specification, by paragraph, each with its unit at the end of its name. `test/vocabulary/constants.test.ts` compares them with the
// specification's text. Some are of features that this package does not have yet.

// §2 Screens
/** Width of the modal in CSS px (specification §2). */
export const MODAL_WIDTH_PX = 360
/** `z-index` of the modal with `dialog: 'layer'` (specification §2). */
export const MODAL_Z_INDEX = 999
/** Decimal places of balances and of amounts in the history, which are cut and never rounded (specification §2). */
export const AMOUNT_DIGITS = 3
/** Decimal places of amounts of money, such as `12.34` USD (specification §2). */
export const FIAT_DIGITS = 2
/** Characters at the beginning of a shortened address, `0x` included (specification §2). */
export const ADDRESS_LEADING_CHARACTERS = 4
/** Characters at the end of a shortened address (specification §2). */
export const ADDRESS_TRAILING_CHARACTERS = 6

// §4 States and transitions
/** Lifetime of a pairing, in ms (specification §4). */
export const PAIRING_TTL_MS = 240_000
/** A pairing with this many ms left, or fewer, counts as expired (specification §4). */
export const PAIRING_MARGIN_MS = 10_000
/** Pause, in ms, between closing a notice and opening the one that replaces it (specification §4). */
export const NOTICE_REPLACE_DELAY_MS = 150
/** How long the modal shakes after a refused close, in ms (specification §4). */
export const MODAL_SHAKE_MS = 500
/** Pause, in ms, between the ready message of the embedded wallet's frame and the first request to it (specification §4). */
export const FRAME_READY_DELAY_MS = 500

// §9 Cooldowns and lifetimes
/** Shortest time, in ms, between two email logins (specification §5, §9). */
export const EMAIL_COOLDOWN_MS = 30_000
/** How long the balances of all assets are cached, in ms (specification §9). */
export const PORTFOLIO_CACHE_MS = 30_000
/** How long the balance of the native coin is cached, in ms (specification §9). */
export const NATIVE_BALANCE_CACHE_MS = 30_000
/** How long the registered names of an account are cached, in ms (specification §9, ENS). */
export const ENS_CACHE_MS = 300_000
/** How long name and avatar of an account are cached, in ms (specification §9). */
export const IDENTITY_CACHE_MS = 300_000
/** How long after a failed balance request there is no new one, in ms (specification §5, §9). */
export const BALANCE_RETRY_GATE_MS = 30_000

// §9 Wallet lists
/** Most recent wallets that are stored (specification §9). */
export const RECENT_WALLETS_COUNT = 2
/** Most recommended wallets that are shown (specification §9). */
export const RECOMMENDED_WALLETS_COUNT = 4
/** Entries of one page of the wallet list (specification §9). */
export const WALLETS_PER_PAGE_COUNT = 40
/** Most results of a search in the wallet list (specification §9). */
export const SEARCH_RESULTS_COUNT = 100
/** Pause, in ms, after the last key before the wallet list is searched (specification §9). */
export const SEARCH_DELAY_MS = 300
/** Most pending transactions that are kept (specification §9). */
export const PENDING_TRANSACTIONS_MAX_COUNT = 99

// §9 Swap and on-ramp
/** Slippage tolerance of a swap, in percent (specification §9). */
export const SWAP_SLIPPAGE_PERCENT = 1
/** Least amount of a purchase by card, in USD or EUR, when the services give no limits (specification §9). */
export const ONRAMP_CARD_MIN_AMOUNT = '10.00'
/** Largest amount of a purchase by card, in USD or EUR, when the services give no limits (specification §9). */
export const ONRAMP_CARD_MAX_AMOUNT = '7500.00'
/** Least amount of a purchase by bank account (`ach_bank_account`), in USD or EUR, when the services give no limits (specification §9). */
export const ONRAMP_BANK_MIN_AMOUNT = '10.00'
/**
 * Largest amount of a purchase by bank account (`ach_bank_account`), in USD or EUR, when the services give no limits (specification §9).
 */
export const ONRAMP_BANK_MAX_AMOUNT = '25000.00'
/** Least fee of a purchase by card, in percent (specification §9). */
export const ONRAMP_FEE_MIN_PERCENT = 1
/** Largest fee of a purchase by card, in percent (specification §9). */
export const ONRAMP_FEE_MAX_PERCENT = 2

// §9 Log
/** Size of the log buffer in bytes (specification §9). */
export const LOG_BUFFER_BYTES = 1_024_000
/** Default level of the log: what is less important is not written to the console (specification §9). */
export const LOG_LEVEL = 'error'

// §9 Retry and waiting
/** Attempts of a query, the first one included (specification §4, §9). */
export const RETRY_ATTEMPTS_COUNT = 3
/** Delay of a query before its second attempt, in ms; it doubles for each further one (specification §9). */
export const RETRY_FIRST_DELAY_MS = 1_000
/** Longest delay of a query between two attempts, in ms (specification §9). */
export const RETRY_MAX_DELAY_MS = 30_000
/** Delay between two attempts outside of queries, in ms (specification §9). */
export const RETRY_GAP_MS = 1_000
/** Pause, in ms, that debounced work waits for after its last cause (specification §9). */
export const DEBOUNCE_MS = 500
/** Longest wait for an image to load, in ms (specification §9). */
export const IMAGE_PRELOAD_LIMIT_MS = 2_000

// §9 Motion and notices
/** Duration of the animation of the header's text, in ms (specification §9). */
export const HEADER_ANIMATION_MS = 120
/** Duration of the animation of the modal's height, in ms (specification §9). */
export const HEIGHT_ANIMATION_MS = 150
/** Duration of the transition between two views, in ms (specification §9). */
export const VIEW_TRANSITION_MS = 150
/** How long a notice stays, in ms (specification §9, toast). */
export const NOTICE_AUTO_CLOSE_MS = 5_000

// §9 Embedded wallet's frame
/** Longest wait for the embedded wallet's frame to load, in ms (specification §9). */
export const FRAME_LOAD_TIMEOUT_MS = 20_000
/** Longest wait for the frame to answer a login request (email, device, OTP, social), in ms (specification §9). */
export const FRAME_REQUEST_TIMEOUT_MS = 30_000
/** Longest wait for the frame to sign out, in ms (specification §9). */
export const SIGN_OUT_LIMIT_MS = 3_000

// §9 Chain RPC and HTTP
/** CAIP-2 id of the default chain, Ethereum (specification §9). */
export const DEFAULT_CHAIN_ID = 'eip155:1'
/** Retries of a chain RPC request after the first attempt (specification §9). */
export const RPC_RETRIES_COUNT = 3
/**
 * Delay before the first retry of a chain RPC request, in ms, doubled for each further one; a node's `Retry-After` replaces it
 * (specification §9).
 */
export const RPC_RETRY_DELAY_MS = 150
/** HTTP statuses after which a chain RPC request is retried (specification §9). */
export const RPC_RETRY_HTTP_STATUSES = [403, 408, 413, 429, 500, 502, 503, 504] as const
/** Longest wait for the answer to a request over HTTP, in ms (specification §9). */
export const RPC_TIMEOUT_MS = 10_000
/** Most chain RPC requests in one batch (specification §9). */
export const RPC_BATCH_COUNT = 1_000
/** Interval between two checks of a chain's fallback nodes, in ms (specification §9). */
export const RPC_PING_INTERVAL_MS = 4_000
/** Retries of a request to the services after the first attempt (specification §9). */
export const HTTP_RETRIES_COUNT = 2
/** Delay before a retry of a request to the services, in ms (specification §9). */
export const HTTP_RETRY_DELAY_MS = 100
/** Most pending chain RPC requests that equal requests can join (specification §9). */
export const RPC_DEDUPE_COUNT = 8_192
/** Most addresses whose check sum is cached (specification §9). */
export const ADDRESS_CACHE_COUNT = 8_192
/** How long a query without readers keeps its value, in ms (specification §9). */
export const QUERY_GARBAGE_COLLECTION_MS = 300_000

// §9 Telemetry
/** Most telemetry events of a wallet within `TELEMETRY_WINDOW_MS` (specification §9). */
export const TELEMETRY_EVENTS_COUNT = 5
/** Time in which `TELEMETRY_EVENTS_COUNT` events may be sent, in ms (specification §9). */
export const TELEMETRY_WINDOW_MS = 60_000

// §9 Networks
/** EVM networks that come with this package (specification §9). */
export const EVM_NETWORKS_COUNT = 24
/** Solana clusters that come with this package (specification §9). */
export const SOLANA_NETWORKS_COUNT = 3

// §8 Error codes of chains and wallets
/** Error code of a wallet that does not know a chain (specification §8, EIP-3326). */
export const CHAIN_UNRECOGNIZED_CODE = 4902
/** Error code for chain errors of any other kind (specification §8, "default"). */
export const CHAIN_DEFAULT_CODE = 5000
/** Error code for an invalid chain id (specification §8). */
export const CHAIN_INVALID_CODE = 32603

// §5 Validation
/** EVM chain numbers must be below this to have a coin type (specification §5, ENSIP-11). */
export const COIN_TYPE_CHAIN_ID_LIMIT = 2 ** 31

// Turns what wallets throw into errors with a code: by number (EIP-1193, EIP-1474, WalletConnect sign errors), else by text.
import { type ErrorCode, walletError, WalletError } from '../vocabulary/errors.js'

const byNumber: Readonly<Record<number, ErrorCode>> = {
  4001: 'USER_REJECTED',
  4100: 'UNAUTHORIZED',
  4200: 'UNSUPPORTED_METHOD',
  4900: 'WALLET_DISCONNECTED',
  4901: 'WALLET_DISCONNECTED',
  4902: 'CHAIN_UNKNOWN',
  5000: 'USER_REJECTED',
  5001: 'USER_REJECTED',
  5002: 'USER_REJECTED',
  5003: 'USER_REJECTED',
  5100: 'CHAIN_NOT_SUPPORTED',
  5101: 'UNSUPPORTED_METHOD',
  5102: 'UNSUPPORTED_METHOD',
  5103: 'NO_ACCOUNTS',
  5104: 'CHAIN_NOT_SUPPORTED',
  6000: 'WALLET_DISCONNECTED',
  7001: 'WALLET_DISCONNECTED',
  8000: 'WALLET_TIMEOUT',
  [-32002]: 'REQUEST_PENDING',
  [-32601]: 'UNSUPPORTED_METHOD',
  [-32602]: 'INVALID_PARAMS',
}
const byText: readonly (readonly [RegExp, ErrorCode])[] = [
  [
    /(user|request)\s+(has\s+)?(reject|den|cancel|declin|disapprov)|(rejected|denied|cancell?ed|declined) by (the )?user|action_rejected|^cancell?ed$/i,
    'USER_REJECTED',
  ],
  [/already (pending|processing)/i, 'REQUEST_PENDING'],
  [/request expired/i, 'WALLET_TIMEOUT'],
  [/no internet connection|failed to publish|couldn't establish socket/i, 'RELAY_UNREACHABLE'],
]
const PROBLEM_MAX_CHARACTERS = 200
const NESTING_MAX_DEPTH = 4

/** Reads one property of what a wallet threw, which may be a proxy, have getters that throw, or be no object at all. */
function read(target: unknown, key: string): unknown {
  try {
    return typeof target === 'object' && target !== null ? (target as Record<string, unknown>)[key] : undefined // any key may be read
  } catch {
    return undefined // a property whose getter throws counts as missing
  }
}

/**
 * Every numeric code in an error, outermost first, up to 5 levels deep. Wallets wrap the errors of others in
 * `data.originalError`, `cause` or `error`; codes may be texts of digits.
 */
export function codesOf(error: unknown, depth = 0): number[] {
  if (depth > NESTING_MAX_DEPTH || typeof error !== 'object' || error === null) return []
  const code = read(error, 'code')
  const number = typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code
  const inner = ['data', 'originalError', 'cause', 'error'].flatMap((key) => codesOf(read(error, key), depth + 1))
  return typeof number === 'number' ? [number, ...inner] : inner
}

/** The error's message as one line of at most 200 characters, without control characters; `no reason given` when it has none. */
export function problemOf(error: unknown): string {
  const message = typeof error === 'string' ? error : read(error, 'message')
  const line =
    typeof message === 'string'
      ? message
          .slice(0, PROBLEM_MAX_CHARACTERS)
          .replace(/[\p{C}\s]+/gu, ' ')
          .trim()
      : ''
  return line || 'no reason given'
}

/**
 * Turns what a wallet threw into a WalletError, with the original as `cause` and its message as `details.problem`. The code is
 * that of the first known number in the error, else of a known text, else `WALLET_FAILED`. A WalletError is returned as it is.
 */
export function toWalletError(error: unknown): WalletError {
  if (isOurs(error)) return error
  const known = codesOf(error).find((number) => byNumber[number] !== undefined)
  const problem = problemOf(error)
  const stringCode = read(error, 'code')
  const searched = typeof stringCode === 'string' ? `${problem} ${stringCode}` : problem
  const code =
    (known === undefined ? undefined : byNumber[known]) ??
    byText.find(([pattern]) => pattern.test(searched))?.[1] ??
    'WALLET_FAILED'
  return walletError(code, { details: { problem }, cause: error })
}

/** Looks at the class and not at the name, since a wallet may throw an object that only names itself WalletError. */
function isOurs(error: unknown): error is WalletError {
  try {
    return error instanceof WalletError
  } catch {
    return false // a proxy whose prototype cannot be asked for
  }
}

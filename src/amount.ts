// Money: whole base units as bigint plus the number of decimals. Nothing here ever goes through a floating-point number.
import { ADDRESS_LEADING_CHARACTERS, ADDRESS_TRAILING_CHARACTERS, AMOUNT_DIGITS } from './constants.js'
import { WalletError } from './errors.js'

const DECIMALS_MAX = 255 // a uint8 in ERC-20
const TEXT_MAX = 400

/**
 * `'1.5'` with 18 decimals → `1500000000000000000n`. Point as the decimal separator, in every locale; no grouping, no exponent.
 * More fraction digits than `decimals` are refused unless they are zeros.
 * @throws WalletError AMOUNT_INVALID
 */
export function parseUnits(text: string, decimals: number): bigint {
  const match = text.length <= TEXT_MAX ? /^(-?)(\d+(?:\.\d*)?|\.\d+)$/.exec(text.trim()) : null
  if (!match || !isDecimals(decimals)) throw invalid(text)
  const [whole = '', fraction = ''] = (match[2] ?? '').split('.')
  if (/[1-9]/.test(fraction.slice(decimals))) throw invalid(text)
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return match[1] ? -units : units
}

/**
 * Exact, shortest form: `1500000000000000000n` with 18 decimals → `'1.5'`.
 * @throws WalletError AMOUNT_INVALID for decimals that are not 0–255
 */
export function formatUnits(amount: bigint, decimals: number): string {
  if (!isDecimals(decimals)) throw invalid(String(decimals))
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Cut to `digits` fraction digits towards zero, all of them shown: a balance never looks larger than it is (specification §2). */
export function truncate(amount: bigint, decimals: number, digits: number = AMOUNT_DIGITS): string {
  const [whole = '', fraction = ''] = formatUnits(amount, decimals).split('.')
  const shown = digits > 0 ? `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}` : whole
  return /[1-9]/.test(shown) ? shown : shown.replace('-', '')
}

/** `locale` (BCP 47) with the digits 0–9, in which wallets and explorers write amounts of tokens whatever the language. */
export const latinDigits = (locale: string): string => new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()

/** For people: grouped and punctuated as in `locale` (BCP 47), cut as in `truncate`. */
export function formatAmount(amount: bigint, decimals: number, locale?: string, digits: number = AMOUNT_DIGITS): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'trunc' } as const
  // A decimal string is formatted exactly (ES2023); the library types know only numbers there. Cut first, for engines that round all the same.
  return new Intl.NumberFormat(locale, options).format(truncate(amount, decimals, digits) as `${number}`)
}

/** `0xab…5Bfcdb`: 4 leading and 6 trailing characters (specification §2); what is no longer than that stays whole. */
export function shortAddress(
  address: string,
  leading: number = ADDRESS_LEADING_CHARACTERS,
  trailing: number = ADDRESS_TRAILING_CHARACTERS,
): string {
  if (address.length <= leading + trailing + 1) return address
  return `${address.slice(0, leading)}…${trailing > 0 ? address.slice(-trailing) : ''}`
}

function isDecimals(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= DECIMALS_MAX
}

function invalid(text: string): WalletError {
  return new WalletError('AMOUNT_INVALID', { details: { value: text.slice(0, 80) } })
}

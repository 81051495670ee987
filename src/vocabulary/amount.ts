// Amounts of assets: base units as bigint, and the asset's number of decimals. No amount becomes a floating-point number.
import { ADDRESS_LEADING_CHARACTERS, ADDRESS_TRAILING_CHARACTERS, AMOUNT_DIGITS } from './constants.js'
import { walletError, type WalletError } from './errors.js'

const DECIMALS_MAX = 255 // a uint8 in ERC-20
const TEXT_MAX = 400

/**
 * Reads a decimal number: `'1.5'` with 18 decimals → `1500000000000000000n`. The decimal separator is a point in every locale; there is no grouping and
 * no exponent.
 * @returns base units
 * @throws WalletError AMOUNT_INVALID when the text is no such number, or has more fraction digits than `decimals` that are not zero
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
 * Writes base units as a decimal number, exact and without trailing zeros: `1500000000000000000n` with 18 decimals → `'1.5'`.
 * @throws WalletError AMOUNT_INVALID for decimals that are not 0–255
 */
export function formatUnits(amount: bigint, decimals: number): string {
  if (!isDecimals(decimals)) throw invalid(String(decimals))
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/**
 * Writes base units as a decimal number with exactly `digits` fraction digits, cut towards zero, so that a balance never looks larger than it is
 * (specification §2).
 * @throws WalletError AMOUNT_INVALID for decimals that are not 0–255
 */
export function truncate(amount: bigint, decimals: number, digits: number = AMOUNT_DIGITS): string {
  const [whole = '', fraction = ''] = formatUnits(amount, decimals).split('.')
  const shown = digits > 0 ? `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}` : whole
  return /[1-9]/.test(shown) ? shown : shown.replace('-', '')
}

/** `locale` (BCP 47) with the digits 0–9, with which wallets and explorers write amounts in every language. */
export const latinDigits = (locale: string): string => new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()

/**
 * Writes base units for display: cut as by `truncate`, with the separators of `locale` (BCP 47; default: the browser's).
 * @throws WalletError AMOUNT_INVALID for decimals that are not 0–255
 */
export function formatAmount(amount: bigint, decimals: number, locale?: string, digits: number = AMOUNT_DIGITS): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'trunc' } as const
  // A decimal string is formatted exactly (ES2023), which the library types do not know. Cut before, for engines that ignore `roundingMode`.
  return new Intl.NumberFormat(locale, options).format(truncate(amount, decimals, digits) as `${number}`)
}

/** Shortens an address to 4 leading and 6 trailing characters, `0xab…5Bfcdb` (specification §2). An address that is not longer stays as it is. */
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
  return walletError('AMOUNT_INVALID', { details: { value: text.slice(0, 80) } })
}

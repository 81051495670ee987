// Amounts of money as bigint: what assets are worth. Prices come from the services as numbers; they are read by their decimal digits, and never calculated
// with as floating-point numbers.
import { formatUnits } from './amount.js'
import { FIAT_DIGITS } from './constants.js'

/** Decimal places of a `Money`. */
export const MONEY_DECIMALS = 12
const SCALE = 10n ** BigInt(MONEY_DECIMALS)

/** An amount of money, in 10^-12 of the currency's unit. */
export type Money = bigint

/** A number of the services as money: its shortest decimal digits, cut after 12 places. Undefined for NaN and infinite numbers. */
export function toMoney(value: number): Money | undefined {
  const read = readNumber(value)
  return read && scaled(read.digits, read.exponent + MONEY_DECIMALS)
}

/** `digits` × 10^`exponent`, cut. */
const scaled = (digits: bigint, exponent: number): bigint =>
  exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits / 10n ** BigInt(-exponent)

/** A number by its shortest decimal digits: it is `digits` × 10^`exponent`, exactly. Undefined for NaN and infinite numbers. */
function readNumber(value: number): { readonly digits: bigint; readonly exponent: number } | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (whole === '') return undefined
  const digits = BigInt(whole + fraction)
  return { digits: sign ? -digits : digits, exponent: Number(exponent) - fraction.length }
}

/** What `amount` (base units) of an asset is worth at `price` (for one whole unit), cut. Undefined without a usable price. */
export function worthOf(amount: bigint, decimals: number, price: number | undefined): Money | undefined {
  const unit = price === undefined ? undefined : readNumber(price)
  return unit === undefined || unit.digits < 0n
    ? undefined
    : scaled(amount * unit.digits, unit.exponent + MONEY_DECIMALS - decimals)
}

/** How much of an asset `money` buys at `price`, in base units, cut. Undefined without a price above zero. */
export function amountFor(money: Money, decimals: number, price: number | undefined): bigint | undefined {
  const unit = price === undefined ? undefined : readNumber(price)
  if (unit === undefined || unit.digits <= 0n) return undefined
  // Multiplied by all that is above the line before it is divided, once.
  const exponent = decimals - MONEY_DECIMALS - unit.exponent
  return exponent >= 0 ? scaled(money, exponent) / unit.digits : money / (unit.digits * 10n ** BigInt(-exponent))
}

/** Money as a plain decimal number with exactly `digits` places, cut: `12.34`. For fields; `formatMoney` is for display. */
export function plainMoney(money: Money, digits: number = FIAT_DIGITS): string {
  const [whole = '0', fraction = ''] = formatUnits(money, MONEY_DECIMALS).split('.')
  return digits > 0 ? `${whole}.${fraction.slice(0, digits).padEnd(digits, '0')}` : whole
}

/**
 * Money as `locale` (BCP 47) writes it: `$12.34`. Cut after 2 places, as the specification has it (§2); less than a cent but more than nothing is `<$0.01`.
 * @param currency ISO 4217
 */
export function formatMoney(money: Money, locale?: string, currency = 'USD'): string {
  return splitMoney(money, locale, currency).join('')
}

/** `formatMoney` in three parts: before the decimal mark, from it to the end of the fraction, and after: `['$12', '.34', '']`. */
export function splitMoney(money: Money, locale?: string, currency = 'USD'): readonly [string, string, string] {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: FIAT_DIGITS,
    maximumFractionDigits: FIAT_DIGITS,
  })
  const isDust = money > 0n && money < SCALE / 100n
  // A decimal string is formatted exactly (ES2023), which the library types do not know.
  const parts = format.formatToParts((isDust ? '0.01' : plainMoney(money)) as unknown as number)
  const placeOf = (wanted: string) => parts.findIndex(({ type }) => type === wanted)
  const text = (from: number, end?: number) =>
    parts
      .slice(from, end)
      .map(({ value }) => value)
      .join('')
  const [mark, end] = [placeOf('decimal'), placeOf('fraction') + 1]
  return [`${isDust ? '<' : ''}${text(0, mark)}`, text(mark, end), text(end)]
}

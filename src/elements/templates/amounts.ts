// Amounts as they are written in the chosen language.
import { formatAmount, formatUnits, latinDigits } from '../../vocabulary/amount.js'
import type { Asset } from '../../vocabulary/asset.js'
import type { Core } from '../../state/core.js'
import { createMessages } from '../lib/localize.js'

/** Decimal places of amounts that are bought, and of fees. */
const DIGITS = 6
/** Engines before ES2023 write no more. */
const INTL_DIGITS_MAX = 20

/** An amount with all of its digits: what is paid, and what is allowed. */
export function exactAmount(core: Core, amount: bigint, decimals: number): string {
  const plain = formatUnits(amount, decimals)
  const digits = plain.split('.')[1]?.length ?? 0
  if (digits > INTL_DIGITS_MAX) return plain
  return formatAmount(amount, decimals, latinDigits(core.use(createMessages).formatTag()), digits)
}

/** An amount cut after six places, without zeros at the end; all of its digits where that would leave nothing. */
export function shortAmount(core: Core, amount: bigint, decimals: number): string {
  const unit = decimals > DIGITS ? 10n ** BigInt(decimals - DIGITS) : 1n
  const cut = (amount / unit) * unit
  return exactAmount(core, cut === 0n ? amount : cut, decimals)
}

/** `exactAmount` with the symbol. */
export const exactSum = (core: Core, amount: bigint, { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>): string =>
  `${exactAmount(core, amount, decimals)} ${symbol}`

/** `shortAmount` with the symbol. */
export const shortSum = (core: Core, amount: bigint, { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>): string =>
  `${shortAmount(core, amount, decimals)} ${symbol}`

/** @param hundredths of a percent */
export function percentText(core: Core, hundredths: bigint): string {
  const format = new Intl.NumberFormat(latinDigits(core.use(createMessages).formatTag()), {
    style: 'percent',
    maximumFractionDigits: 2,
  })
  return format.format(formatUnits(hundredths, 4) as `${number}`) // a decimal string is formatted exactly, which the types do not know
}

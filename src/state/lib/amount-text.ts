// Amounts as the texts of a field, in the way that `readAmount` reads them back in the visitor's language.
import { formatUnits } from '../../vocabulary/amount.js'

/** A plain decimal number with the decimal mark of `locale` (BCP 47), where that is a comma: `1.234` would read as thousands there. */
export function localText(plain: string, locale: string): string {
  if (!/^\d*\.?\d*$/.test(plain)) return plain
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  return mark === ',' ? plain.replace('.', ',') : plain
}

/** Base units as the text of a field: exact. */
export function amountText(amount: bigint, decimals: number, locale: string): string {
  return localText(formatUnits(amount, decimals), locale)
}

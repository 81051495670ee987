// Numbers in fields: with the decimal mark that people of a locale type, and nothing else of a format.

/** The decimal mark of a locale (BCP 47), if it is one that `readAmount` reads; else a point. */
function decimalMark(locale: string): string {
  const mark = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  return mark === ',' || mark === '٫' ? mark : '.'
}

/** A number of hundredths as a plain number, such as a percentage. */
export const percentOf = (hundredths: bigint): number => Number(hundredths) / 100

/** A decimal number (`1.5`) for a field: `1,5` in German. `readAmount` reads it back in the same locale. */
export function fieldNumber(number: string, locale: string): string {
  return number.replace('.', decimalMark(locale))
}

// Amounts as decimal numbers, exact. As `src/vocabulary/amount.ts` has them, without the catalogue of the modal's errors that its functions bring.

const TEXT_MAX = 400
const DECIMALS_MAX = 255 // a uint8 in ERC-20

const isDecimals = (decimals: number) => Number.isInteger(decimals) && decimals >= 0 && decimals <= DECIMALS_MAX

/** Base units of a decimal number with a point; undefined for all else, signs and digits that the token does not have included. */
export function parseAmount(text: string, decimals: number): bigint | undefined {
  const [match, whole = '', fraction = ''] = (text.length <= TEXT_MAX && /^(\d*)(?:\.(\d*))?$/.exec(text.trim())) || []
  if (match === undefined || whole + fraction === '' || !isDecimals(decimals)) return undefined
  if (/[1-9]/.test(fraction.slice(decimals))) return undefined
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** Base units as a decimal number, without zeros at its end. @throws RangeError for decimals that are not 0–255 */
export function amountOf(amount: bigint, decimals: number): string {
  if (!isDecimals(decimals)) throw new RangeError('No number of decimals')
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

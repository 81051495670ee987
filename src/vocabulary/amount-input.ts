// Reads amounts that a person types: digits of every script, and the decimal marks of both kinds. No amount becomes a floating-point number.
import { latinDigits } from './amount.js'

/** The largest amount on EVM chains: a uint256. */
export const UINT256_MAX = 2n ** 256n - 1n
/** The largest amount on Solana: a u64. */
export const UINT64_MAX = 2n ** 64n - 1n
/** A text that is longer is no amount. */
const TEXT_MAX = 120

/** Why a text is no amount: `format`: not a plain number; `group`: a mark that may separate thousands; `decimals`: more digits than the asset has. */
export type AmountProblem = 'empty' | 'format' | 'negative' | 'group' | 'decimals' | 'tooLarge'

/** What `readAmount` finds in a text. */
export type AmountReading =
  | { readonly amount: bigint; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: AmountProblem }

/** The code points of the digit zero of the scripts that `Intl` writes numbers in. */
const zeros = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
  0x1810, 0xff10,
] as const

/** The text with its digits as 0–9. Characters of other kinds stay. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((each) => code >= each && code < each + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

/**
 * Reads an amount: `1.5` or `1,5`, without sign, exponent or separators of thousands. A single mark that separates thousands in `locale` and has exactly
 * three digits behind it is refused (`group`), because it can be read in two ways.
 * @param decimals of the asset, 0–255
 * @param options `locale`: BCP 47, default `en`; `max`: the largest amount in base units, default that of a uint256
 * @returns base units, or why the text is none
 */
export function readAmount(
  text: string,
  decimals: number,
  { locale = 'en', max = UINT256_MAX }: { readonly locale?: string | undefined; readonly max?: bigint | undefined } = {},
): AmountReading {
  const plain = asciiDigits(text.trim()).replace('٫', '.')
  if (plain === '') return { problem: 'empty' }
  if (plain.length > TEXT_MAX) return { problem: 'tooLarge' }
  if (/^[-−]/.test(plain)) return { problem: 'negative' }
  const [, whole = '', mark, fraction = ''] = /^(\d*)(?:([.,])(\d*))?$/.exec(plain) ?? []
  if (whole + fraction === '') return { problem: /^[\d.,]*$/.test(plain) && /\d/.test(plain) ? 'group' : 'format' }
  if (mark && groupMarks(locale).includes(mark) && whole !== '' && !/^0/.test(whole) && fraction.length === 3)
    return { problem: 'group' }
  if (/[1-9]/.test(fraction.slice(decimals))) return { problem: 'decimals' }
  const amount = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return amount > max ? { problem: 'tooLarge' } : { amount }
}

/**
 * A decimal number (`1.5`) as the text of a field, with the decimal mark that people of `locale` (BCP 47) type: `1,5` in German, where `1.234` would read as
 * thousands. `readAmount` reads it back in the same locale. What is no plain number stays as it is.
 */
export function fieldNumber(number: string, locale: string): string {
  if (!/^\d*\.?\d*$/.test(number)) return number
  const mark = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  return mark === ',' || mark === '٫' ? number.replace('.', mark) : number
}

/** The marks between thousands in `locale`, with its own digits and with 0–9, as amounts are shown: some languages group those by other marks. */
function groupMarks(locale: string): readonly (string | undefined)[] {
  return [locale, latinDigits(locale)].map(
    (each) =>
      new Intl.NumberFormat(each, { useGrouping: true }).formatToParts(123_456).find(({ type }) => type === 'group')?.value,
  )
}

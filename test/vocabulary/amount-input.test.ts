// The money table: what a person may type as an amount is read exactly, or refused with a reason.
import { describe, expect, test } from 'vitest'
import {
  asciiDigits,
  fieldNumber,
  readAmount,
  UINT256_MAX,
  UINT64_MAX,
  type AmountProblem,
} from '../../src/vocabulary/amount-input.js'
import { testRows } from '../support/rows.js'

const ether = 10n ** 18n

const exact: [text: string, decimals: number, amount: bigint, locale?: string][] = [
  ['0', 18, 0n],
  ['0.000000000000000001', 18, 1n],
  ['1', 18, ether],
  ['  1 ', 18, ether],
  ['1.5', 18, 1_500_000_000_000_000_000n],
  ['.5', 18, ether / 2n],
  ['5.', 18, 5n * ether],
  ['007', 0, 7n],
  ['1.000000000000000000000', 18, ether],
  ['123456789012345678901234567890.123456789012345678', 18, 123456789012345678901234567890123456789012345678n],
  ['0.1', 36, 10n ** 35n],
  ['12', 0, 12n],
  // Both decimal marks, where they cannot be taken for a separator of thousands.
  ['1,5', 18, 1_500_000_000_000_000_000n],
  ['1,5', 18, 1_500_000_000_000_000_000n, 'de'],
  ['1.5', 18, 1_500_000_000_000_000_000n, 'de'],
  ['1,500', 6, 1_500_000n, 'de'],
  ['1.500', 6, 1_500_000n, 'en'],
  ['0,123', 6, 123_000n, 'en'],
  ['0.123', 6, 123_000n, 'de'],
  // Digits of other scripts.
  ['١٫٥', 18, 1_500_000_000_000_000_000n, 'ar-EG'],
  ['١٢٣', 0, 123n],
  ['۱.۵', 18, 1_500_000_000_000_000_000n, 'fa'],
  ['１２', 0, 12n],
  ['१२', 0, 12n],
  [String(UINT256_MAX), 0, UINT256_MAX],
]

const refused: [text: string, decimals: number, problem: AmountProblem, locale?: string][] = [
  ['', 18, 'empty'],
  ['   ', 18, 'empty'],
  ['-1', 18, 'negative'],
  ['-0', 18, 'negative'],
  ['−1', 18, 'negative'],
  ['1e18', 18, 'format'],
  ['NaN', 18, 'format'],
  ['Infinity', 18, 'format'],
  ['0x10', 18, 'format'],
  ['+1', 18, 'format'],
  ['1 000', 18, 'format'],
  ['.', 18, 'format'],
  [',', 18, 'format'],
  ['½', 18, 'format'],
  ['²', 18, 'format'],
  ['1n', 18, 'format'],
  ['1;2', 18, 'format'],
  ['1.2.3', 18, 'group'],
  ['1,000,000', 18, 'group'],
  ['1,000.50', 18, 'group'],
  ['1,000', 18, 'group', 'en'],
  ['1.000', 18, 'group', 'de'],
  ['1,000', 18, 'group', 'ar-EG'], // as we write a thousand there, with 0–9
  ['1,000', 18, 'group', 'ar-SA'],
  ['1,000', 18, 'group', 'fa'],
  ['1,000', 18, 'group', 'ckb'],
  ['0.0000000000000000001', 18, 'decimals'],
  ['1.5', 0, 'decimals'],
  ['1.1234567', 6, 'decimals'],
  [String(UINT256_MAX + 1n), 0, 'tooLarge'],
  ['1', 255, 'tooLarge'],
  ['9'.repeat(200), 0, 'tooLarge'],
]

describe('an amount that is typed', () => {
  // attacks 60 and 61
  testRows(exact)('is read exactly: %j with %i decimals', (text, decimals, amount, locale) => {
    expect(readAmount(text, decimals, { locale })).toEqual({ amount })
  })

  testRows(refused)('is refused: %.90s with %i decimals, which is %s', (text, decimals, problem, locale) => {
    expect(readAmount(text, decimals, { locale })).toEqual({ problem })
  })

  test('is held to the largest amount of its chain', () => {
    expect(readAmount(String(UINT64_MAX), 0, { max: UINT64_MAX })).toEqual({ amount: UINT64_MAX })
    expect(readAmount(String(UINT64_MAX + 1n), 0, { max: UINT64_MAX })).toEqual({ problem: 'tooLarge' })
  })

  test('has digits of every script that browsers write numbers in', () => {
    for (const system of [
      'arab',
      'arabext',
      'beng',
      'deva',
      'fullwide',
      'gujr',
      'guru',
      'khmr',
      'knda',
      'laoo',
      'mlym',
      'mymr',
      'nkoo',
      'orya',
      'tamldec',
      'telu',
      'thai',
      'tibt',
    ]) {
      const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210)
      expect(asciiDigits(written), system).toBe('9876543210')
    }
  })
})

describe('a number for a field', () => {
  testRows([
    ['1.5', 'en', '1.5'],
    ['1.234', 'de', '1,234'],
    ['0.5', 'ar-EG', '0٫5'],
    ['7', 'de', '7'],
    ['1e18', 'de', '1e18'],
    ['', 'de', ''],
  ])('%s in %s is %s', (number, locale, text) => {
    expect(fieldNumber(number, locale)).toBe(text)
  })

  test('is read back as the same amount in every language that has a mark of its own', () => {
    for (const locale of ['en', 'de', 'fr', 'ar', 'ar-EG', 'fa', 'hi', 'pt-BR', 'ru', 'ja'])
      expect(readAmount(fieldNumber('1.234', locale), 18, { locale }), locale).toEqual({ amount: 1_234n * 10n ** 15n })
  })
})

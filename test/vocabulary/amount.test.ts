import { describe, expect, test } from 'vitest'
import { formatAmount, formatUnits, parseUnits, shortAddress, truncate } from '../../src/vocabulary/amount.js'
import { testRows } from '../support/rows.js'

/** A generator of numbers that look random and are the same every time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomAmounts(count: number): { amount: bigint; decimals: number }[] {
  const next = numbers(7)
  return Array.from({ length: count }, () => {
    const digits = Array.from({ length: 1 + Math.floor(next() * 60) }, () => Math.floor(next() * 10)).join('')
    return { amount: BigInt(digits) * (next() < 0.2 ? -1n : 1n), decimals: Math.floor(next() * 30) }
  })
}

describe('parseUnits', () => {
  testRows([
    ['1', 18, 1_000_000_000_000_000_000n],
    ['1.5', 18, 1_500_000_000_000_000_000n],
    ['.5', 6, 500_000n],
    ['5.', 6, 5_000_000n],
    ['0', 0, 0n],
    ['007', 0, 7n],
    [' 1 ', 0, 1n],
    ['-0.25', 2, -25n],
    ['1.000', 0, 1n],
    ['0.1234567', 6, undefined],
    ['0.1234560', 6, 123_456n],
    ['9007199254740993', 0, 9_007_199_254_740_993n],
    ['115792089237316195423570985008687907853269984665640564039457.584007913129639935', 18, 2n ** 256n - 1n],
  ])('%s with %i decimals', (text, decimals, expected) => {
    if (expected === undefined)
      expect(() => parseUnits(text, decimals)).toThrow(expect.objectContaining({ code: 'AMOUNT_INVALID' }))
    else expect(parseUnits(text, decimals)).toBe(expected)
  })

  testRows([
    '',
    ' ',
    '.',
    '-',
    '1,5',
    '1 000',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '+1',
    '1.2.3',
    '--1',
    '１',
    '٣',
    '1\n2',
    '9'.repeat(401),
  ])('refuses what is no amount: %j', (text) => {
    expect(() => parseUnits(text, 18)).toThrow(expect.objectContaining({ code: 'AMOUNT_INVALID' }))
  })

  testRows([-1, 1.5, 256, Number.NaN])('refuses %d decimals', (decimals) => {
    expect(() => parseUnits('1', decimals)).toThrow(expect.objectContaining({ code: 'AMOUNT_INVALID' }))
    expect(() => formatUnits(1n, decimals)).toThrow(expect.objectContaining({ code: 'AMOUNT_INVALID' }))
  })

  test('a refused text is quoted only in part', () => {
    try {
      parseUnits('x'.repeat(1000), 18)
      expect.fail('was taken')
    } catch (error) {
      expect(error).toMatchObject({ details: { value: 'x'.repeat(80) } })
    }
  })
})

describe('formatUnits', () => {
  testRows([
    [1_500_000_000_000_000_000n, 18, '1.5'],
    [1n, 18, '0.000000000000000001'],
    [0n, 18, '0'],
    [10n, 0, '10'],
    [-25n, 2, '-0.25'],
    [100n, 2, '1'],
  ])('%s with %i decimals is %s', (amount, decimals, text) => {
    expect(formatUnits(amount, decimals)).toBe(text)
  })

  test('undoes parseUnits, for any amount', () => {
    for (const { amount, decimals } of randomAmounts(500))
      expect(parseUnits(formatUnits(amount, decimals), decimals)).toBe(amount)
  })
})

describe('truncate', () => {
  testRows([
    [1_999_999_999_999_999_999n, 18, '1.999'],
    [999_999_999_999_999n, 18, '0.000'],
    [-1_999_999n, 6, '-1.999'],
    [-1n, 6, '0.000'],
    [5n, 0, '5.000'],
    [0n, 18, '0.000'],
  ])('%s with %i decimals shows %s', (amount, decimals, text) => {
    expect(truncate(amount, decimals)).toBe(text)
  })

  test('takes other numbers of digits', () => {
    expect(truncate(1_999n, 3, 2)).toBe('1.99')
    expect(truncate(1_999n, 3, 0)).toBe('1')
  })

  test('never shows more than there is, and less than one unit of the last digit is missing', () => {
    for (const { amount, decimals } of randomAmounts(500)) {
      const scale = 10n ** BigInt(decimals)
      const shown = parseUnits(truncate(amount, decimals), 3) // thousandths
      const exact = amount * 1000n
      expect(amount < 0n ? shown * scale >= exact : shown * scale <= exact).toBe(true)
      const missing = exact - shown * scale
      expect(missing < scale && missing > -scale).toBe(true)
    }
  })
})

describe('formatAmount', () => {
  testRows([
    ['en-US', '1,234,567.899'],
    ['de-DE', '1.234.567,899'],
    ['fr-FR', '1 234 567,899'],
    ['hi-IN', '12,34,567.899'],
    ['ar-EG', '١٬٢٣٤٬٥٦٧٫٨٩٩'],
  ])('writes as the language does: %s', (locale, text) => {
    // which of Unicode's spaces stands between groups depends on the release of ICU
    expect(formatAmount(1_234_567_899_999n, 6, locale).replace(/\s/g, ' ')).toBe(text)
  })

  test('keeps digits that a number would lose', () => {
    expect(formatAmount(9_007_199_254_740_993_001n, 3, 'en-US')).toBe('9,007,199,254,740,993.001')
  })

  test('never rounds up', () => {
    expect(formatAmount(999_999_999n, 9, 'en-US')).toBe('0.999')
    expect(formatAmount(1_999_999_999n, 9, 'en-US', 0)).toBe('1')
  })
})

describe('shortAddress', () => {
  test('keeps 4 leading and 6 trailing characters', () => {
    expect(shortAddress('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')).toBe('0xab…5Bfcdb')
    expect(shortAddress('So11111111111111111111111111111111111111112')).toBe('So11…111112')
  })

  test('leaves alone what would not become shorter', () => {
    expect(shortAddress('12345678901')).toBe('12345678901')
    expect(shortAddress('123456789012')).toBe('1234…789012')
    expect(shortAddress('')).toBe('')
  })

  test('takes other lengths', () => {
    expect(shortAddress('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', 6, 0)).toBe('0xab16…')
  })
})

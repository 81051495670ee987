import { describe, expect, test } from 'vitest'
import { amountFor, formatMoney, plainMoney, splitMoney, toMoney, worthOf } from '../../src/vocabulary/money.js'
import { testRows } from '../support/rows.js'

describe('a price of the services', () => {
  testRows([
    [0, 0n],
    [1, 10n ** 12n],
    [0.1, 10n ** 11n],
    [2998.37, 2_998_370_000_000_000n],
    [1e-7, 100_000n],
    [1.5e-13, 0n],
    [1e21, 10n ** 33n],
    [-2.5, -2_500_000_000_000n],
  ])('%d is read by its digits', (value, money) => {
    expect(toMoney(value)).toBe(money)
  })

  test.each([NaN, Infinity, -Infinity])('%d is none', (value) => {
    expect(toMoney(value)).toBeUndefined()
  })
})

test('what an amount is worth, and how much money buys, are cut and never rounded up', () => {
  expect(worthOf(1_500_000_000_000_000_000n, 18, 2000)).toBe(3000n * 10n ** 12n)
  expect(worthOf(1n, 18, 2000)).toBe(0n)
  expect(worthOf(10n ** 18n, 18, undefined)).toBeUndefined()
  expect(worthOf(10n ** 18n, 18, -1)).toBeUndefined()
  expect(amountFor(1000n * 10n ** 12n, 18, 3)).toBe(333_333_333_333_333_333_333n)
  expect(amountFor(10n ** 12n, 6, 0)).toBeUndefined()
  // A price with more digits than a Money has places: $1 of a coin of many zeros.
  expect(worthOf(10n ** 18n * 10n ** 13n, 18, 1.23456789e-11)).toBe(123_456_789_000_000n)
  expect(amountFor(10n ** 12n, 18, 1.5e-13)).toBe(10n ** 32n / 15n)
  expect(amountFor(10n ** 12n, 0, 2.5e-13)).toBe(4_000_000_000_000n)
  expect(worthOf(10n ** 15n, 0, 4e-15)).toBe(4n * 10n ** 12n)
  expect(amountFor(10n ** 12n, 2, 1e21)).toBe(0n)
})

test('money is written with two places, cut', () => {
  expect(plainMoney(12_349_999_999_999n)).toBe('12.34')
  expect(formatMoney(12_349_999_999_999n, 'en')).toBe('$12.34')
  expect(formatMoney(1_234_567_890_000_000_000n, 'en')).toBe('$1,234,567.89')
  expect(formatMoney(9_999_999_999n, 'en')).toBe('<$0.01')
  expect(formatMoney(0n, 'en')).toBe('$0.00')
  expect(formatMoney(10n ** 12n, 'de')).toMatch(/^1,00\s\$$/)
})

test('its fraction stands apart, wherever the language has it', () => {
  expect(splitMoney(12_349_999_999_999n, 'en')).toEqual(['$12', '.34', ''])
  const [whole, fraction, after] = splitMoney(1_234_500_000_000_000n, 'de')
  expect([whole, fraction, after.trim()]).toEqual(['1.234', ',50', '$'])
  expect(splitMoney(1n, 'en')).toEqual(['<$0', '.01', ''])
})

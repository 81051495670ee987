import { expect, test } from 'vitest'
import { digitsOf, isEmail, shortEmail } from '../../src/vocabulary/email.js'
import { testRows } from '../support/rows.js'

testRows([
  ['ada@example.com', true],
  ['a.d+a@mail.example.co.uk', true],
  ['ada@bücher.example', true],
  ['ada@example', false],
  ['ada@', false],
  ['@example.com', false],
  ['a b@example.com', false],
  ['a@b.c\r\nBcc: d@e.f', false],
  ['ａ@example.com', false],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'b'.repeat(250)}.com`, false],
])('%j is an address: %s', (text, is) => expect(isEmail(text)).toBe(is))

test('a long address loses the end of its name, and a long domain its middle', () => {
  expect(shortEmail('a'.repeat(18) + '@example.com')).toHaveLength(30)
  expect(shortEmail('a'.repeat(19) + '@example.com')).toBe(`${'a'.repeat(11)}…@example.com`)
  const long = shortEmail('augusta.ada.king-noel@analytical-engines.example.com')
  expect(long).toBe('augusta.ada.…example.com')
})

testRows([
  ['123456', '123456'],
  ['Code: １２３-٤٥٦', '123456'],
  ['۱۲۳', '123'],
  ['𝟘𝟙𝟚', '012'],
  ['no', ''],
])('the digits of %j', (text, digits) => expect(digitsOf(text)).toBe(digits))

import { expect, test } from 'vitest'
import { fieldsOf, schemaOf, textOf } from '../../../src/state/lib/schema.js'
import { testRows } from '../../support/rows.js'

test('a check by hand has the shape of a schema', () => {
  const schema = schemaOf((value) => (value === 'yes' ? true : undefined))
  expect(schema.safeParse('yes')).toEqual({ success: true, data: true })
  expect(schema.safeParse('no')).toEqual({ success: false })
})

testRows([null, undefined, 1, 'text', [], true])('%j has no fields', (value) => {
  expect(fieldsOf(value)).toBeUndefined()
})

test('an object has', () => {
  expect(fieldsOf({ a: 1 })).toEqual({ a: 1 })
})

testRows([
  ['a', 'a'],
  ['x'.repeat(2048), 'x'.repeat(2048)],
  ['', undefined],
  ['x'.repeat(2049), undefined],
  [1, undefined],
  [null, undefined],
])('a text is not empty and not endless (%#)', (value, expected) => {
  expect(textOf(value)).toBe(expected)
})

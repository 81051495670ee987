import { describe, expect, test } from 'vitest'
import { traitsOf } from '../../../src/data/nfts/traits.js'
import { checkEach } from '../../../../test/support/rows.js'

describe('the traits of a document', () => {
  test('are read from each known form', () =>
    checkEach(
      [
        ['a text', { trait_type: 'Roof', value: 'Slate' }, { name: 'Roof', value: 'Slate', kind: 'text' }],
        ['a number', { trait_type: 'Windows', value: 12 }, { name: 'Windows', value: '12', kind: 'number' }],
        [
          'a fraction, which is no base unit of anything',
          { trait_type: 'Luck', value: 0.5 },
          { name: 'Luck', value: '0.5', kind: 'text' },
        ],
        [
          'a date',
          { trait_type: 'Born', value: 1_714_521_600, display_type: 'date' },
          { name: 'Born', value: '1714521600', kind: 'date' },
        ],
        [
          'a date in words',
          { trait_type: 'Born', value: 'May', display_type: 'date' },
          { name: 'Born', value: 'May', kind: 'text' },
        ],
        ['a property without a name', { value: true }, { name: '', value: 'true', kind: 'text' }],
        ['a name that is no text', { trait_type: { a: 1 }, value: 'x' }, { name: '', value: 'x', kind: 'text' }],
        ['a zero character', { trait_type: 'a\0b', value: 'c\0d' }, { name: 'ab', value: 'cd', kind: 'text' }],
      ],
      '%s',
      (_, attribute, trait) => {
        expect(traitsOf([attribute])).toEqual([trait])
      },
    ))

  test('are none in any other', () =>
    checkEach(
      [
        ['no list', { Roof: 'Slate' }],
        ['nothing', undefined],
        [
          'values that are none',
          [{ trait_type: 'a', value: null }, { trait_type: 'b', value: [] }, null, 7, 'x', { value: ' ' }],
        ],
        ['a number that is none', [{ trait_type: 'a', value: Number.NaN }]],
      ],
      '%s has none',
      (_, attributes) => {
        expect(traitsOf(attributes)).toEqual([])
      },
    ))

  test('a long list and long texts are cut, and no character in half', () => {
    const traits = traitsOf(
      Array.from({ length: 1000 }, () => ({ trait_type: `a${'😀'.repeat(500)}`, value: '😀'.repeat(5000) })),
    )
    expect(traits).toHaveLength(100)
    expect([traits[0]?.name, traits[0]?.value]).toEqual([`a${'😀'.repeat(49)}`, '😀'.repeat(150)])
  })
})

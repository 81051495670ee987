// From a wanted language to one that there are words for: by language and script, the region first.
import { expect, test } from 'vitest'
import { matchLanguage } from '../../../src/elements/lib/match-language.js'
import { testRows } from '../../support/rows.js'

const known = ['en', 'ar', 'de', 'es', 'es-419', 'he', 'pt', 'pt-PT', 'sr', 'zh', 'zh-Hant', 'zh-HK']

testRows([
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-CH', 'de'],
  ['de-CH-u-nu-latn', 'de'],
  ['ar-EG', 'ar'],
  ['ar-Latn', undefined],
  ['ar-XB', 'ar'],
  ['en-XA', 'en'],
  ['en-GB', 'en'],
  ['zh-CN', 'zh'],
  ['zh-SG', 'zh'],
  ['zh-Hans-TW', 'zh'],
  ['zh-TW', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-HK', 'zh-HK'],
  ['zh-Hant', 'zh-Hant'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt-PT'],
  ['pt-AO', 'pt'],
  ['es-419', 'es-419'],
  ['es', 'es'],
  ['iw', 'he'],
  ['sr-RS', 'sr'],
  ['sr-Latn', undefined],
  ['sr-ME', undefined],
  ['tlh', undefined],
  ['und', 'en'],
  ['not a tag!', undefined],
  ['', undefined],
])('%s is shown in %s', (tag, expected) => {
  expect(matchLanguage(tag, known)).toBe(expected)
})

test('without words in its own script zh-TW is not shown in zh', () => {
  expect(matchLanguage('zh-TW', ['en', 'zh'])).toBeUndefined()
  expect(matchLanguage('zh-TW', ['en', 'zh-Hant'])).toBe('zh-Hant')
})

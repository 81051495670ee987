// Texts: placeholders, plurals, numbers, the way from a wanted language to one there is, and the page's own wording.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogue as codes } from '../../../src/errors.js'
import { directionOf } from '../../../src/elements/lib/direction.js'
import { createMessages, flatten, format, type MessageTree, type Plural } from '../../../src/elements/lib/localize.js'
import button from '../../../src/elements/locales/en/button.js'
import en from '../../../src/elements/locales/en/shell.js'
import { chooseLocale, locales, matchLocale } from '../../../src/elements/locales/index.js'
import { createLocale } from '../../../src/state/locale.js'
import { createTestCore } from '../../support/core.js'

const root = new URL('../../../', import.meta.url).pathname
const english = flatten({ button, ...en })
const texts = (message: string | Plural) => (typeof message === 'string' ? [message] : Object.values(message))
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('a message', () => {
  test('fills in text as it is and numbers in the language’s own way', () => {
    expect(format('{wallet} has {count}', 'de', { wallet: '<b>x</b>', count: 1234.5 })).toBe('<b>x</b> has 1.234,5')
  })
  test.each([
    ['en', 1, 'one wallet'],
    ['en', 2, '2 wallets'],
    ['ar', 0, 'zero'],
    ['ar', 2, 'two'],
    ['ar', 11, 'many'],
  ])('in %s takes the form for %d', (locale, count, expected) => {
    const message =
      locale === 'en'
        ? { one: 'one wallet', other: '{count} wallets' }
        : { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
    expect(format(message, locale, { count })).toBe(expected)
  })
  test('keeps a placeholder that nobody fills, so that it is seen', () => {
    expect(format('Hello {name}', 'en')).toBe('Hello {name}')
  })
})

test.each([
  [['de-AT', 'en'], 'de'],
  [['xx', 'AR-eg'], 'ar'],
  [['en-GB'], 'en-GB'],
  [['tlh'], 'en'],
  [['en-xa'], 'en-XA'],
])('%j is shown in %s', (wanted, tag) => {
  expect(chooseLocale(wanted)).toBe(tag)
})

test.each([
  ['ar', 'rtl'],
  ['ar-XB', 'rtl'],
  ['he-IL', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['de', 'ltr'],
  ['en-XA', 'ltr'],
])('%s runs %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction)
})

describe.each(Object.keys(locales))('%s', (tag) => {
  test('has every text, with the same placeholders and all plural forms of the language', async () => {
    expect(matchLocale(tag)).toBe(tag)
    const own = flatten((await locales[tag]?.())?.default ?? {})
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort())
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const [key, message] of own) {
      const source = english.get(key) ?? ''
      if (typeof message !== 'string') expect(Object.keys(message).sort(), key).toEqual([...forms].sort())
      else expect(typeof source, key).toBe('string')
      const wanted = new Set(texts(source).flatMap(placeholders))
      for (const text of texts(message)) {
        expect(text.trim(), key).not.toBe('')
        // A form for one or two may say the number in words.
        for (const name of placeholders(text)) expect(wanted, `${key}: ${name}`).toContain(name)
        if (typeof message === 'string') expect(placeholders(text), key).toEqual([...wanted].sort())
      }
    }
  })
})

describe.each(['en-XA', 'ar-XB'])('the pseudo language %s', (tag) => {
  test('changes every text and keeps its placeholders', async () => {
    const { core } = createTestCore({ config: { locale: tag } })
    const messages = core.use(createMessages)
    await messages.load('all')
    const shown = messages.$messages.get()
    expect([...shown.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [key, message] of shown) {
      const source = english.get(key) ?? ''
      texts(message).forEach((text, index) => {
        if (/[a-z]/i.test((texts(source)[index] ?? '').replace(/\{\w+\}/g, ''))) expect(text, key).not.toBe(texts(source)[index])
        expect(placeholders(text), key).toEqual(placeholders(texts(source)[index] ?? ''))
      })
    }
  })
})

describe('the texts of a modal', () => {
  test('are only those of the buttons until it opens', async () => {
    const { core } = createTestCore()
    const messages = core.use(createMessages)
    expect([messages.t('button.connect'), messages.t('common.close'), messages.ready('all')]).toEqual(['Connect', '', false])
    await messages.load('all')
    expect([messages.t('common.close'), messages.ready('all')]).toEqual(['Close', true])
  })

  test('give way to the page’s own wording, also before it opens', async () => {
    const { core } = createTestCore({ config: { messages: { 'button.connect': 'Join', 'common.close': 'Away' } } })
    const messages = core.use(createMessages)
    await Promise.resolve()
    await messages.load('all')
    expect([messages.t('button.connect'), messages.t('common.close')]).toEqual(['Join', 'Away'])
  })

  test('change with the language, for everybody who listens', async () => {
    const { core } = createTestCore({ config: { locale: 'en' } })
    const messages = core.use(createMessages)
    await messages.load('all')
    const changed = new Promise((resolve) => messages.$messages.listen(() => resolve(messages.t('common.close'))))
    core.use(createLocale).setLocale('en-XA')
    expect(await changed).toContain('Çĺóšé')
    expect(messages.$language.get()).toBe('en-XA')
  })
})

test('no text is longer than a sentence or two, and none has markup', () => {
  const walk = (tree: MessageTree) => [...flatten(tree).values()].flatMap(texts)
  for (const text of walk({ button, ...en })) {
    expect(text.length, text).toBeLessThanOrEqual(160)
    expect(text, text).not.toMatch(/[<>]/)
  }
})

describe('V5: the catalogue', () => {
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('locales'))
    .map((path) => readFileSync(`${root}src/${path}`, 'utf8'))
  const source = files.join('\n')
  /** Groups whose keys are put together at run time, and how each key is looked for. */
  const assembled: Readonly<Record<string, (name: string) => boolean>> = {
    button: (name) => new RegExp(`(text|around)\\('${name}'|'button\\.${name}'|button\\.${name}\\b`).test(source),
    notices: (name) => new RegExp(`show\\([^)]*'${name}'`).test(source) || source.includes(`'notices.${name}'`),
    announce: (name) => new RegExp(`announce\\([^)]*'${name}'`).test(source),
    errors: (name) => name in codes,
    alerts: (name) => name in codes,
    families: (name) => new RegExp(`'${name}'`).test(source),
  }
  const platforms = ['browser', 'qrcode', 'mobile', 'webapp', 'desktop', 'unsupported']

  test('V5: has no text that nothing shows', () => {
    const unused = [...english.keys()].filter((key) => {
      const [group = '', name = ''] = key.split('.')
      if (group === 'pairing' && platforms.includes(name)) return false
      return !(assembled[group]?.(name) || source.includes(`'${key}'`))
    })
    expect(unused).toEqual([])
  })

  test('V5: says nothing under two keys', () => {
    const seen = new Map<string, string[]>()
    for (const [key, message] of english) {
      const words = JSON.stringify(message)
      if (/[a-z]{2}/i.test(words.replace(/\{\w+\}/g, ''))) seen.set(words, [...(seen.get(words) ?? []), key])
    }
    expect([...seen.values()].filter((keys) => keys.length > 1)).toEqual([])
  })

  test('V5: a visitor reads no title case, except where the specification gives it, and every failure has a next step', () => {
    const given = new Set(['errors.BALANCE_UNAVAILABLE', 'errors.GAS_PRICE_NOT_SUPPORTED', 'errors.SWAPS_NOT_SUPPORTED'])
    const own = ['errors.USER_REJECTED', 'errors.BALANCE_UNAVAILABLE', 'errors.NO_SERVICES', 'errors.APPROVAL_UNSAFE']
    for (const [key, message] of english) {
      if (!key.startsWith('errors.')) continue
      if (!given.has(key)) expect(JSON.stringify(message).slice(1, -1), key).not.toMatch(/^[A-Z]\w+ [A-Z][a-z]+ [A-Z]/)
      // What a person chose, what a heading says, and what the specification or the row gives whole.
      if (!own.includes(key))
        expect(
          JSON.stringify(message)
            .slice(1, -1)
            .match(/[.:] ?/g)?.length,
          key,
        ).toBeGreaterThanOrEqual(2)
    }
  })
})

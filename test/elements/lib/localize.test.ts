// Texts: placeholders, plurals, numbers, two directions in one sentence, what is fetched for which language, and the page's own wording.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pseudo } from '../../../demo/shared/pseudo.js'
import { settingsFor } from '../../../demo/shared/languages.js'
import { catalogue as codes } from '../../../src/vocabulary/errors.js'
import { directionOf } from '../../../src/elements/lib/direction.js'
import { createMessages, flatten, type MessageParams } from '../../../src/elements/lib/localize.js'
import { allKeys, format, loadFeature } from '../../../src/elements/lib/words.js'
import type { Feature, Language, LaterFeature, MessageTree, Plural } from '../../../src/elements/locales/catalogue.js'
import all from '../../../src/elements/locales/en/all.js'
import english from '../../../src/elements/locales/en/index.js'
import { languages } from '../../../src/elements/locales/index.js'
import { createLocale } from '../../../src/state/interface/locale.js'
import { createTestCore } from '../../support/core.js'
import { testRows } from '../../support/rows.js'

const root = new URL('../../../', import.meta.url).pathname
const features = Object.keys(all) as Feature[]
const later = features.filter((feature): feature is LaterFeature => feature !== 'first')
const texts = (message: string | Plural) => (typeof message === 'string' ? [message] : Object.values(message))
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
/** The words of a language by feature; no feature is made up of English. */
async function wordsOf({ first, later: others }: Language): Promise<Map<Feature, Map<string, string | Plural>>> {
  const fetched = await Promise.all(
    Object.entries(others).map(async ([feature, load]) => [feature as Feature, flatten((await load()).default)] as const),
  )
  return new Map([['first', flatten(first)], ...fetched])
}
const englishWords = await wordsOf(english)
const englishTexts = new Map([...englishWords.values()].flatMap((words) => [...words]))

describe('a message', () => {
  test('fills in text as it is, and numbers as the visitor writes them', () => {
    const params = { wallet: '<b>x</b>', count: 1234.5 }
    expect(format('{wallet} has {count}', 'de', params)).toBe('<b>x</b> has 1.234,5')
    expect(format('{wallet} has {count}', 'de-CH', params)).toMatch(/^<b>x<\/b> has 1['’]234\.5$/)
    expect(format('{count}', 'ar-EG', params)).toBe('١٬٢٣٤٫٥')
    expect(format('{count}', 'ar-u-nu-latn', params)).toBe('1,234.5')
  })
  testRows([
    ['en', 1, 'one wallet'],
    ['en', 2, '2 wallets'],
    ['ar', 0, 'zero'],
    ['ar', 2, 'two'],
    ['ar', 11, 'many'],
    ['ar-EG', 3, 'few'],
  ])('in %s takes the form for %d', (locale, count, expected) => {
    const message =
      locale === 'en'
        ? { one: 'one wallet', other: '{count} wallets' }
        : { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
    expect(format(message, locale, { count })).toBe(expected)
  })
  test('keeps a placeholder that nobody fills, so that it is seen', () => {
    expect(format('Hello {name}', 'en')).toBe('Hello {name}')
    expect(format('Hello {name}', 'ar', {}, true)).toBe('Hello {name}')
  })

  testRows<[message: string, params: MessageParams, isRtl: boolean, expected: string]>([
    ['Open {wallet}', { wallet: 'Alder' }, false, 'Open Alder'],
    ['Open {wallet}', { wallet: 'محفظة' }, false, 'Open \u2068محفظة\u2069'],
    ['Open {wallet}', { wallet: '\u{1e900}\u{1e901}' }, false, 'Open \u2068\u{1e900}\u{1e901}\u2069'],
    ['فتح {wallet}', { wallet: 'Alder' }, true, 'فتح \u2068Alder\u2069'],
    ['فتح {wallet}', { wallet: '0x12…ab' }, true, 'فتح \u20680x12…ab\u2069'],
    ['بعد {count} ثانية', { count: 12 }, true, 'بعد \u206812\u2069 ثانية'],
    ['{message}', { message: 'Alder' }, true, 'Alder'], // nothing around it that could be pulled along
    ['فتح {name}!', { name: '\n' }, true, 'فتح \n!'], // a place for an element
  ])('isolates what is filled in where directions can meet: %s %j', (message, params, isRtl, expected) => {
    expect(format(message, 'en', params, isRtl)).toBe(expected)
  })
})

testRows([
  ['ar', 'rtl'],
  ['ar-XB', 'rtl'],
  ['he-IL', 'rtl'],
  ['az-Arab', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['de', 'ltr'],
  ['en-XA', 'ltr'],
])('a language runs in its direction: %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction)
})

describe('each language', () => {
  const load = async (tag: string) => wordsOf((await languages[tag]!()).default)

  testRows(Object.keys(languages))('%s has each text in the feature that English has it in', async (tag) => {
    const words = await load(tag)
    expect([...words.keys()].sort()).toEqual([...features].sort())
    for (const feature of features)
      expect([...(words.get(feature)?.keys() ?? [])].sort(), feature).toEqual(
        [...(englishWords.get(feature)?.keys() ?? [])].sort(),
      )
  })

  testRows(Object.keys(languages))('%s has the same placeholders, and all plural forms of the language', async (tag) => {
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    for (const [key, message] of [...(await load(tag)).values()].flatMap((words) => [...words])) {
      const source = englishTexts.get(key) ?? ''
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

describe('English', () => {
  test('has a file for each feature, and no key in two of them', async () => {
    expect([...englishWords.keys()].sort()).toEqual([...features].sort())
    const keys = [...englishWords.values()].flatMap((words) => [...words.keys()])
    expect(keys).toEqual([...new Set(keys)])
    expect((await allKeys()).sort()).toEqual(keys.sort())
  })

  test('has no group with a key `other`, by which a plural is known', () => {
    const categories = ['one', 'other']
    for (const message of englishTexts.values())
      if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual(categories)
  })

  test('stands in for a feature that a language has no file for, and for no other', async () => {
    const account: MessageTree = { account: { title: 'Kuenta' } }
    const partial: Language = { first: {}, later: { account: () => Promise.resolve({ default: account }) } }
    expect(await loadFeature(partial, 'first')).toBe(partial.first)
    expect(await loadFeature(partial, 'account')).toBe(account)
    expect(await loadFeature(partial, 'networks')).toBe(all.networks)
  })
})

describe.each(Object.keys(pseudo))('the test language %s', (tag) => {
  test('rewords every text and keeps its placeholders', async () => {
    const { core } = createTestCore({ config: settingsFor(tag) })
    const messages = core.use(createMessages)
    await messages.load(...later)
    const shown = messages.$messages.get()
    expect([...shown.keys()].sort()).toEqual([...englishTexts.keys()].sort())
    for (const [key, message] of shown) {
      const source = englishTexts.get(key) ?? ''
      const [text = ''] = texts(source).slice(-1)
      if (/[a-z]/i.test(text.replace(/\{\w+\}/g, ''))) expect(message, key).not.toBe(text)
      expect(texts(message).flatMap(placeholders), key).toEqual(placeholders(text))
    }
    expect(directionOf(messages.$language.get())).toBe(tag === 'ar-XB' ? 'rtl' : 'ltr')
  })
})

describe('the texts of a modal', () => {
  test('are those of the buttons and of the first screen until more is asked for', async () => {
    const { core } = createTestCore()
    const messages = core.use(createMessages)
    expect([messages.t('button.connect'), messages.t('common.close'), messages.t('account.balance')]).toEqual([
      'Connect',
      'Close',
      '',
    ])
    expect([messages.ready('first'), messages.ready('account')]).toEqual([true, false])
    await messages.load('account')
    expect([messages.t('account.balance'), messages.ready('account'), messages.ready('networks')]).toEqual([
      'Balance',
      true,
      false,
    ])
  })

  test('are English on the first screen of an English page before anything is fetched, with its region for numbers', () => {
    const { core } = createTestCore({ config: { locale: 'en-IN' } })
    const messages = core.use(createMessages)
    expect([messages.ready('first'), messages.formatTag(), messages.$language.get()]).toEqual([true, 'en-IN', 'en'])
    expect(messages.t('connect.countAtLeast', { count: 123_456 })).toBe('1,23,456+')
  })

  test('give way to the page’s own wording, also before it opens', async () => {
    const { core } = createTestCore({ config: { messages: { 'button.connect': 'Join', 'common.cancel': 'Away' } } })
    const messages = core.use(createMessages)
    expect(messages.t('button.connect')).toBe('Join')
    await messages.load('shell')
    expect([messages.t('button.connect'), messages.t('common.cancel')]).toEqual(['Join', 'Away'])
  })

  test('keep the visitor’s own tag for numbers beside that of their language', async () => {
    const { core } = createTestCore({ config: { locale: 'de-CH' } })
    const messages = core.use(createMessages)
    await messages.load('first')
    expect([messages.t('button.connect'), messages.$language.get(), messages.formatTag()]).toEqual(['Verbinden', 'de', 'de-CH'])
    expect(messages.t('connect.countAtLeast', { count: 1200 })).toMatch(/^1['’]200\+$/)
  })

  test('are isolated in Arabic', async () => {
    const { core } = createTestCore({ config: { locale: 'ar-EG' } })
    const messages = core.use(createMessages)
    await messages.load('first')
    expect(messages.t('button.openAccount', { name: '0x12…ab' })).toBe('فتح الحساب \u20680x12…ab\u2069')
    expect(messages.t('connect.count', { count: 12 })).toBe('١٢')
  })

  test('change with the language, all at once, for everybody who listens', async () => {
    const { core } = createTestCore({ config: { locale: 'en' } })
    const messages = core.use(createMessages)
    await messages.load('shell', 'account')
    const changed = new Promise((resolve) => messages.$messages.listen(() => resolve(messages.t('common.close'))))
    core.use(createLocale).setLocale('de')
    expect(await changed).toBe('Schließen')
    expect([messages.t('common.cancel'), messages.t('account.balance'), messages.$language.get()]).toEqual([
      'Abbrechen',
      'Guthaben',
      'de',
    ])
  })

  test('are those of the last language chosen, whatever was asked for while it changed', async () => {
    const { core } = createTestCore({ config: { locale: 'ar' } })
    const messages = core.use(createMessages)
    const { setLocale } = core.use(createLocale)
    const [first, second] = [messages.load('shell'), messages.load('account')]
    setLocale('de')
    const third = messages.load('networks')
    await Promise.all([first, second, third])
    expect([messages.t('common.cancel'), messages.t('account.balance'), messages.t('networks.current')]).toEqual([
      'Abbrechen',
      'Guthaben',
      'Aktuell',
    ])
  })
})

test('no text is longer than a sentence or two, and none has markup', () => {
  // What an operator promises of the embedded wallet stands word for word in docs/security.md.
  const promises = ['email.assisted', 'email.sealed']
  for (const [key, message] of englishTexts)
    for (const text of texts(message)) {
      if (!promises.includes(key)) expect(text.length, text).toBeLessThanOrEqual(160)
      expect(text, text).not.toMatch(/[<>]/)
    }
})

describe('the catalogue', () => {
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
    nameProblems: (name) => new RegExp(`'${name}'`).test(source),
    registerSteps: (name) => new RegExp(`'${name}'`).test(source),
    families: (name) => new RegExp(`'${name}'`).test(source),
    buyRefusals: (name) => new RegExp(`'${name}'`).test(source),
    buyProgress: (name) => purchaseStages.includes(name.replace(/Hint$/, '')) && source.includes('`buyProgress.${stage}'),
    amountProblems: () => source.includes('`amountProblems.${'),
    social: (name) => socialPhases.includes(name.replace(/Hint$/, '')) && source.includes('`social.${phase}'),
    email: (name) => ['assisted', 'sealed'].includes(name) && source.includes('`email.${'),
  }
  const socialPhases = ['ready', 'opening', 'away', 'blocked', 'gone', 'finishing']
  const purchaseStages = ['opening', 'blocked', 'refused', 'paying', 'done', 'failed', 'overdue', 'untold']
  const platforms = ['browser', 'qrcode', 'mobile', 'webapp', 'desktop', 'unsupported']

  test('has no text that nothing shows', () => {
    const unused = [...englishTexts.keys()].filter((key) => {
      const [group = '', name = ''] = key.split('.')
      if (group === 'pairing' && platforms.includes(name)) return false
      return !(assembled[group]?.(name) || source.includes(`'${key}'`))
    })
    expect(unused).toEqual([])
  })

  test('says nothing under two keys', () => {
    const seen = new Map<string, string[]>()
    for (const [key, message] of englishTexts) {
      const words = JSON.stringify(message)
      if (/[a-z]{2}/i.test(words.replace(/\{\w+\}/g, ''))) seen.set(words, [...(seen.get(words) ?? []), key])
    }
    expect([...seen.values()].filter((keys) => keys.length > 1)).toEqual([])
  })

  test('a visitor reads no title case, except where the specification gives it, and every failure has a next step', () => {
    const given = new Set(['errors.BALANCE_UNAVAILABLE', 'errors.GAS_PRICE_NOT_SUPPORTED', 'errors.SWAPS_NOT_SUPPORTED'])
    const own = [
      'errors.USER_REJECTED',
      'errors.BALANCE_UNAVAILABLE',
      'errors.NO_SERVICES',
      'errors.APPROVAL_UNSAFE',
      'errors.EMAIL_COOLDOWN',
      'errors.METHOD_NOT_ALLOWED',
      'errors.DEVICE_DENIED',
    ]
    for (const [key, message] of englishTexts) {
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

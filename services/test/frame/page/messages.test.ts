// The frame's own texts, and the colours of its screens.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allColors } from '../../../../src/elements/styles/tokens-more.js'
import { localeFor } from '../../../frame/locales.js'
import { fill } from '../../../frame/messages.js'
import { messagesFor } from '../../../frame/texts.js'

const [en, de, ar] = await Promise.all([messagesFor('en'), messagesFor('de'), messagesFor('ar')])
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test('every language has every text, with the same places for values', () => {
  for (const catalogue of [de, ar])
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(catalogue[key].trim().length, key).toBeGreaterThan(0)
      expect(places(catalogue[key]), key).toEqual(places(en[key]))
    }
})

test('the labels are those that are published, word for word', () => {
  expect(en.assistedLabel).toBe(
    'You can get this wallet back with your e-mail. The company running it could technically do the same.',
  )
  expect(en.sealedLabel).toBe(
    'Only your passkey or recovery code opens this wallet on a new device. The company cannot open it from what it stores. You still trust the wallet page it serves each time you sign.',
  )
})

test('no text promises what the wallet does not keep', () => {
  for (const catalogue of [en, de, ar])
    for (const text of Object.values(catalogue)) expect(text).not.toMatch(/non-custodial|bank-grade|unhackable|audited/i)
})

test('values are set apart from the direction of the text around, and a missing one stays visible', () => {
  // attack 54
  expect(fill('{origin}?', { origin: 'https://a.example' })).toBe('\u2068https://a.example\u2069?')
  expect(fill('{origin}', {})).toBe('{origin}')
})

test('a language is known by its first part, without the rules of any locale', () => {
  // attack 87
  expect([localeFor('de-AT'), localeFor('AR'), localeFor('tr'), localeFor(''), localeFor(undefined)]).toEqual([
    'de',
    'ar',
    'en',
    'en',
    'en',
  ])
})

test('the colours are those of the modal', () => {
  const css = readFileSync(new URL('../../../frame/frame.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split("[data-mode='dark']")
  for (const [at, part] of [light, dark].entries()) {
    const declared = [...part.matchAll(/--wm-([\w-]+): (#\w+);/g)]
    expect(declared.length).toBeGreaterThan(8)
    for (const [, role = '', value] of declared) expect(value, role).toBe(allColors[role as keyof typeof allColors][at])
  }
})

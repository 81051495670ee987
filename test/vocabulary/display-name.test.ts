// Names and texts of strangers: nothing hidden in them, nothing that reaches out of its line, and nothing taken from honest ones.
import { expect, test } from 'vitest'
import { transactionSchema } from '../../src/api/history.js'
import { nameOf } from '../../src/elements/templates/nft-tiles.js'
import { rowOf } from '../../src/state/activity/rows.js'
import { displayName } from '../../src/vocabulary/display-name.js'
import { visibleName } from '../../src/vocabulary/visible-name.js'
import { displayText } from '../../src/vocabulary/display-text.js'
import { hiddenNames, honestNames, spoiltNames } from '../support/names.js'
import { collectible, token, transactionOf } from '../support/past.js'

test('a name of which nothing can be seen is none', () => {
  const shown = hiddenNames.filter((name) => visibleName(name) !== undefined || displayText(name) !== undefined)
  expect(shown.map((name) => JSON.stringify(name))).toEqual([])
  expect([visibleName(undefined), visibleName(7), visibleName({})]).toEqual([undefined, undefined, undefined])
})

test('an honest name stays whole, in whatever script', () => {
  expect(honestNames.map((name) => visibleName(name))).toEqual(honestNames)
  expect(displayText(honestNames.join('\n'))).toBe(honestNames.join('\n'))
})

test('what is hidden in a name, or reaches out of its line, is taken away', () => {
  expect(spoiltNames.map(([name]) => visibleName(name))).toEqual(spoiltNames.map(([, shown]) => shown))
  expect(spoiltNames.map(([name]) => displayText(name.replaceAll('\n', ' ')))).toEqual(spoiltNames.map(([, shown]) => shown))
})

test('a name is cut between graphemes', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(visibleName(family.repeat(70))).toBe(family.repeat(64))
  expect(visibleName('e\u0301'.repeat(70))).toBe('e\u0301'.repeat(64))
  expect(visibleName(`${'a'.repeat(63)} ${'b'.repeat(9)}`)).toBe('a'.repeat(63))
  expect(visibleName('x'.repeat(100_000))).toBe('x'.repeat(64))
})

test('a text keeps its lines', () => {
  expect(displayText('one\r\n\u3164\ntwo\u202e\n\n\n\nthree')).toBe('one\n\ntwo\n\nthree')
})

/** How each place shows a name, and what it shows where there is none. */
const places: readonly (readonly [place: string, show: (name: string) => string | undefined, unnamed: string | undefined])[] = [
  [
    'a token of a transaction',
    (name) => rowWith([{ ...token('in', '1'), fungible_info: { symbol: name } }]).shown[0]?.name,
    undefined,
  ],
  ['a collectible of a transaction', (name) => rowWith([collectible('in', name)]).shown[0]?.name, undefined],
  ['an application', (name) => rowWith([], name).application?.name, undefined],
  ['a collectible of the list', (name) => nameOf({ name }, 'NFT'), 'NFT'],
]
const rowWith = (transfers: readonly unknown[], name?: string) =>
  rowOf(
    transactionSchema.parse(
      transactionOf(1, { transfers, ...(name === undefined ? {} : { application: { name, iconUrl: null } }) }),
    ),
  )

test.each(places)('%s is named so', (_, show, unnamed) => {
  expect(hiddenNames.map(show)).toEqual(hiddenNames.map(() => unnamed))
  expect(honestNames.map(show)).toEqual(honestNames)
  expect(spoiltNames.map(([name]) => show(name))).toEqual(spoiltNames.map(([, shown]) => shown))
})

test('a wallet is named so as well, but for joiners', () => {
  const joiner = /[\ufe0f\u200c\u200d\u{e0061}-\u{e007f}]/u
  expect(hiddenNames.map((name) => displayName(name))).toEqual(hiddenNames.map(() => undefined))
  const plain = honestNames.filter((name) => !joiner.test(name))
  expect(plain.length).toBeGreaterThan(10)
  expect(plain.map((name) => displayName(name))).toEqual(plain)
  expect([displayName('Wal\u202elet\u0000 A\u3164'), displayName(7), displayName('x'.repeat(100_000))]).toEqual([
    'Wal let A',
    undefined,
    'x'.repeat(64),
  ])
  const marks = spoiltNames.flatMap(([name]) => /\p{M}{4}/u.exec(displayName(name) ?? '') ?? [])
  expect(marks).toEqual([])
})

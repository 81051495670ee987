// The numbered attacks of the embedded wallet's design: each is named by the title of a test, or docs/security.md says why there is none.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const ROWS = Array.from({ length: 87 }, (_, at) => at + 1)

/** The numbers in `row 3`, `rows 5 to 8`, `rows 62, 66`, `rows 13 and 14`. */
function numbersIn(text: string): readonly number[] {
  const numbers: number[] = []
  for (const [, list = ''] of text.matchAll(/\brows? (\d{1,2}(?:(?:, | and | to )\d{1,2})*)\b/g)) {
    const parts = list.split(/, | and /)
    for (const part of parts) {
      const [from = 0, to = from] = part.split(' to ').map(Number)
      for (let row = from; row <= to; row++) numbers.push(row)
    }
  }
  return numbers
}

/** Beginnings of texts that tests are called by. */
function titlesIn(source: string): readonly string[] {
  return [...source.matchAll(/(?:\b(?:test|describe|walk)\(|\]\)\(|\)\()\s*(['"`])(rows? \d.*?)\1/g)].map(
    ([, , title = '']) => title,
  )
}

test('numbers are read from titles', () => {
  expect(numbersIn('row 3: a')).toEqual([3])
  expect(numbersIn('rows 5 to 8: a')).toEqual([5, 6, 7, 8])
  expect(numbersIn('rows 13 and 14: a')).toEqual([13, 14])
  expect(numbersIn('rows 62, 66: a')).toEqual([62, 66])
  expect(titlesIn("test('row 1: a')\ntest.each([\n  [1],\n])('row 2: %s')\n// row 3\nconst x = 'row 4'")).toEqual([
    'row 1: a',
    'row 2: %s',
  ])
})

test('every attack of the design has a test that names it, or a reason', () => {
  const named = new Set<number>()
  for (const folder of ['test', 'services/test'])
    for (const name of readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }))
      if (/\.(?:test|walk)\.ts$/.test(name))
        for (const title of titlesIn(readFileSync(new URL(`${folder}/${name}`, root), 'utf8')))
          for (const row of numbersIn(title)) named.add(row)
  const [, reasons = ''] = readFileSync(new URL('docs/security.md', root), 'utf8').split('## Attacks without a test')
  const excused = new Set(numbersIn((reasons.split('\n## ')[0] ?? '').toLowerCase()))
  expect(ROWS.filter((row) => !named.has(row) && !excused.has(row))).toEqual([])
  // A reason that holds no longer goes away.
  expect([...excused].filter((row) => named.has(row))).toEqual([])
  expect([...named].filter((row) => !ROWS.includes(row))).toEqual([])
})

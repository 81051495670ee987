// The numbered attacks of the embedded wallet's design: a comment in a test names each (`// attack 3`), or docs/security.md says why there is none.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const ATTACKS = Array.from({ length: 87 }, (_, index) => index + 1)

/** The numbers in `attack 3`, `attacks 5 to 8`, `attacks 62, 66`, `attacks 13 and 14`, and in titles that begin with `row 3`. */
function findNumbers(text: string): readonly number[] {
  const numbers: number[] = []
  for (const [, list = ''] of text.matchAll(/\b(?:attack|row)s? (\d{1,2}(?:(?:, | and | to )\d{1,2})*)\b/g)) {
    const parts = list.split(/, | and /)
    for (const part of parts) {
      const [from = 0, to = from] = part.split(' to ').map(Number)
      for (let number = from; number <= to; number++) numbers.push(number)
    }
  }
  return numbers
}

/** Comments that name attacks and nothing else, and titles that begin with a number. */
function findMarks(source: string): readonly string[] {
  const comments = [...source.matchAll(/\/\/ (attacks? [\d, andto]+)$/gm)]
  const titles = [...source.matchAll(/(?:\b(?:test|describe|walk)\(|\]\)\(|\)\()\s*['"`](rows? \d.*?)['"`]/g)]
  return [...comments, ...titles].map(([, mark = '']) => mark)
}

test('numbers are read from comments', () => {
  expect(findNumbers('attack 3')).toEqual([3])
  expect(findNumbers('attacks 5 to 8')).toEqual([5, 6, 7, 8])
  expect(findNumbers('attacks 13 and 14')).toEqual([13, 14])
  expect(findNumbers('attacks 62, 66')).toEqual([62, 66])
  const source =
    "test('a', () => {\n  // attack 1\n})\ntest('b', () => 2) // attacks 2, 3\n// attack 4 is another\nconst x = 'attack 5'"
  expect(findMarks(source)).toEqual(['attack 1', 'attacks 2, 3'])
})

test('every attack of the design has a test that names it, or a reason', () => {
  const named = new Set<number>()
  for (const folder of ['test', 'services/test'])
    for (const name of readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }))
      if (/\.(?:test|walk)\.ts$/.test(name))
        for (const mark of findMarks(readFileSync(new URL(`${folder}/${name}`, root), 'utf8')))
          for (const number of findNumbers(mark)) named.add(number)
  const [, reasons = ''] = readFileSync(new URL('docs/security.md', root), 'utf8').split('## Attacks without a test')
  const excused = new Set(findNumbers((reasons.split('\n## ')[0] ?? '').toLowerCase()))
  expect(ATTACKS.filter((number) => !named.has(number) && !excused.has(number))).toEqual([])
  // A reason that holds no longer goes away.
  expect([...excused].filter((number) => named.has(number))).toEqual([])
  expect([...named].filter((number) => !ATTACKS.includes(number))).toEqual([])
})

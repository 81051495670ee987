import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace, parseInTurn } from '../../src/limits/pace.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Pieces of work that take `ms` each, and the order in which they began. */
function createWork() {
  const pace = createPace({ restMaxMs: 500 })
  const begun: string[] = []
  const ask = (asker: string, name: string, ms = 0) =>
    pace.run(asker, () => {
      begun.push(name)
      return new Promise<void>((resolve) => setTimeout(resolve, ms))
    })
  return { begun, ask }
}

test('askers take turns, however many pieces each has', async () => {
  const { ask, begun } = createWork()
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name)
  for (const name of ['b1', 'b2']) void ask('b', name)
  void ask('c', 'c1')
  await pass(0)
  expect(begun).toContain('a1')
  await pass(100)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('after each piece there is a rest as long as the piece, of half a second at most', async () => {
  const { ask, begun } = createWork()
  void ask('a', 'short', 200)
  void ask('b', 'long', 60_000)
  void ask('c', 'last')
  await pass(399)
  expect(begun).toEqual(['short'])
  await pass(1)
  expect(begun).toEqual(['short', 'long'])
  await pass(60_499)
  expect(begun).toEqual(['short', 'long'])
  await pass(1)
  expect(begun).toEqual(['short', 'long', 'last'])
})

test('a long text is parsed in its turn, a short one at once, and what is no JSON is told to whoever asked', async () => {
  const long = JSON.stringify('x'.repeat(64 * 1024))
  const parsed: string[] = []
  const parse = (name: string) => (text: string) => {
    parsed.push(name)
    return JSON.parse(text) as unknown
  }
  const all = [
    parseInTurn('a', long, parse('first')),
    parseInTurn('a', `${long}!`, parse('broken')),
    parseInTurn('b', long, parse('second')),
    parseInTurn('a', '1', parse('short')),
  ]
  const ended = Promise.allSettled(all)
  expect(parsed).toEqual(['short'])
  await pass(1000)
  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(parsed).toEqual(['short', 'first', 'broken', 'second'])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from '../../src/limits/pace.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] }))
afterEach(() => void vi.useRealTimers())

/** Pieces of work that take `ms` each, and what they were done in. */
function createWork() {
  let time = 0
  const pace = createPace(() => time)
  const done: string[] = []
  return {
    done,
    ask: (asker: string, name: string, ms = 0) =>
      void pace.turn(asker).then(() => {
        done.push(name)
        time += ms
      }),
    /** Lets `ms` milliseconds and what is due in them pass. */
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

test('the first is done at once; askers take turns, however many pieces each has', async () => {
  const { ask, done, pass } = createWork()
  for (const name of ['a1', 'a2', 'a3']) ask('a', name)
  for (const name of ['b1', 'b2']) ask('b', name)
  ask('c', 'c1')
  await Promise.resolve()
  expect(done).toEqual(['a1'])
  await pass(100)
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('after each piece there is a pause as long as the piece, of half a second at most', async () => {
  const { ask, done, pass } = createWork()
  ask('a', 'short', 200)
  ask('b', 'long', 60_000)
  ask('c', 'last')
  await pass(199)
  expect(done).toEqual(['short'])
  await pass(1)
  expect(done).toEqual(['short', 'long'])
  await pass(499)
  expect(done).toEqual(['short', 'long'])
  await pass(2)
  expect(done).toEqual(['short', 'long', 'last'])
})

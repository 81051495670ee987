// Work of many callers in one batch: who goes together, who waits for whom, and what becomes of an error.
import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTogether } from '../../../src/relay/sql/together.js'

const never = 1e9

function setUp(changes: { readonly slowMs?: number; readonly most?: number } = {}) {
  const batches: string[][] = []
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const ask = createTogether<string, string>(
    (items) => {
      batches.push([...items])
      return new Promise((resolve, reject) =>
        ends.push({ resolve: () => resolve(items.map((item) => item.toUpperCase())), reject }),
      )
    },
    { count: 3, size: 10, sizeOf: (item) => item.length, slowMs: never, most: 4, ...changes },
  )
  return { batches, ends, ask }
}

test('what is asked for at once goes together, up to a number and a size; each gets its own result', async () => {
  const { batches, ends, ask } = setUp()
  const results = Promise.all(['a', 'b', 'c', 'd', 'ten-letters', 'e'].map(ask))
  for (let batch = 0; batch < 4; batch += 1) {
    await expect.poll(() => ends.length).toBe(batch + 1)
    ends[batch]?.resolve()
  }
  expect(batches).toEqual([['a', 'b', 'c'], ['d'], ['ten-letters'], ['e']])
  expect(await results).toEqual(['A', 'B', 'C', 'D', 'TEN-LETTERS', 'E'])
})

test('what comes while a batch runs waits for it, and an error is of its batch alone', async () => {
  const { batches, ends, ask } = setUp()
  const first = Promise.allSettled([ask('a'), ask('b')])
  await expect.poll(() => batches.length).toBe(1)
  const second = ask('c')
  await later(20)
  expect(batches).toEqual([['a', 'b']])
  ends[0]?.reject(new Error('gone'))
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect.poll(() => batches.length).toBe(2)
  ends[1]?.resolve()
  expect(await second).toBe('C')
})

test('a batch that is held up holds up no other, and there are never more than so many', async () => {
  const { batches, ends, ask } = setUp({ slowMs: 1, most: 2 })
  const all = Promise.all([ask('a')])
  await expect.poll(() => batches.length).toBe(1)
  const later1 = ask('b')
  await expect.poll(() => batches.length).toBe(2)
  const later2 = ask('c')
  await later(20)
  expect(batches).toEqual([['a'], ['b']])
  ends[1]?.resolve()
  expect(await later1).toBe('B')
  await expect.poll(() => batches.length).toBe(3)
  ends[0]?.resolve()
  ends[2]?.resolve()
  expect([await all, await later2]).toEqual([['A'], 'C'])
})

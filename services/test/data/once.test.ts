import { expect, test } from 'vitest'
import { oncePer } from '../../src/data/once.js'

test('makes one thing per context, and tries again after a failure', () => {
  let count = 0
  const of = oncePer((ctx: { fails: boolean }) => {
    count += 1
    if (ctx.fails) throw new Error('no')
    return { count }
  })
  const [one, other] = [{ fails: false }, { fails: true }]
  expect(of(one)).toBe(of(one))
  expect(() => of(other)).toThrow('no')
  other.fails = false
  expect(of(other)).toEqual({ count: 3 })
})

import { expect, test } from 'vitest'
import { createThrottle } from '../../src/relay/throttle.js'

test('lets the limit through in each window, per key', () => {
  const throttle = createThrottle(3, 1_000)
  expect([0, 1, 2, 3].map((at) => throttle.isExceeded('a', at))).toEqual([false, false, false, true])
  expect(throttle.isExceeded('b', 3)).toBe(false)
  expect(throttle.isExceeded('a', 999)).toBe(true)
  throttle.collect(999)
  expect(throttle.isExceeded('a', 999)).toBe(true)
  expect(throttle.isExceeded('a', 1_000)).toBe(false)
})

test('forgets windows that are over', () => {
  const throttle = createThrottle(1, 1_000)
  throttle.isExceeded('a', 0)
  throttle.collect(1_000)
  expect(throttle.isExceeded('a', 1_000)).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { addressGroup, clientAddress, createLimiter } from '../../src/limits.js'

describe('token bucket', () => {
  test('a full bucket empties, then fills with time', () => {
    let time = 0
    const limiter = createLimiter({ tokens: 3, refillPerSecond: 2 }, () => time)
    const take = () => limiter.take('1.2.3.4', '/a', 1)
    expect([take(), take(), take()].every(({ ok }) => ok)).toBe(true)
    expect(take()).toEqual({ ok: false, retryAfterSeconds: 1 })
    time = 499
    expect(take().ok).toBe(false)
    time = 500
    expect(take().ok).toBe(true)
    time = 1_000_000
    expect([take(), take(), take(), take()].map(({ ok }) => ok)).toEqual([true, true, true, false])
  })

  test('routes and addresses have their own', () => {
    const limiter = createLimiter({ tokens: 1, refillPerSecond: 1 }, () => 0)
    expect(limiter.take('1.2.3.4', '/a', 1).ok).toBe(true)
    expect(limiter.take('1.2.3.4', '/b', 1).ok).toBe(true)
    expect(limiter.take('1.2.3.5', '/a', 1).ok).toBe(true)
    expect(limiter.take('1.2.3.4', '/a', 1).ok).toBe(false)
  })

  test('a clock that goes back gives nothing away', () => {
    let time = 10_000
    const limiter = createLimiter({ tokens: 1, refillPerSecond: 1 }, () => time)
    limiter.take('a', '/', 1)
    time = 0
    expect(limiter.take('a', '/', 1).ok).toBe(false)
  })

  test('the number of buckets is bounded', () => {
    const limiter = createLimiter({ tokens: 1, refillPerSecond: 1 }, () => 0)
    for (let i = 0; i < 50_001; i++) limiter.take(`host-${i}`, '/', 1)
    expect(limiter.take('host-0', '/', 1).ok).toBe(true) // pushed out, so full again
    expect(limiter.take('host-50000', '/', 1).ok).toBe(false)
  })
})

test.each([
  ['1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (address, group) => expect(addressGroup(address)).toBe(group))

test.each([
  [0, '9.9.9.9', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '9.9.9.9', '9.9.9.9'],
  [1, 'forged, 9.9.9.9', '9.9.9.9'],
  [2, 'forged, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
  [3, '9.9.9.9', '9.9.9.9'],
])('with %i proxies and %j the caller is %s', (hops, header, expected) => {
  expect(clientAddress('10.0.0.1', header, hops)).toBe(expected)
})

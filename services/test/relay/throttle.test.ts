import { expect, test } from 'vitest'
import { defaultLimits } from '../../src/relay/limits.js'
import type { Verdict } from '../../src/limits/limits.js'
import { createThrottle } from '../../src/relay/throttle.js'

test('a client may say so much at once, and as much again over the window', () => {
  let time = 0
  const throttle = createThrottle({ ...defaultLimits, throttleMessages: 3, throttleWindowMs: 3_000 }, () => time)
  const say = (client: string) => throttle.message(client, '10.0.0.1', 100)
  expect([say('a'), say('a'), say('a')]).toEqual(Array(3).fill({ ok: true }))
  expect(say('a')).toEqual({ ok: false, retryAfterSeconds: 1 })
  expect(say('b')).toEqual({ ok: true })
  time = 999
  expect(say('a')).toMatchObject({ ok: false })
  time = 1_000
  expect([say('a'), say('a')]).toMatchObject([{ ok: true }, { ok: false }])
})

test('all sockets of an address may come back four times at once, then three times in a minute', () => {
  let time = 0
  const throttle = createThrottle({ ...defaultLimits, maxConnectionsPerIp: 4, maxConnectionsPerClient: 1 }, () => time)
  for (let count = 0; count < 16; count += 1) expect(throttle.connectFrom('10.0.0.1')).toEqual({ ok: true })
  expect(throttle.connectFrom('10.0.0.1')).toEqual({ ok: false, retryAfterSeconds: 5 })
  time = 5_000
  expect(throttle.connectFrom('10.0.0.1')).toEqual({ ok: true })
})

test('a client may come back twenty times with each of its sockets, then eight seconds apart', () => {
  let time = 0
  const throttle = createThrottle({ ...defaultLimits, maxConnectionsPerClient: 1 }, () => time)
  for (let count = 0; count < 20; count += 1) expect(throttle.connectAs('a')).toEqual({ ok: true })
  expect(throttle.connectAs('a')).toEqual({ ok: false, retryAfterSeconds: 8 })
  time = 8_000
  expect(throttle.connectAs('a')).toEqual({ ok: true })
})

test('a long message counts several times, and the keys of one address count together', () => {
  const throttle = createThrottle({ ...defaultLimits, throttleMessages: 10, maxConnectionsPerIp: 40 }, () => 0)
  // Without shared buckets the verdict is synchronous.
  const say = (client: string, bytes: number, address = '10.0.0.1') => (throttle.message(client, address, bytes) as Verdict).ok
  expect([say('a', 8 * 128 * 1024), say('a', 200_000), say('a', 1)]).toEqual([true, true, false])
  expect([say('b', 10 * 128 * 1024), say('c', 1), say('c', 1, '10.0.0.2')]).toEqual([true, false, true])
})

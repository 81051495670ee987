import { expect, test } from 'vitest'
import { defaultLimits } from '../../src/relay/limits.js'
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

test('all sockets of an address may come back twice at once, then as many in a minute', () => {
  let time = 0
  const throttle = createThrottle({ ...defaultLimits, maxConnectionsPerIp: 4, maxConnectionsPerClient: 1 }, () => time)
  for (let count = 0; count < 8; count += 1) expect(throttle.connectFrom('10.0.0.1')).toEqual({ ok: true })
  expect(throttle.connectFrom('10.0.0.1')).toEqual({ ok: false, retryAfterSeconds: 15 })
  expect([1, 2, 3].map(() => throttle.connectAs('a'))).toMatchObject([{ ok: true }, { ok: true }, { ok: false }])
  time = 15_000
  expect(throttle.connectFrom('10.0.0.1')).toEqual({ ok: true })
  expect(throttle.connectAs('a')).toMatchObject({ ok: false })
})

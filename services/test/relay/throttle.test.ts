import { expect, test } from 'vitest'
import { defaultLimits } from '../../src/relay/limits.js'
import type { SharedBuckets, Verdict } from '../../src/limits/limits.js'
import { createRegulars } from '../../src/relay/regulars.js'
import { createThrottle } from '../../src/relay/throttle.js'

const ADDRESS = '10.0.0.1'

function setUp(limits: Partial<typeof defaultLimits>, sharedBuckets?: SharedBuckets) {
  const clock = { now: 0 }
  const now = () => clock.now
  const regulars = createRegulars(now)
  return { clock, regulars, throttle: createThrottle({ limits: { ...defaultLimits, ...limits }, regulars, now, sharedBuckets }) }
}

test('a client may say so much at once, and as much again over the window', () => {
  const { clock, throttle } = setUp({ throttleMessages: 3, throttleWindowMs: 3_000 })
  const say = (client: string) => throttle.message(client, '10.0.0.1', 100)
  expect([say('a'), say('a'), say('a')]).toEqual(Array(3).fill({ ok: true }))
  expect(say('a')).toEqual({ ok: false, retryAfterSeconds: 1 })
  expect(say('b')).toEqual({ ok: true })
  clock.now = 999
  expect(say('a')).toMatchObject({ ok: false })
  clock.now = 1_000
  expect([say('a'), say('a')]).toMatchObject([{ ok: true }, { ok: false }])
})

test('all sockets of an address may come back four times at once, then three times in a minute', () => {
  const { clock, throttle } = setUp({ maxConnectionsPerIp: 4, maxConnectionsPerClient: 1 })
  const connect = () => throttle.connectFrom('10.0.0.1', () => undefined)
  for (let count = 0; count < 16; count += 1) expect(connect()).toEqual({ ok: true })
  expect(connect()).toEqual({ ok: false, retryAfterSeconds: 5 })
  clock.now = 5_000
  expect(connect()).toEqual({ ok: true })
})

test('a client may come back twenty times with each of its sockets, then eight seconds apart', () => {
  const { clock, throttle } = setUp({ maxConnectionsPerClient: 1 })
  for (let count = 0; count < 20; count += 1) expect(throttle.connectAs('a')).toEqual({ ok: true })
  expect(throttle.connectAs('a')).toEqual({ ok: false, retryAfterSeconds: 8 })
  clock.now = 8_000
  expect(throttle.connectAs('a')).toEqual({ ok: true })
})

test('a long message counts several times, and the keys of one address count together', () => {
  const { throttle } = setUp({ throttleMessages: 10, maxConnectionsPerIp: 40 })
  // Without shared buckets the verdict is synchronous.
  const say = (client: string, bytes: number, address = '10.0.0.1') => (throttle.message(client, address, bytes) as Verdict).ok
  expect([say('a', 8 * 128 * 1024), say('a', 200_000), say('a', 1)]).toEqual([true, true, false])
  // The address is empty but for the reserve of its other clients: at least one token for each.
  expect([say('b', 10 * 128 * 1024), say('c', 2 * 128 * 1024), say('d', 2 * 128 * 1024, '10.0.0.2')]).toEqual([true, false, true])
  expect([say('e', 1), say('f', 1), say('g', 1)]).toEqual([true, true, false])
})

/** 160 tokens, full again in 80 seconds: a reserve has 20, a client may take 1.25 of it. */
const LIMITS = { maxConnectionsPerIp: 40 }

/** How many of this many connections of keys named by `keyOf` are let through. */
function passed({ throttle }: ReturnType<typeof setUp>, count: number, keyOf: (at: number) => string | undefined) {
  const verdicts = Array.from({ length: count }, (_, at) => throttle.connectFrom(ADDRESS, () => keyOf(at)) as Verdict)
  return verdicts.filter(({ ok }) => ok).length
}

test('a client that floods its address keeps no other out, for as long as it floods', () => {
  const office = setUp(LIMITS)
  expect(passed(office, 1_000, () => 'flood')).toBe(160 + 1)
  for (let minute = 1; minute <= 30; minute += 1) {
    expect([minute, passed(office, 10, (at) => `new ${minute} ${at}`)]).toEqual([minute, 10])
    office.clock.now += 80_000
    expect(passed(office, 1_000, () => 'flood')).toBeLessThanOrEqual(160 + 2)
  }
  expect(passed(office, 1, () => undefined)).toBe(0)
})

test('ten thousand new keys get an eighth more, for as long as they come, and regulars keep their part', () => {
  const office = setUp(LIMITS)
  for (const key of ['ann', 'bob']) office.regulars.note(ADDRESS, key)
  office.clock.now = 600_000
  let made = 0
  for (let round = 0; round < 20; round += 1) {
    const fresh = passed(office, 10_000, () => {
      made += 1
      office.regulars.note(ADDRESS, `fresh ${made}`) // each is a key of its own, proved
      return `fresh ${made % 10_000}`
    })
    expect(fresh).toBe(160 + 20)
    for (const key of ['ann', 'bob']) expect([round, key, passed(office, 1, () => key)]).toEqual([round, key, 1])
    office.clock.now += 80_000
  }
})

test('regulars that turn on their address get another eighth', () => {
  const office = setUp(LIMITS)
  for (let at = 0; at < 500; at += 1) office.regulars.note(ADDRESS, `old ${at}`)
  office.clock.now = 600_000
  expect(passed(office, 10_000, (at) => `old ${at % 500}`)).toBe(160 + 20)
  expect(passed(office, 10_000, (at) => `fresh ${at}`)).toBe(20)
})

test('instances that share buckets share the reserves', async () => {
  const left = new Map<string, number>()
  const sharedBuckets: SharedBuckets = {
    isResting: () => false,
    charge: (key, spent, { tokens }) => {
      left.set(key, (left.get(key) ?? tokens) - spent)
      return Promise.resolve(left.get(key))
    },
  }
  const instances = [setUp(LIMITS, sharedBuckets), setUp(LIMITS, sharedBuckets)]
  let count = 0
  for (let at = 0; at < 1_000; at += 1)
    for (const { throttle } of instances) if ((await throttle.connectFrom(ADDRESS, () => `fresh ${at}`)).ok) count += 1
  // Two instances let through a tenth of each bucket more, as all that share one.
  expect(count).toBeLessThanOrEqual((160 + 20) * 1.1)
  expect(count).toBeGreaterThan(160)
})

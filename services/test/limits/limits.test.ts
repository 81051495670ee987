import { describe, expect, test } from 'vitest'
import {
  addressGroup,
  clientAddress,
  createLimiter,
  shareOf,
  type SharedBuckets,
  type LimitConfig,
  type Limiter,
} from '../../src/limits/limits.js'
import { checkEach } from '../../../test/support/rows.js'
import { random, seedOr } from '../support/random.js'

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

  test('what is owed goes below zero, no further than a full bucket is above it', () => {
    let time = 0
    const limiter = createLimiter({ tokens: 10, refillPerSecond: 2 }, () => time)
    expect(limiter.owe('a', '/', 4)).toBe(0)
    expect(limiter.owe('a', '/', 9)).toBe(1.5)
    expect(limiter.take('a', '/', 1)).toEqual({ ok: false, retryAfterSeconds: 2 })
    time = 1_500
    expect(limiter.owe('a', '/', 0)).toBe(0)
    expect(limiter.owe('a', '/', 1e9)).toBe(5)
    expect(limiter.owe('b', '/', 0)).toBe(0)
    time = 7_000
    expect(limiter.take('a', '/', 1).ok).toBe(true)
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

/** Shared buckets with the test's clock; each charge waits until the test settles it. */
function createTestBuckets(now: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const asked: (() => void)[] = []
  let charges = 0
  const sharedBuckets: SharedBuckets = {
    isResting: () => false,
    charge: (key, spent, { tokens: size, refillPerSecond }) => {
      charges += 1
      return new Promise((resolve) => {
        asked.push(() => {
          const { tokens, at } = buckets.get(key) ?? { tokens: size, at: now() }
          const left = Math.min(size, tokens + ((now() - at) / 1000) * refillPerSecond) - spent
          buckets.set(key, { tokens: left, at: now() })
          resolve(left)
        })
      })
    },
  }
  return { sharedBuckets, asked, charges: () => charges }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('token bucket with shared buckets', () => {
  test('asks once per share, and lets the others of that moment wait for one answer', async () => {
    const buckets = createTestBuckets(() => 0)
    const limiter = createLimiter({ tokens: 30, refillPerSecond: 1 }, () => 0, buckets.sharedBuckets)
    const take = () => limiter.take('1.2.3.4', '/a', 1)
    expect([take(), take(), take()]).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    const waiting = [take(), take(), take(), take()]
    expect(waiting.every((verdict) => verdict instanceof Promise)).toBe(true)
    expect(buckets.charges()).toBe(1)
    buckets.asked.shift()?.()
    await turn()
    expect(buckets.charges()).toBe(2) // the fourth of them is the first of a new share
    buckets.asked.shift()?.()
    const verdicts = []
    for (const verdict of waiting) verdicts.push(await verdict)
    expect(verdicts).toEqual(Array(4).fill({ ok: true }))
  })

  test('who has nothing left is refused without a question, debts included', async () => {
    const buckets = createTestBuckets(() => 0)
    const config = { tokens: 20, refillPerSecond: 0.5 }
    const limiters = [0, 1, 2].map(() => createLimiter(config, () => 0, buckets.sharedBuckets))
    const takeAll = async (limiter: Limiter) => {
      for (;;) {
        const taken = limiter.take('a', '/', 1)
        buckets.asked.shift()?.()
        const verdict = await taken
        if (!verdict.ok) return verdict.retryAfterSeconds
      }
    }
    const waits: number[] = []
    for (const limiter of limiters) waits.push(await takeAll(limiter))
    expect(waits).toEqual([2, 2, 6]) // the third finds 2 too few, and 1 is to come
    const before = buckets.charges()
    expect(await Promise.all(limiters.map(takeAll))).toEqual(waits)
    expect(buckets.charges()).toBe(before)
  })

  test('counts alone while nobody answers, and does not charge for it later', async () => {
    let isResting = false
    const charged: number[] = []
    const sharedBuckets: SharedBuckets = {
      isResting: () => isResting,
      charge: (_key, spent) => {
        charged.push(spent)
        isResting = true
        return Promise.resolve(undefined)
      },
    }
    let time = 0
    const limiter = createLimiter({ tokens: 20, refillPerSecond: 1 }, () => time, sharedBuckets)
    const take = () => limiter.take('a', '/', 1)
    expect([take(), take()]).toEqual([{ ok: true }, { ok: true }])
    expect(await take()).toEqual({ ok: true })
    for (let count = 3; count < 20; count += 1) expect(take()).toEqual({ ok: true })
    expect(take()).toMatchObject({ ok: false })
    time = 60_000
    isResting = false
    for (let count = 0; count < 2; count += 1) expect(take()).toEqual({ ok: true })
    await take()
    expect(charged).toEqual([2, 2])
  })

  // What one instance would have left, if it had seen everything: below 0 by as much as instances together let through too many.
  test('several instances let through no more than (N − 1) shares too many, and at most a share each too few', () =>
    checkEach(
      [
        [1, { tokens: 40, refillPerSecond: 3 }],
        [2, { tokens: 100, refillPerSecond: 2 }],
        [3, { tokens: 5, refillPerSecond: 0.7 }],
        [5, { tokens: 60, refillPerSecond: 20 }],
      ] as const,
      '%i instances let through no more than (N − 1) shares too many, and at most a share each too few',
      async (many, config) => {
        const seed = seedOr(20_261_121)
        await expect(simulate(seed, many, config), `seed ${seed}`).resolves.toBeGreaterThanOrEqual(
          -(many - 1) * Math.max(shareOf(config), 2) - 1e-6,
        )
      },
    ))
})

/** Random calls, pauses, late answers and restarts; resolves with the least that was left. */
async function simulate(seed: number, many: number, config: LimitConfig): Promise<number> {
  const { next, pick } = random(seed)
  let time = 0
  const buckets = createTestBuckets(() => time)
  const make = () => createLimiter(config, () => time, buckets.sharedBuckets)
  const limiters = Array.from({ length: many }, make)
  let left = config.tokens
  let least = left
  const most = Math.max(shareOf(config), 2)
  const pending = new Set<Promise<void>>()
  function count(cost: number, { ok }: { ok: boolean }): void {
    if (!ok) return expect(left, `seed ${seed}`).toBeLessThan(cost + many * most + 1e-6)
    left -= cost
    least = Math.min(least, left)
  }
  for (let step = 0; step < 3_000; step += 1) {
    const chance = next()
    if (chance < 0.12) {
      const passes = next() * next() * (config.tokens / config.refillPerSecond) * 500
      time += passes
      left = Math.min(config.tokens, left + (passes / 1000) * config.refillPerSecond)
    } else if (chance < 0.3) {
      const index = Math.floor(next() * buckets.asked.length)
      buckets.asked.splice(index, 1)[0]?.()
      await turn()
    } else {
      const cost = pick([1, 1, 2])
      const taken = pick(limiters).take('1.2.3.4', '/a', cost)
      if (!(taken instanceof Promise)) count(cost, taken)
      else {
        const counted = taken.then((verdict) => count(cost, verdict))
        pending.add(counted)
        counted.finally(() => pending.delete(counted)).catch(() => undefined)
      }
    }
  }
  while (pending.size > 0) {
    buckets.asked.shift()?.()
    await turn()
  }
  return least
}

test('an address is counted with its network', () =>
  checkEach(
    [
      ['1.2.3.4', '1.2.3.4'],
      ['::ffff:1.2.3.4', '1.2.3.4'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['2001:DB8:1:2:ffff::1', '2001:db8:1:2'],
      ['2001:db8::1', '2001:db8:0:0'],
      ['::1', '0:0:0:0'],
      ['fe80::1%eth0', 'fe80:0:0:0'],
    ],
    '%s is counted as %s',
    (address, group) => expect(addressGroup(address)).toBe(group),
  ))

test('the caller is told from the header as far as proxies are trusted', () =>
  checkEach(
    [
      [0, '9.9.9.9', '10.0.0.1'],
      [1, undefined, '10.0.0.1'],
      [1, '9.9.9.9', '9.9.9.9'],
      [1, 'forged, 9.9.9.9', '9.9.9.9'],
      [2, 'forged, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
      [3, '9.9.9.9', '9.9.9.9'],
    ],
    'with %i proxies and %j the caller is %s',
    (hops, header, expected) => {
      expect(clientAddress('10.0.0.1', header, hops)).toBe(expected)
    },
  ))

// Who counts as having been at an address before it was full, and what is forgotten for whom.
import { expect, test } from 'vitest'
import { createRegulars } from '../../src/relay/regulars.js'

const ADDRESS = '10.0.0.1'
const MINUTE = 60_000

function setUp() {
  const clock = { now: 0 }
  const regulars = createRegulars(() => clock.now)
  const has = (client: string, address = ADDRESS) => regulars.has(address, client)
  return { clock, regulars, has }
}

test('a client is a regular of its address after ten minutes', () => {
  const { clock, regulars, has } = setUp()
  regulars.note(ADDRESS, 'ann')
  clock.now = 10 * MINUTE - 1
  expect(has('ann')).toBe(false)
  clock.now += 1
  expect([has('ann'), has('ann', '10.0.0.2'), has('bob')]).toEqual([true, false, false])
})

test('while an address is full nobody becomes a regular of it, and regulars stay', () => {
  const { clock, regulars, has } = setUp()
  regulars.note(ADDRESS, 'ann')
  clock.now = 9 * MINUTE
  regulars.note(ADDRESS, 'late')
  clock.now = 10 * MINUTE
  for (let minute = 0; minute < 60; minute += 1) {
    regulars.noteFull(ADDRESS)
    regulars.note(ADDRESS, `fresh ${minute}`)
    clock.now += MINUTE
    expect([has('ann'), has('late'), has('fresh 0')]).toEqual([true, false, false])
  }
  // Ten minutes with room end it.
  clock.now += 10 * MINUTE
  expect([has('ann'), has('late'), has('fresh 0')]).toEqual([true, true, false])
})

test('new keys push out no client that was seen within the hour', () => {
  const { clock, regulars, has } = setUp()
  regulars.note(ADDRESS, 'ann')
  for (let at = 0; at < 10_000; at += 1) regulars.note(ADDRESS, `fresh ${at}`)
  clock.now = 10 * MINUTE
  expect([has('ann'), has('fresh 998'), has('fresh 999')]).toEqual([true, true, false])
  clock.now = 60 * MINUTE
  regulars.note(ADDRESS, 'fresh 0')
  regulars.note(ADDRESS, 'bob') // takes the place of who was seen longest ago
  clock.now += 10 * MINUTE
  expect([has('ann'), has('fresh 0'), has('bob')]).toEqual([false, true, true])
})

test('of all addresses together, those that were used longest ago are forgotten, also those that are only full', () => {
  const { clock, regulars, has } = setUp()
  regulars.note(ADDRESS, 'ann')
  for (let at = 0; at < 24_000; at += 1) regulars.note(`10.1.0.${at}`, 'one')
  regulars.note('10.0.0.2', 'bob')
  clock.now = 10 * MINUTE
  expect([has('ann'), has('bob', '10.0.0.2')]).toEqual([true, true])
  for (let at = 0; at < 4_000; at += 1) regulars.noteFull(`10.2.0.${at}`)
  expect([has('ann'), has('bob', '10.0.0.2')]).toEqual([false, true])
})

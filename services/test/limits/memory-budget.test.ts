// The memory budget by itself: who is closed when too much is held.
import { expect, test } from 'vitest'
import { createMemoryBudget, type MemoryKind } from '../../src/limits/memory-budget.js'

function setUp(limits = { address: 100, instance: 250 }) {
  const closed: string[] = []
  const budget = createMemoryBudget(limits)
  const open = (name: string, address = '10.0.0.1', kind: MemoryKind = 'relay') => {
    const account = budget.open(kind, address, () => {
      closed.push(name)
      account.end() // as a socket that was terminated does
    })
    return account
  }
  return { budget, closed, open }
}

test('the largest of an address is closed, and no smaller one of it', () => {
  const { budget, closed, open } = setUp()
  const [small, large] = [open('small'), open('large')]
  expect(large.add(80)).toBe(true)
  expect(small.add(20)).toBe(true)
  expect(small.add(1)).toBe(true)
  expect(closed).toEqual(['large'])
  expect(large.add(1)).toBe(false)
  expect(budget.stats()).toEqual({
    bytes: { relay: 21, rpc: 0, request: 0 },
    largestAddress: 21,
    closed: { relay: 1, rpc: 0, request: 0 },
  })
})

test('who asks for more than all is closed itself, and what it held is free', () => {
  const { budget, closed, open } = setUp()
  const account = open('greedy')
  expect(account.add(101)).toBe(false)
  expect(closed).toEqual(['greedy'])
  expect(budget.stats().bytes.relay).toBe(0)
  account.add(-101)
  account.end()
  expect(budget.stats().bytes.relay).toBe(0)
})

test('an address is counted over sockets and requests, an IPv6 network as one', () => {
  const { closed, open } = setUp()
  open('socket', '2001:db8::1', 'rpc').add(60)
  expect(open('body', '2001:db8::2', 'request').add(50)).toBe(true)
  expect(closed).toEqual(['socket'])
})

test('when the instance is full, the address that holds most pays, whoever asked', () => {
  const { budget, closed, open } = setUp()
  for (const [name, bytes] of [
    ['a', 90],
    ['b', 80],
    ['c', 70],
  ] as const)
    open(name, `10.0.1.${bytes}`).add(bytes)
  const honest = open('honest', '10.0.0.9')
  expect(honest.add(11)).toBe(true)
  expect(closed).toEqual(['a'])
  expect(budget.stats().bytes.relay).toBe(161)
})

test('what has ended holds nothing, and is closed no more', () => {
  const { budget, closed, open } = setUp()
  const first = open('first')
  first.add(90)
  first.end()
  first.end()
  expect(open('second').add(90)).toBe(true)
  expect(closed).toEqual([])
  expect(budget.stats()).toMatchObject({ bytes: { relay: 90 }, largestAddress: 90 })
})

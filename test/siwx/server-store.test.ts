// The store in memory of the server of sign-ins: a key is taken once, and the store is never larger than it says.
import { beforeEach, expect, test } from 'vitest'
import { createMemoryStore, type SiwxServerStore } from '../../src/siwx/index.js'

const START = Date.parse('2026-11-23T20:00:00Z')
let clock: number
let memory: SiwxServerStore
beforeEach(() => {
  clock = START
  memory = createMemoryStore(() => clock)
})

test('gives a key to one caller until its time is over', async () => {
  expect(await Promise.all([memory.claim('a', START + 10), memory.claim('a', START + 10)])).toEqual([true, false])
  clock = START + 10
  expect(await memory.claim('a', START + 20)).toBe(true)
})

test('has a text until its time is over, or it is deleted', async () => {
  await memory.set('a', 'text', START + 10)
  await memory.set('b', 'text', START + 10)
  await memory.delete('b')
  clock = START + 9
  expect([await memory.get('a'), await memory.get('b')]).toEqual(['text', undefined])
  clock = START + 10
  expect(await memory.get('a')).toBeUndefined()
})

test('takes nothing new when it is full, until the time of some is over', async () => {
  for (let index = 0; index < 100_000; index++) await memory.claim(String(index), START + 10)
  expect(await memory.claim('one more', START + 20)).toBe(false)
  await expect(memory.set('one more', '', START + 20)).rejects.toThrow('full')
  await memory.set('1', 'of one that it has', START + 10)
  clock = START + 10
  expect(await memory.claim('one more', START + 20)).toBe(true)
})

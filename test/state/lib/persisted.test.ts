import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { createPersisted } from '../../../src/state/lib/persisted.js'
import { storageKey } from '../../../src/state/lib/storage.js'
import { createBrokenStorage, createMemoryStorage, createTestCore } from '../../support/core.js'
import { testRows } from '../../support/rows.js'

const schema = z.object({ name: z.string(), count: z.number() })
const fallback = { name: 'none', count: 0 }
const KEY = 'wm:shop:default:thing'
const config = { projectId: 'shop' }

function setup(entries: Record<string, string> = {}) {
  const test = createTestCore({ config, storage: createMemoryStorage(entries) })
  return { ...test, thing: createPersisted(test.core, 'thing', schema, fallback) }
}

describe('a remembered value', () => {
  test('is the fallback until it is set', () => {
    expect(setup().thing.get()).toEqual(fallback)
  })

  test('lies under a key of its project and instance, as JSON', () => {
    const { thing, storage } = setup()
    thing.set({ name: 'a', count: 1 })
    expect(storage.getItem(KEY)).toBe('{"name":"a","count":1}')
    expect(thing.get()).toEqual({ name: 'a', count: 1 })
  })

  test('is there for the next page load', () => {
    expect(setup({ [KEY]: '{"name":"a","count":1}' }).thing.get()).toEqual({ name: 'a', count: 1 })
  })

  test('a storage that fails once to read leaves what was known', () => {
    const storage = createMemoryStorage()
    const { core } = createTestCore({ config, storage })
    const thing = createPersisted(core, 'thing', schema, fallback)
    thing.set({ name: 'a', count: 1 })
    const { getItem } = storage
    storage.getItem = () => {
      throw new DOMException('The operation failed.', 'UnknownError')
    }
    expect(thing.get()).toEqual({ name: 'a', count: 1 })
    storage.getItem = getItem
    storage.removeItem(KEY)
    expect(thing.get()).toEqual(fallback)
  })

  test('is the fallback again after remove', () => {
    const { thing, storage } = setup({ [KEY]: '{"name":"a","count":1}' })
    thing.remove()
    expect(thing.get()).toEqual(fallback)
    expect(storage.getItem(KEY)).toBeNull()
  })

  test('two instances never share one', () => {
    const storage = createMemoryStorage()
    const one = createTestCore({ config: { projectId: 'shop', id: 'one' }, storage }).core
    const two = createTestCore({ config: { projectId: 'shop', id: 'two' }, storage }).core
    createPersisted(one, 'thing', schema, fallback).set({ name: 'a', count: 1 })
    expect(createPersisted(two, 'thing', schema, fallback).get()).toEqual(fallback)
    expect(storageKey(one, 'x')).not.toBe(storageKey(two, 'x'))
  })

  test('is what another tab wrote', () => {
    const { thing, storage } = setup()
    thing.set({ name: 'a', count: 1 })
    storage.setItem(KEY, '{"name":"b","count":2}')
    expect(thing.get()).toEqual({ name: 'b', count: 2 })
  })
})

describe('a broken entry', () => {
  testRows(['', 'not json', '{', 'null', '[]', '{"name":"a"}', '{"name":1,"count":"x"}', '"text"', '{"__proto__":{}}'])(
    '%j is dropped and logged',
    (text) => {
      const { thing, storage, log } = setup({ [KEY]: text })
      expect(thing.get()).toEqual(fallback)
      expect(storage.getItem(KEY)).toBeNull()
      expect(log.entries()).toEqual([expect.stringContaining('thing')])
      thing.get()
      expect(log.entries()).toHaveLength(1)
    },
  )

  test('the log does not quote it, because it may hold a secret', () => {
    const { thing, log } = setup({ [KEY]: '{"secret":"hunter2"}' })
    thing.get()
    expect(log.entries().join()).not.toContain('hunter2')
  })
})

describe('a storage that throws', () => {
  function broken() {
    const test = createTestCore({ config, storage: createBrokenStorage() })
    return { ...test, thing: createPersisted(test.core, 'thing', schema, fallback) }
  }

  test('is only logged when read', () => {
    const { thing, log } = broken()
    expect(thing.get()).toEqual(fallback)
    expect(log.entries()).toEqual([expect.stringContaining('SecurityError')])
  })

  test('a value that could not be saved lives as long as the page', () => {
    const { thing, log } = broken()
    thing.set({ name: 'a', count: 1 })
    expect(thing.get()).toEqual({ name: 'a', count: 1 })
    thing.remove()
    expect(thing.get()).toEqual(fallback)
    expect(log.entries()).toHaveLength(2)
  })

  test('what another page stores after a save that failed is newer', () => {
    const memory = createMemoryStorage()
    let isFull = true
    const setItem = (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      memory.setItem(key, value)
    }
    const { core } = createTestCore({ config, storage: { ...memory, setItem } })
    const thing = createPersisted(core, 'thing', schema, fallback)
    thing.set({ name: 'a', count: 1 })
    isFull = false
    expect(thing.get()).toEqual({ name: 'a', count: 1 })
    memory.setItem(KEY, '{"name":"b","count":2}')
    expect(thing.get()).toEqual({ name: 'b', count: 2 })
  })

  test('a removed value that could not be removed stays away', () => {
    const memory = createMemoryStorage({ [KEY]: '{"name":"a","count":1}' })
    const stuck = { ...memory, removeItem: createBrokenStorage().removeItem }
    const { core } = createTestCore({ config, storage: stuck })
    const thing = createPersisted(core, 'thing', schema, fallback)
    thing.remove()
    expect(thing.get()).toEqual(fallback)
  })

  test('one that was full and has room again saves again', () => {
    const memory = createMemoryStorage()
    let isFull = true
    const storage = {
      ...memory,
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException('full', 'QuotaExceededError')
        memory.setItem(key, value)
      },
    }
    const { core } = createTestCore({ config, storage })
    const thing = createPersisted(core, 'thing', schema, fallback)
    thing.set({ name: 'a', count: 1 })
    isFull = false
    thing.set({ name: 'b', count: 2 })
    expect(memory.getItem(KEY)).toBe('{"name":"b","count":2}')
    expect(thing.get()).toEqual({ name: 'b', count: 2 })
  })
})

test('without any storage values live as long as the page, silently', () => {
  const { core, log } = createTestCore({ config })
  const bare = { ...core, deps: { ...core.deps, storage: undefined } }
  const thing = createPersisted(bare, 'thing', schema, fallback)
  expect(thing.get()).toEqual(fallback)
  thing.set({ name: 'a', count: 1 })
  expect(thing.get()).toEqual({ name: 'a', count: 1 })
  thing.remove()
  expect(thing.get()).toEqual(fallback)
  expect(log.entries()).toEqual([])
})

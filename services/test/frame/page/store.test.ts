// What the browser keeps, and what happens where it refuses.
import { expect, test, vi } from 'vitest'
import { createStore, type Table } from '../../../frame/store.js'
import { memoryTable } from './support.js'

const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'))

test('what one page writes, the next reads', async () => {
  const table = memoryTable()
  await createStore(async () => table).set('chain', { active: 'eip155:1' })
  const next = createStore(async () => table)
  expect(await next.get('chain')).toEqual({ active: 'eip155:1' })
  expect(next.isKept).toBe(true)
})

test('a browser that denies the database leaves a store in memory, and says so once', async () => {
  // attack 31
  const store = createStore(denied)
  const lost = vi.fn()
  store.onLost(lost)
  await store.set('session', { userId: 'a' })
  expect(await store.get('session')).toEqual({ userId: 'a' })
  await store.delete('session')
  expect(await store.get('session')).toBeUndefined()
  expect(store.isKept).toBe(false)
  expect(lost).toHaveBeenCalledOnce()
})

test('a full disk in the middle of a session keeps what was read and written before', async () => {
  // attack 31
  const table = memoryTable()
  table.values.set('device', 'keys')
  let isFull = false
  const set: Table['set'] = (key, value) =>
    isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : Promise.resolve(void table.values.set(key, value))
  const store = createStore(async () => ({ ...table, set }))
  expect(await store.get('device')).toBe('keys')
  await store.set('chain', 1)
  isFull = true
  await store.set('session', 2)
  expect(store.isKept).toBe(false)
  expect([await store.get('device'), await store.get('chain'), await store.get('session')]).toEqual(['keys', 1, 2])
})

test('a database that fails when it is read does not end the page', async () => {
  // attack 31
  const store = createStore(async () => ({ ...memoryTable(), get: () => Promise.reject(new Error('corrupt')) }))
  expect(await store.get('device')).toBeUndefined()
  await store.set('device', 'new')
  expect(await store.get('device')).toBe('new')
})

test('deletes every key that starts so, and no other', async () => {
  const table = memoryTable()
  const store = createStore(async () => table)
  await store.set('consents:a', 1)
  await store.set('consents:b', 2)
  await store.set('chain', 3)
  await store.deleteAll('consents:')
  expect([...table.values.keys()]).toEqual(['chain'])
  expect(await store.get('consents:a')).toBeUndefined()
})

// Sending once, whatever the network does.
import { expect, test } from 'vitest'
import { FrameError } from '../../../../src/frame/frame-error.js'
import { NodeError, type Nodes } from '../../../frame/nodes.js'
import { createSender, requestKey } from '../../../frame/rpc/send.js'
import { createStore } from '../../../frame/store.js'
import { memoryTable } from './support.js'

const signal = new AbortController().signal
const hash = `0x${'ab'.repeat(32)}`
const signed = { chainId: 'eip155:1', hash, call: { method: 'eth_sendRawTransaction', params: ['0x02aa'] } }
const away = () => new FrameError('OFFLINE', 'offline')

/** A chain that has what it was sent; `send` and `look` may fail before or after. */
function world() {
  const has = new Set<string>()
  const sent: unknown[] = []
  const fail: { before?: Error | undefined; after?: Error | undefined; look?: Error | undefined } = {}
  const table = memoryTable()
  let now = 1_000_000
  const nodes: Nodes = {
    async read(_, { method, params }) {
      if (method === 'eth_getTransactionByHash') {
        if (fail.look) throw fail.look
        return has.has(hash) ? { hash } : null
      }
      if (fail.before) throw fail.before
      sent.push(params)
      has.add(hash)
      if (fail.after) throw fail.after
      return hash
    },
  }
  const open = () => createSender({ nodes, store: createStore(async () => table), now: () => now })
  return { has, sent, fail, table, open, later: (ms: number) => (now += ms) }
}

test('what is sent is stored before it leaves, and forgotten once it has arrived', async () => {
  const { open, sent, table } = world()
  expect(await open().send('k', signed)).toBe(hash)
  expect(sent).toEqual([['0x02aa']])
  expect(table.values.size).toBe(0)
})

test('offline before it arrives: the same request sends the same bytes again, after a reload too', async () => {
  // attack 80
  const { open, fail, sent, table } = world()
  fail.before = away()
  fail.look = away()
  await expect(open().send('k', signed)).rejects.toMatchObject({ code: 'OFFLINE' })
  expect([...table.values.keys()]).toEqual(['sent:k'])
  await expect(open().resume('k', signal)).rejects.toMatchObject({ code: 'OFFLINE' })
  fail.before = fail.look = undefined
  expect(await open().resume('other', signal)).toBeUndefined()
  expect(await open().resume('k', signal)).toBe(hash)
  expect(sent).toEqual([['0x02aa']])
  expect(await open().resume('k', signal)).toBeUndefined()
})

test('offline after it has arrived: nothing is sent a second time', async () => {
  // attack 80
  const { open, fail, sent } = world()
  fail.after = away()
  fail.look = away()
  await expect(open().send('k', signed)).rejects.toMatchObject({ code: 'OFFLINE' })
  fail.after = fail.look = undefined
  expect(await open().resume('k', signal)).toBe(hash)
  expect(sent).toHaveLength(1)
})

test('an answer that was lost does not matter while a node knows the transaction', async () => {
  const { open, fail } = world()
  fail.after = away()
  expect(await open().send('k', signed)).toBe(hash)
})

test('a node that refuses bytes that it has already is no failure', async () => {
  const { open, fail, has } = world()
  has.add(hash)
  fail.before = new NodeError(-32000, 'already known')
  expect(await open().send('k', signed)).toBe(hash)
})

test('what a node refuses is not sent again, and the page gets its code', async () => {
  const { open, fail, table } = world()
  fail.before = new NodeError(-32000, 'insufficient funds')
  await expect(open().send('k', signed)).rejects.toMatchObject({ code: 'FAILED', message: 'insufficient funds', rpcCode: -32000 })
  expect(table.values.size).toBe(0)
})

test('a node that says no, and no word on whether it has the bytes: they stay, and the same request is not asked anew', async () => {
  // attack 80
  const { open, fail, has, sent, table } = world()
  fail.after = away()
  fail.look = away()
  await expect(open().send('k', signed)).rejects.toMatchObject({ code: 'OFFLINE' })
  // It has arrived, which the node says in its way while nothing can be looked up.
  fail.before = new NodeError(-32000, 'already known')
  await expect(open().resume('k', signal)).rejects.toMatchObject({ code: 'SERVICES_UNAVAILABLE' })
  expect([...table.values.keys()]).toEqual(['sent:k'])
  fail.look = undefined
  expect(await open().resume('k', signal)).toBe(hash)
  expect([sent.length, has.size, table.values.size]).toEqual([1, 1, 0])
})

test('a bundler that cannot look up operations is taken at its word when it refuses one', async () => {
  const { open, fail, table } = world()
  fail.before = new NodeError(-32500, 'AA21 didn’t pay prefund')
  fail.look = new NodeError(-32601, 'method not found')
  await expect(open().send('k', signed)).rejects.toMatchObject({ code: 'FAILED', rpcCode: -32500 })
  expect(table.values.size).toBe(0)
})

test('a request that comes ten minutes later means another payment', async () => {
  const { open, fail, later, sent } = world()
  fail.before = away()
  await expect(open().send('k', signed)).rejects.toThrow()
  fail.before = undefined
  later(10 * 60_000 + 1)
  expect(await open().resume('k', signal)).toBeUndefined()
  expect(sent).toEqual([])
})

test('a number that another transaction has used since means that the request is asked anew', async () => {
  const { open, fail } = world()
  fail.before = away()
  await expect(open().send('k', signed)).rejects.toThrow()
  fail.before = new NodeError(-32000, 'nonce too low')
  expect(await open().resume('k', signal)).toBeUndefined()
})

test('requests are equal in every part, or not', async () => {
  const key = await requestKey('https://a.example', 'eth_sendTransaction', [{ to: '0x1', value: 1n }])
  expect(await requestKey('https://a.example', 'eth_sendTransaction', [{ to: '0x1', value: 1n }])).toBe(key)
  expect(await requestKey('https://b.example', 'eth_sendTransaction', [{ to: '0x1', value: 1n }])).not.toBe(key)
  expect(await requestKey('https://a.example', 'eth_sendTransaction', [{ to: '0x1', value: 2n }])).not.toBe(key)
})

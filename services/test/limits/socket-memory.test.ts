// What one socket may be sent ahead of its reader, on a connection whose reader this test is.
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { createMemoryBudget } from '../../src/limits/memory-budget.js'
import { createSocketMemory } from '../../src/limits/socket-memory.js'

function setUp() {
  const taken: (() => void)[] = []
  const sent: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    ...{ OPEN: 1, readyState: 1 },
    send(data: Buffer, _options: object, done: () => void) {
      sent.push(data.toString())
      taken.push(done)
    },
    terminate() {
      socket.readyState = 3
      socket.emit('close')
    },
  })
  const budget = createMemoryBudget({ address: 1_000, instance: 10_000 })
  const memory = createSocketMemory({
    ...{ socket: socket as unknown as WebSocket, connection: new PassThrough(), budget, kind: 'relay', address: '10.0.0.1' },
    ...{ windowBytes: 100, now: () => 0 },
  })
  /** The reader takes the oldest text. */
  const read = async () => {
    taken.shift()?.()
    await Promise.resolve()
  }
  return { memory, budget, socket, sent, read }
}

test('a text that does not fit into the window is not sent; alone it may be as long as it is', async () => {
  const { memory, sent, read } = setUp()
  expect(memory.trySend('a'.repeat(60))).toBeDefined()
  expect(memory.room).toBe(40)
  expect(memory.trySend('b'.repeat(41))).toBeUndefined()
  expect(memory.trySend('b'.repeat(40))).toBeDefined()
  expect(memory.room).toBe(0)
  await read()
  await read()
  expect(memory.trySend('c'.repeat(300))).toBeDefined()
  expect(memory.trySend('d')).toBeUndefined()
  expect(sent.map(({ length }) => length)).toEqual([60, 40, 300])
})

test('what waits for its turn goes in order and before what could be sent at once, and is counted meanwhile', async () => {
  const { memory, budget, sent, read } = setUp()
  void memory.sendInTurn('a'.repeat(90))
  const second = memory.sendInTurn('b'.repeat(50))
  const third = memory.sendInTurn('c')
  expect(memory.room).toBe(0)
  expect(memory.trySend('d')).toBeUndefined()
  expect(budget.stats().bytes.relay).toBe(141)
  await read()
  expect(sent.map(([letter]) => letter)).toEqual(['a', 'b', 'c'])
  await read()
  await read()
  expect(await Promise.all([second, third])).toEqual([true, true])
  expect(budget.stats().bytes.relay).toBe(0)
})

test('a socket that holds too much is ended, what waits is answered with no, and nothing stays counted', async () => {
  const { memory, budget, socket } = setUp()
  void memory.sendInTurn('a'.repeat(90))
  const waiting = memory.sendInTurn('b'.repeat(500))
  memory.hold(600)
  expect(socket.readyState).toBe(3)
  expect(await waiting).toBe(false)
  expect(await memory.sendInTurn('c')).toBe(false)
  expect(budget.stats()).toMatchObject({ bytes: { relay: 0 }, closed: { relay: 1 } })
})

test('what waits of a socket that has closed counts until it is done', async () => {
  const { memory, budget, socket } = setUp()
  void memory.sendInTurn('a'.repeat(90))
  memory.hold(300)
  memory.hold(200)
  socket.terminate()
  expect(budget.stats().bytes.relay).toBe(500)
  memory.hold(-300)
  expect(budget.stats().bytes.relay).toBe(200)
  expect(memory.isOver).toBe(false)
  memory.hold(-200)
  expect(budget.stats()).toEqual({
    bytes: { relay: 0, rpc: 0, request: 0 },
    largestAddress: 0,
    closed: { relay: 0, rpc: 0, request: 0 },
  })
})

test('what waits of a socket that has closed is given up where there is too much of it', () => {
  const { memory, socket, budget } = setUp()
  memory.hold(600)
  socket.terminate()
  budget.open('request', '10.0.0.1', () => undefined).add(500)
  expect(memory.isOver).toBe(true)
  expect(budget.stats().bytes).toEqual({ relay: 0, rpc: 0, request: 500 })
})

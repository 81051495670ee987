// A request that was given up while it waited for a connection must not reach the wallet when there is one: nobody pays twice.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRelayChannel } from '../../../src/connectors/eip155/relay-channel.js'
import { readAddress } from '../../../src/connectors/eip155/index.js'
import { methods } from '../../../src/connectors/eip155/methods.js'
import { dropLateRequests } from '../../../src/connectors/relay/client.js'
import { createWalletSession } from '../../../src/connectors/relay/session.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the client's relayer is to the guard: a way to wait for a connection, and a way to write. */
function setUp() {
  const written: object[] = []
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => (open = resolve))
  const relayer = {
    toEstablishConnection: () => isOpen,
    async request(message: object): Promise<unknown> {
      await isOpen
      written.push(message)
      return true
    },
  }
  dropLateRequests(relayer, 10_000)
  return { relayer, written, open }
}
const sessionRequest = { id: '1', method: 'irn_publish', params: { topic: 'a', message: 'b', tag: 1108 } }
const sessionDelete = { id: '2', method: 'irn_publish', params: { topic: 'a', message: 'b', tag: 1112 } }
const subscribe = { id: '3', method: 'irn_subscribe', params: { topic: 'a' } }

describe('a message that waits for a connection', () => {
  test('goes out when there is one in time', async () => {
    const { relayer, written, open } = setUp()
    const sent = relayer.request(sessionRequest)
    await vi.advanceTimersByTimeAsync(9_999)
    open()
    await expect(sent).resolves.toBe(true)
    expect(written).toEqual([sessionRequest])
  })

  test('does not go out when its time is over, counted from the first attempt', async () => {
    const { relayer, written, open } = setUp()
    const first = relayer.request(sessionRequest)
    await vi.advanceTimersByTimeAsync(6_000)
    const again = relayer.request(sessionRequest)
    await vi.advanceTimersByTimeAsync(4_000)
    const isRefused = expect(Promise.allSettled([first, again])).resolves.toMatchObject([
      { status: 'rejected', reason: { message: expect.stringMatching(/^Failed to publish/) } },
      { status: 'rejected' },
    ])
    open()
    await isRefused
    expect(written).toEqual([])
    await expect(relayer.request({ ...sessionRequest, id: '4' })).resolves.toBe(true) // the person tries again
  })

  test.each([sessionDelete, subscribe])('may be late where nothing is asked of the wallet: $method', async (message) => {
    const { relayer, written, open } = setUp()
    const sent = relayer.request(message)
    await vi.advanceTimersByTimeAsync(60_000)
    open()
    await sent
    expect(written).toEqual([message])
  })
})

test('what the library says of it stays inside: a page hears our words, with the library’s as the cause', async () => {
  const said = new Error('Failed to publish payload, please try again. id:1700000000000 tag:1108')
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const namespaces = { eip155: { accounts: [`eip155:1:${account}`], methods: ['personal_sign'], events: [] } }
  const client = { on() {}, off() {}, request: () => Promise.reject(said), session: { keys: [] } }
  const session = createWalletSession(client as never, {
    settled: { topic: 'topic', expiresAt: 0, wallet: { id: 'x', name: 'X' }, namespaces },
    asked: new Map([['eip155:1', 'eip155:1']]),
    readers: new Map([['eip155', { methods, readAddress }]]),
    read: () => Promise.reject(new Error('no node')),
  })
  const channel = createRelayChannel(session)
  const signing = channel.request({ method: 'personal_sign', params: ['0x00', account] })
  await expect(signing).rejects.toMatchObject({
    code: 'RELAY_UNREACHABLE',
    message: 'The relay could not be reached',
    cause: said,
  })
})

test('a session that has ended grants nothing, also to a connector that asks only then', async () => {
  const ends: ((payload: unknown) => void)[] = []
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const namespaces = { eip155: { accounts: [`eip155:1:${account}`], methods: [], events: [] } }
  const on = (event: string, listener: (payload: unknown) => void) => void (event === 'session_delete' && ends.push(listener))
  const session = createWalletSession({ on, off() {}, session: { keys: [] } } as never, {
    settled: { topic: 'topic', expiresAt: 0, wallet: { id: 'x', name: 'X' }, namespaces },
    asked: new Map([['eip155:1', 'eip155:1']]),
    readers: new Map([['eip155', { methods, readAddress }]]),
    read: () => Promise.reject(new Error('no node')),
  })
  expect(session.granted('eip155')?.accounts.size).toBe(1)
  for (const end of ends) end({ topic: 'topic' })
  expect(session.granted('eip155')).toBeUndefined()
})

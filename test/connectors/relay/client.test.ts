// What the relay client says of its own connection, and to whom it says nothing.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeRelayClient, openRelayClient, type RelayClient } from '../../../src/connectors/relay/client.js'
import type { RelayOptions } from '../../../src/connectors/connector.js'
import { startRelay } from '../../../services/test/support/relay.js'

process.env['DISABLE_GLOBAL_CORE'] = 'true'
afterEach(() => void vi.unstubAllGlobals())
let clients = 0

async function open(relayUrl: string, more: Partial<RelayOptions> = {}): Promise<RelayClient> {
  const client = await openRelayClient(
    {
      relayUrl,
      projectId: 'test',
      storagePrefix: `client-${++clients}`,
      metadata: { name: 'Page', description: 'A page', url: 'https://page.example', icons: [] },
      read: () => Promise.reject(new Error('no node')),
      signal: new AbortController().signal,
      networks: [],
      ...more,
    },
    60_000,
  )
  onTestFinished(() => closeRelayClient(client))
  return client
}

test('a lost connection is told, and that it is back', async () => {
  const relay = await startRelay()
  const told: boolean[] = []
  const client = await open(relay.url, { onConnection: (isConnected) => told.push(isConnected) })
  await client.core.pairing.create()
  await client.core.relayer.subscribe('a'.repeat(64)) // something to hear, so that it comes back by itself
  expect(told).toEqual([true])
  await relay.stop()
  await expect.poll(() => told.at(-1)).toBe(false)
  const again = await startRelay({ port: relay.port })
  onTestFinished(() => again.stop())
  await expect.poll(() => told.at(-1)).toBe(true)
})

test('nothing is sent to the vendor of the client: no telemetry, no verification', async () => {
  const relay = await startRelay()
  onTestFinished(() => relay.stop())
  const asked: string[] = []
  vi.stubGlobal('fetch', (input: unknown) => {
    asked.push(String(input))
    return Promise.resolve(new Response('{}'))
  })
  const client = await open(relay.url)
  // The client's types leave both out, though its own parts call them.
  const eventClient = client.core.eventClient as unknown as { createEvent(event: object): void; submit(): Promise<void> }
  eventClient.createEvent({ event: 'SUCCESS', type: 'TEST', properties: { topic: 'a'.repeat(64), trace: [] } })
  await eventClient.submit()
  expect(asked).toEqual([])
})

test('the end of a session that this side has ended too is no uncaught error, also with an open request that nobody waits for', async () => {
  const client = await open('ws://127.0.0.1:1')
  const topic = 'a'.repeat(64)
  vi.spyOn(client.core.history, 'pending', 'get').mockReturnValue([
    { topic, request: { id: 7, jsonrpc: '2.0', method: 'wc_sessionRequest' } } as never, // all that the library reads of it
  ])
  const logged = vi.spyOn(client.logger, 'error')
  const uncaught = await uncaughtIn(async () => {
    // The client's types leave both out. The map has what this side ended a short time ago.
    const engine = client.engine as unknown as {
      recentlyDeletedMap: Map<string, string>
      onSessionDeleteRequest(topic: string, payload: object): Promise<void>
    }
    engine.recentlyDeletedMap.set(topic, 'session')
    await engine.onSessionDeleteRequest(topic, { id: 1, params: { code: 6000, message: 'User disconnected.' } })
  })
  expect(logged).toHaveBeenCalled()
  expect(uncaught).toEqual([])
})

test('a message that the relay refuses again is no uncaught error, is published again, and whoever publishes it first hears of the refusal', async () => {
  const client = await open('ws://127.0.0.1:1')
  const { relayer, heartbeat } = client.core
  const asked = vi.spyOn(relayer, 'request').mockRejectedValue(new Error('storage'))
  // The client's types leave both out.
  const publisher = relayer.publisher as unknown as {
    queue: Map<string, object>
    rpcPublish(request: object, options: object): Promise<unknown>
  }
  const request = { id: 7, jsonrpc: '2.0', method: 'irn_publish', params: { tag: 1108 } }
  publisher.queue.set('7', { request, opts: { id: 7 }, attempt: 1 })
  const uncaught = await uncaughtIn(() => {
    heartbeat.events.emit('heartbeat_pulse')
    heartbeat.events.emit('heartbeat_pulse')
  })
  expect(asked).toHaveBeenCalledTimes(2)
  expect(uncaught).toEqual([])
  expect(publisher.queue.get('7')).toMatchObject({ attempt: 3 })
  await expect(publisher.rpcPublish(request, {})).rejects.toThrow('storage')

  const published = vi.fn()
  relayer.events.on('relayer_publish', published)
  asked.mockResolvedValue(true as never) // typed as a request by mistake
  heartbeat.events.emit('heartbeat_pulse')
  await expect.poll(() => published.mock.calls).toMatchObject([[{ id: 7 }]])
})

/** What rejects in `work` with nobody to hold it. */
async function uncaughtIn(work: () => unknown): Promise<readonly unknown[]> {
  const uncaught: unknown[] = []
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection') // the runner's own would end the run
  process.on('unhandledRejection', (error) => uncaught.push(error))
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve)) // by then a rejection is reported
  } finally {
    process.removeAllListeners('unhandledRejection')
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
  return uncaught
}

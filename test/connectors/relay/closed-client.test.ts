// A page that let go of its wallet client leaves nothing behind that goes on speaking to the relay.
import { expect, onTestFinished, test } from 'vitest'
import { closeRelayClient, openRelayClient, type RelayClient } from '../../../src/connectors/relay/client.js'
import { startRelay } from '../../../services/test/support/relay.js'

process.env['DISABLE_GLOBAL_CORE'] = 'true'

async function open(relayUrl: string, name: string): Promise<RelayClient> {
  const client = await openRelayClient(
    {
      relayUrl,
      projectId: 'test',
      storagePrefix: `closed-${name}`,
      metadata: { name: 'Page', description: 'A page', url: 'https://page.example', icons: [] },
      read: () => Promise.reject(new Error('no node')),
      signal: new AbortController().signal,
      networks: [],
    },
    60_000,
  )
  onTestFinished(() => closeRelayClient(client))
  return client
}

function publish(client: RelayClient): void {
  const waiting = client.core.relayer.publish('a'.repeat(64), 'for later', { ttl: 300, tag: 1 })
  waiting.catch(() => undefined) // it ends with its time, or with the page
}

test('a closed client does not come back with what still waits in it, while an open one comes back again and again', async () => {
  let server = await startRelay()
  onTestFinished(() => server.stop())
  await server.stop()
  const closed = await open(server.url, 'a')
  const witness = await open(server.url, 'b')
  publish(closed)
  await closeRelayClient(closed)
  for (let time = 0; time < 2; time++) {
    publish(witness)
    server = await startRelay({ port: server.port })
    await expect.poll(() => server.relay.stats().connections).toBe(1)
    await expect.poll(() => witness.core.relayer.connected).toBe(true)
    expect(server.relay.stats().connections).toBe(1)
    await server.stop()
    await expect.poll(() => witness.core.relayer.connected).toBe(false)
  }
})

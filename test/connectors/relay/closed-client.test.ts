// A page that let go of its wallet client leaves nothing behind that goes on speaking to the relay.
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { closeRelayClient, openRelayClient } from '../../../src/connectors/relay/client.js'
import { startRelay } from '../../../services/test/support/relay.js'

process.env['DISABLE_GLOBAL_CORE'] = 'true'

/** The client tries again each second. */
const SEVERAL_ATTEMPTS_MS = 3_000

test.each([true, false])('a closed client does not come back with what still waits in it (closed: %s)', async (isClosed) => {
  const relay = await startRelay()
  const client = await openRelayClient(
    {
      relayUrl: relay.url,
      projectId: 'test',
      storagePrefix: `closed-${isClosed}`,
      metadata: { name: 'Page', description: 'A page', url: 'https://page.example', icons: [] },
      read: () => Promise.reject(new Error('no node')),
      signal: new AbortController().signal,
      networks: [],
    },
    20_000,
  )
  onTestFinished(() => closeRelayClient(client))
  await client.core.relayer.transportOpen()
  await relay.stop()
  await expect.poll(() => client.core.relayer.connected).toBe(false)
  const waiting = client.core.relayer.publish('a'.repeat(64), 'for later', { ttl: 300, tag: 1 })
  waiting.catch(() => undefined) // it ends with its time, or with the page
  if (isClosed) await closeRelayClient(client)
  const again = await startRelay({ port: relay.port })
  onTestFinished(() => again.stop())
  if (!isClosed) return await expect.poll(() => again.relay.stats().connections).toBe(1)
  await setTimeout(SEVERAL_ATTEMPTS_MS)
  expect(again.relay.stats().connections).toBe(0)
})

// A client that stores as much as it is let: mail for a month, subscriptions, proposals. Each time it is thrown out it comes back under a new
// key. It speaks to the loopback only, and ends when it is told to.
import { setTimeout as later } from 'node:timers/promises'
import { connectClient, randomTopic, type RelayClient } from '../support/relay-client.js'

const MONTH_S = 2_592_000
/** Between two tries to get in. */
const RETRY_MS = 200

export interface Hostile {
  readonly counts: { readonly said: number; readonly stored: number; readonly refused: number; readonly thrownOut: number }
  stop(): Promise<void>
}

export function startHostile(relayUrl: string, address: string): Hostile {
  const counts = { said: 0, stored: 0, refused: 0, thrownOut: 0 }
  let isStopped = false
  const text = 'x'.repeat(200 * 1024)

  const says: readonly ((count: number) => readonly [string, object])[] = [
    (count) => ['irn_publish', { topic: randomTopic(), message: `${count} ${text}`, ttl: MONTH_S, tag: 1108 }],
    () => ['irn_batchSubscribe', { topics: Array.from({ length: 500 }, randomTopic) }],
    (count) => ['wc_proposeSession', { pairingTopic: randomTopic(), sessionProposal: `${count} ${text}`, ttl: 300 }],
  ]

  async function speak(client: RelayClient): Promise<void> {
    let isOpen = true
    const gone = client.closed.then(() => void (isOpen = false))
    while (isOpen && !isStopped) {
      const [method, params] = says[counts.said % says.length]?.(counts.said) ?? ['', {}]
      counts.said += 1
      const reply = await Promise.race([client.call(method, params), gone])
      if (reply?.error) counts.refused += 1
      else if (reply) counts.stored += 1
    }
    if (!isOpen) counts.thrownOut += 1
    else await client.close()
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const client = await connectClient(relayUrl, { headers: { 'x-forwarded-for': address } }).catch(() => undefined)
      if (client) await speak(client)
      else await later(RETRY_MS)
    }
  }

  const running = run()
  return {
    counts,
    stop() {
      isStopped = true
      return running
    },
  }
}

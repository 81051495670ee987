// Who speaks over broken lines: publishers that say a message again until it is acknowledged, and subscribers that come back, as clients do.
import { setTimeout as later } from 'node:timers/promises'
import type { Random } from '../support/random.js'
import { connectClient, createIdentity, type RelayClient, type Reply } from '../support/relay-client.js'

const LOREM = 'x'.repeat(2_000)

export interface Peer {
  /** Ends it; a publisher first finishes the message that it is at. */
  stop(): Promise<void>
}

export interface Publisher extends Peer {
  readonly topic: string
  /** Message → when it was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** How often a message was said, and how often nothing or an error came back. */
  readonly said: () => number
  readonly unanswered: () => number
}

export interface Subscriber extends Peer {
  readonly topics: readonly string[]
  /** Resolves when it has subscribed for the first time. */
  readonly isThere: Promise<void>
  /** `topic message` → when it came for the first time. */
  readonly arrived: ReadonlyMap<string, number>
  /** Arrivals of what had come before. */
  readonly repeated: () => number
  /** Messages that came in pages. */
  readonly fetched: () => number
}

/** Undefined: the line broke before an answer came. */
async function ask(client: RelayClient, method: string, params: object): Promise<Reply | undefined> {
  return Promise.race([client.call(method, params), client.closed.then(() => undefined)])
}

/** Connects again and again until told to stop, and does `work` on each connection. */
function keepConnected(url: string, address: string, chance: Random, work: (client: RelayClient) => Promise<void>) {
  const identity = createIdentity()
  let isStopped = false
  let current: RelayClient | undefined
  const run = async () => {
    while (!isStopped) {
      current = await connectClient(url, { identity, headers: { 'x-forwarded-for': address } }).catch(() => undefined)
      if (current) await work(current)
      current?.socket.terminate()
      await later(50 + chance.int(300))
    }
  }
  const running = run()
  return {
    isStopped: () => isStopped,
    stop(isAtOnce: boolean): Promise<void> {
      isStopped = true
      if (isAtOnce) current?.socket.terminate()
      return running
    },
  }
}

export function startPublisher(url: string, address: string, topic: string, chance: Random): Publisher {
  const acknowledged = new Map<string, number>()
  let [said, unanswered, count] = [0, 0, 0]
  let isEnding = false
  const textOf = (number: number) => `${address} ${number} ${LOREM.slice(0, number % LOREM.length)}`
  const line = keepConnected(url, address, chance, async (client) => {
    while (!isEnding) {
      const message = textOf(count)
      said += 1
      const reply = await ask(client, 'irn_publish', { topic, message, ttl: 86_400, tag: 1108 })
      if (reply?.result !== true) {
        unanswered += 1
        if (!reply) return
        await later(20 + chance.int(100))
        continue
      }
      acknowledged.set(message, Date.now())
      count += 1
      await later(chance.int(80))
    }
  })
  return {
    topic,
    acknowledged,
    said: () => said,
    unanswered: () => unanswered,
    stop() {
      isEnding = true
      return line.stop(false)
    },
  }
}

/** @param isFetching asks for its mail before it subscribes, as clients that come back do */
export function startSubscriber(
  url: string,
  address: string,
  topics: readonly string[],
  chance: Random,
  isFetching: boolean,
): Subscriber {
  const arrived = new Map<string, number>()
  let [repeated, fetched] = [0, 0]
  let arrive = () => {}
  const isThere = new Promise<void>((resolve) => (arrive = resolve))
  const note = ({ topic, message }: { readonly topic: string; readonly message: string }) => {
    const key = `${topic} ${message}`
    if (arrived.has(key)) repeated += 1
    else arrived.set(key, Date.now())
  }

  async function readPages(client: RelayClient): Promise<void> {
    for (;;) {
      const reply = await ask(client, 'irn_batchFetchMessages', { topics })
      if (!reply?.result) return
      const { messages, hasMore } = reply.result as { messages: { topic: string; message: string }[]; hasMore: boolean }
      fetched += messages.length
      messages.forEach(note)
      if (!hasMore) return
    }
  }

  async function readPushes(client: RelayClient): Promise<void> {
    for (;;) {
      const push = await Promise.race([client.nextPush(), client.closed.then(() => undefined)])
      if (!push) return
      note(push.params.data)
      client.ack(push)
    }
  }

  const line = keepConnected(url, address, chance, async (client) => {
    if (isFetching) await readPages(client)
    const reply = await ask(client, 'irn_batchSubscribe', { topics })
    if (!reply?.result) return
    arrive()
    await readPushes(client)
  })
  return { topics, isThere, arrived, repeated: () => repeated, fetched: () => fetched, stop: () => line.stop(true) }
}

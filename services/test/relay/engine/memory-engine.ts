// An engine in memory, for tests: it shows that a relay needs of its store what `Mailbox` and `Bus` say, and no SQL. It is of one process, forgets all at
// its end, and has no storage budget.
import { createHash } from 'node:crypto'
import type { Bus } from '../../../src/relay/bus.js'
import { RPC_ERRORS, RpcError } from '../../../src/relay/frames.js'
import type { RelayLimits } from '../../../src/relay/limits.js'
import type { Known, Mailbox, Message, Page, PageSize, Stored, Update } from '../../../src/relay/mailbox.js'
import { subscriptionIdOf } from '../../../src/relay/subscription-id.js'

interface Mail extends Stored {
  /** Of topic and text: by it a repetition is recognized. */
  readonly key: string
  readonly publisher: string
  readonly acks: Set<string>
  deliveredAt?: number
}

type Listener = (updates: readonly Update[]) => void

/** What the instances of one engine share. */
export function createMemoryEngine() {
  /** In the order of arrival. */
  const stored = new Map<number, Mail>()
  const delivered = new Map<string, number>()
  const topics = new Map<string, Set<string>>()
  const seenAt = new Map<string, number>()
  const listeners = new Set<{ readonly bus: Bus; readonly onUpdates: Listener }>()
  let last = 0

  const isSubscribed = (clientId: string, topic: string) => topics.get(clientId)?.has(topic) ?? false
  const subscribersOf = (topic: string) => [...topics.keys()].filter((clientId) => isSubscribed(clientId, topic))
  const waitFor = ({ topic, publisher, acks }: Mail) =>
    subscribersOf(topic).filter((each) => each !== publisher && !acks.has(each))

  function forget(mail: Mail, at: number): void {
    stored.delete(mail.seq)
    delivered.set(mail.key, at)
  }

  function openMailbox(limits: RelayLimits, now: () => number): Mailbox {
    const isAlive = ({ expiresAt }: Mail) => expiresAt > now()

    function store(publisher: string, { topic, message, ttl, tag, attestation }: Message): Mail | undefined {
      const key = keyOf(topic, message)
      const copy = [...stored.values()].find((mail) => mail.key === key)
      if (delivered.has(key) || (copy && isAlive(copy))) return undefined
      if (copy) stored.delete(copy.seq)
      const isAwaited = subscribersOf(topic).some((each) => each !== publisher)
      const seconds = isAwaited ? ttl : Math.min(ttl, limits.maxTtlUnreadSeconds)
      const times = { publishedAt: now(), expiresAt: now() + seconds * 1_000 }
      const mail: Mail = {
        seq: ++last,
        topic,
        message,
        tag,
        attestation: attestation ?? null,
        ...times,
        key,
        publisher,
        acks: new Set(),
      }
      stored.set(mail.seq, mail)
      return mail
    }

    function makeRoom(topic: string): void {
      const mails = [...stored.values()].filter((mail) => mail.topic === topic)
      const excess = mails.filter((mail) => isAlive(mail) && mail.deliveredAt === undefined).length - limits.maxPendingPerTopic
      if (excess <= 0) return
      const read = mails.filter(({ acks }) => acks.size > 0).slice(0, excess)
      if (read.length < excess) throw new RpcError(RPC_ERRORS.limit, 'Too many pending messages on this topic')
      for (const { seq } of read) stored.delete(seq)
    }

    function page(mails: readonly Mail[], { count, bytes }: PageSize): Page {
      let sum = 0
      const end = mails.findIndex(({ message }, at) => (sum += Buffer.byteLength(message)) > bytes && at > 0)
      const fitting = mails.slice(0, Math.min(count, end < 0 ? mails.length : end))
      return { mails: fitting, hasMore: fitting.length < mails.length }
    }

    const unread = (clientId: string, { except = [], heard = [] }: Known = {}) =>
      [...stored.values()].filter(
        (mail) =>
          mail.publisher !== clientId &&
          isAlive(mail) &&
          !except.includes(mail.seq) &&
          (heard.includes(mail.seq) || (mail.deliveredAt === undefined && !mail.acks.has(clientId))),
      )

    async function subscribe(clientId: string, names: readonly string[]): Promise<readonly string[]> {
      if (names.length > 0) {
        seenAt.set(clientId, now())
        topics.set(clientId, new Set([...(topics.get(clientId) ?? []), ...names]))
      }
      return names.map((topic) => subscriptionIdOf(clientId, topic))
    }

    function remove(clientId: string): void {
      seenAt.delete(clientId)
      topics.delete(clientId)
    }

    return {
      async publish({ clientId }, messages, subscribeTo) {
        for (const { message, ttl } of messages)
          if (ttl > limits.maxTtlSeconds || Buffer.byteLength(message) > limits.maxMessageBytes)
            throw new RpcError(RPC_ERRORS.badParams, 'ttl or message is too large')
        const before = [...stored]
        try {
          const fresh = messages.flatMap((message) => {
            const mail = store(clientId, message)
            if (mail) makeRoom(mail.topic)
            return mail ?? []
          })
          if (subscribeTo !== undefined) await subscribe(clientId, [subscribeTo])
          return fresh.map(({ topic, seq }) => ({ topic, seq }))
        } catch (error) {
          stored.clear()
          for (const [seq, mail] of before) stored.set(seq, mail)
          throw error
        }
      },
      subscribe: ({ clientId }, names) => subscribe(clientId, names),
      async unsubscribe(clientId, names) {
        for (const topic of names) topics.get(clientId)?.delete(topic)
        for (const { topic, acks } of stored.values()) if (names.includes(topic)) acks.delete(clientId)
      },
      topicsOf: async (clientId) => [...(topics.get(clientId) ?? [])],
      async seen(clientIds) {
        for (const clientId of clientIds) if (seenAt.has(clientId)) seenAt.set(clientId, now())
      },
      pending: async (clientId, names, size, known) =>
        page(
          unread(clientId, known).filter(({ topic }) => names.includes(topic)),
          size,
        ),
      subscribed: async (clientId, names, size, known) =>
        page(
          unread(clientId, known).filter(({ topic }) => names.includes(topic) && isSubscribed(clientId, topic)),
          size,
        ),
      stillPending: async (clientId, seqs) =>
        [...stored.values()]
          .filter(
            (mail) => seqs.includes(mail.seq) && isAlive(mail) && mail.deliveredAt === undefined && !mail.acks.has(clientId),
          )
          .map(({ seq }) => seq),
      read: async (seqs, size) =>
        page(
          [...stored.values()].filter(({ seq }) => seqs.includes(seq)),
          size,
        ),
      async ack(clientId, seqs) {
        for (const seq of seqs) {
          const mail = stored.get(seq)
          if (mail?.deliveredAt !== undefined) continue
          mail?.acks.add(clientId)
          if (mail && isSubscribed(clientId, mail.topic) && waitFor(mail).length === 0) mail.deliveredAt = now()
        }
      },
      storedAfter: async (after, limit) =>
        [...stored.values()]
          .filter(({ seq }) => seq > after)
          .slice(0, limit)
          .map(({ topic, seq }) => ({ topic, seq })),
      lastSeq: async () => Math.max(0, ...stored.keys()),
      async deleteDelivered() {
        for (const mail of stored.values())
          if (mail.deliveredAt !== undefined && mail.deliveredAt <= now() - limits.deliveredGraceMs) forget(mail, now())
      },
      async collect() {
        for (const mail of stored.values()) {
          if (!isAlive(mail)) stored.delete(mail.seq)
          else if (mail.deliveredAt !== undefined && mail.deliveredAt <= now() - limits.collectEveryMs) forget(mail, now())
        }
        for (const [key, at] of delivered) if (at <= now() - limits.repetitionMs) delivered.delete(key)
      },
      async collectClients() {
        for (const [clientId, at] of seenAt) {
          const isIdle = (topics.get(clientId)?.size ?? 0) === 0
          if (at <= now() - (isIdle ? limits.collectClientsEveryMs : limits.forgetClientAfterMs)) remove(clientId)
        }
        for (const mail of stored.values()) {
          const isRead = [...mail.acks].some((clientId) => isSubscribed(clientId, mail.topic))
          if (isRead && waitFor(mail).length === 0) forget(mail, now())
        }
      },
      check: async () => undefined,
    }
  }

  function openBus(): Bus {
    let sent: Promise<unknown> = Promise.resolve()
    const bus: Bus = {
      publish(updates) {
        if (updates.length === 0) return
        sent = sent.then(() => {
          for (const each of listeners) if (each.bus !== bus) each.onUpdates(updates)
        })
      },
      async subscribe(onUpdates) {
        const listener = { bus, onUpdates }
        listeners.add(listener)
        return async () => void listeners.delete(listener)
      },
      idle: async () => void (await sent),
    }
    return bus
  }

  return { openMailbox, openBus }
}

function keyOf(topic: string, message: string): string {
  return createHash('sha256').update(`${topic} ${message}`).digest('hex')
}

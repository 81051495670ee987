// Pushes the messages of one client over one socket: in order, a bounded number at a time, and again when no acknowledgement comes.
import type { WebSocket } from 'ws'
import type { Audience, Listener } from './audience.js'
import { pushFrame } from './frames.js'
import type { RelayLimits } from './limits.js'
import type { Stored } from './deliveries.js'
import type { Mailbox } from './mailbox.js'
import { subscriptionIdOf } from './subscriptions.js'

/** Sent messages that a socket remembers, because another instance may announce them late. */
const REMEMBERED_PUSHES = 200
/** Updates that a socket remembers until it has read their messages. */
const REMEMBERED_UPDATES = 1_000

interface Pushed {
  readonly seq: number
  readonly topic: string
  readonly id: number
  sentAt: number
  sends: number
  /** Repeated `maxRedeliveries` times; waits until the client subscribes or connects again. */
  isParked: boolean
}

/** What an outbox needs of its socket and the relay. */
export interface OutboxPorts {
  readonly socket: WebSocket
  readonly clientId: string
  readonly mailbox: Mailbox
  /** Tells this outbox of new messages on its topics. */
  readonly audience: Audience
  readonly limits: RelayLimits
  now(): number
  /** JSON-RPC ids below 2^53, because clients parse them as numbers. */
  nextId(): number
  onPushed(push: Stored): void
  onFailure(error: unknown): void
}

/** An outbox without topics: `open` adds them. Call `redeliver` periodically. */
export function createOutbox({ socket, clientId, mailbox, audience, limits, now, nextId, onPushed, onFailure }: OutboxPorts) {
  /** Topics that were subscribed on this socket. Older subscriptions of the client are served once `open` names them. */
  const topics = new Set<string>()
  const pushed = new Map<number, Pushed>()
  /** Topics whose messages are to be read now. */
  const wanted = new Set<string>()
  /** Topics whose messages did not fit into the window. */
  const backlog = new Set<string>()
  /**
   * Updates whose messages are not read yet, row number → topic. One acknowledgement counts for the whole client, but each of its sockets
   * that was open gets the message, because only the client knows which tab waits for it.
   */
  const heard = new Map<number, string>()
  const sent = new Set<number>()
  let running: Promise<void> | undefined

  const isOpen = () => socket.readyState === socket.OPEN
  const room = () => limits.pushWindow - [...pushed.values()].filter((push) => !push.isParked).length

  function send(mail: Stored): void {
    const before = pushed.get(mail.seq)
    const push = before ?? { seq: mail.seq, topic: mail.topic, id: nextId(), sentAt: 0, sends: 0, isParked: false }
    push.sentAt = now()
    push.sends += 1
    pushed.set(mail.seq, push)
    sent.add(mail.seq)
    heard.delete(mail.seq)
    dropOldest(sent, REMEMBERED_PUSHES)
    socket.send(pushFrame(push.id, subscriptionIdOf(clientId, mail.topic), mail))
    onPushed(mail)
  }

  async function pump(): Promise<void> {
    while (wanted.size > 0 && isOpen()) {
      const batch = [...wanted].filter((topic) => topics.has(topic))
      wanted.clear()
      if (batch.length === 0) return
      const free = room()
      if (free <= 0 || socket.bufferedAmount > limits.maxBufferedBytes) return keepBacklog(batch)
      const asked = new Set(batch)
      const updates = [...heard].filter(([, topic]) => asked.has(topic)).map(([seq]) => seq)
      const mails = await mailbox.subscribed(clientId, batch, free, [...pushed.keys()], updates).catch((error: unknown) => {
        // The next sweep reads them.
        keepBacklog(batch)
        throw error
      })
      // The socket may have closed, or the client unsubscribed, during the query.
      for (const mail of mails) if (isOpen() && topics.has(mail.topic)) send(mail)
      const isAll = mails.length < free
      const last = mails.at(-1)?.seq ?? 0
      for (const seq of updates) if (isAll || seq <= last) heard.delete(seq)
      if (!isAll) keepBacklog(batch)
    }
  }

  function keepBacklog(batch: readonly string[]): void {
    for (const topic of batch) backlog.add(topic)
  }

  function deliver(some: Iterable<string>): void {
    for (const topic of some) wanted.add(topic)
    running ??= pump()
      .catch(onFailure)
      .finally(() => {
        running = undefined
        if (wanted.size > 0 && isOpen()) deliver([])
      })
  }

  const listener: Listener = {
    hear({ topic, seq }) {
      // Another instance announces a message late that was sent here already.
      if (sent.has(seq)) return
      heard.set(seq, topic)
      dropOldest(heard, REMEMBERED_UPDATES)
      deliver([topic])
    },
  }

  function deliverBacklog(): void {
    if (backlog.size === 0) return
    const some = [...backlog]
    backlog.clear()
    deliver(some)
  }

  return {
    topics,
    deliver,

    /** Starts serving the topics `some`, and pushes parked messages of them again. */
    open(some: readonly string[]): void {
      // The socket may have closed during the call: nothing would remove this outbox from the audience again.
      if (!isOpen()) return
      for (const topic of some) {
        topics.add(topic)
        audience.join(topic, listener)
      }
      const again = new Set(some)
      for (const push of pushed.values()) if (push.isParked && again.has(push.topic)) pushed.delete(push.seq)
      deliver(some)
    },

    /** Stops serving the topics `some`. */
    shut(some: Iterable<string>): void {
      const gone = new Set(some)
      for (const topic of gone) {
        topics.delete(topic)
        audience.leave(topic, listener)
      }
      for (const push of pushed.values()) if (gone.has(push.topic)) pushed.delete(push.seq)
      for (const [seq, topic] of heard) if (gone.has(topic)) heard.delete(seq)
    },

    /** Row number of the push with this id; undefined for an id that was not pushed. */
    answered(id: string): number | undefined {
      return [...pushed.values()].find((push) => String(push.id) === id)?.seq
    },

    /** To be called once the acknowledgement is durable: frees its place in the window. */
    settle(seq: number): void {
      pushed.delete(seq)
      deliverBacklog()
    },

    /** Pushes again what was not answered in time; drops what has expired or was acknowledged on another socket. */
    async redeliver(): Promise<void> {
      const due = [...pushed.values()].filter((push) => !push.isParked && now() - push.sentAt >= limits.redeliverAfterMs)
      const repeat = due.filter((push) => push.sends <= limits.maxRedeliveries)
      for (const push of due) push.isParked = push.sends > limits.maxRedeliveries
      if (repeat.length > 0) {
        const mails = new Map(
          (
            await mailbox.stillPending(
              clientId,
              repeat.map((push) => push.seq),
            )
          ).map((mail) => [mail.seq, mail]),
        )
        for (const { seq, topic } of repeat) {
          const mail = mails.get(seq)
          if (!mail) pushed.delete(seq)
          else if (isOpen() && topics.has(topic) && pushed.has(seq)) send(mail)
        }
      }
      deliverBacklog()
    },

    /** Resolves when no query of this outbox runs. */
    async idle(): Promise<void> {
      while (running) await running
    },
  }
}

function dropOldest(from: Set<number> | Map<number, unknown>, most: number): void {
  for (const oldest of from.keys()) {
    if (from.size <= most) return
    from.delete(oldest)
  }
}

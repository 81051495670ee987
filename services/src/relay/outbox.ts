// Pushes the mail of one client over one socket: in order, a bounded number at a time, again when no acknowledgement comes.
import type { WebSocket } from 'ws'
import type { Audience, Listener } from './audience.js'
import { pushFrame } from './frames.js'
import type { RelayLimits } from './limits.js'
import type { Stored } from './deliveries.js'
import type { Mailbox } from './mailbox.js'
import { subscriptionIdOf } from './subscriptions.js'

/** Pushes that a socket remembers, because news of them may come late from another instance; and news that wait for a look. */
const REMEMBERED_PUSHES = 200
const REMEMBERED_NEWS = 1_000

interface Pushed {
  readonly seq: number
  readonly topic: string
  readonly id: number
  sentAt: number
  sends: number
  /** Sent often enough here; waits for the client to subscribe or connect again. */
  isParked: boolean
}

export interface OutboxPorts {
  readonly socket: WebSocket
  readonly clientId: string
  readonly mailbox: Mailbox
  /** Where this outbox is found by topic. */
  readonly audience: Audience
  readonly limits: RelayLimits
  now(): number
  /** Server ids stay below 2^53, because clients parse them. */
  nextId(): number
  onPushed(push: Stored): void
  onFailure(error: unknown): void
}

export function createOutbox({ socket, clientId, mailbox, audience, limits, now, nextId, onPushed, onFailure }: OutboxPorts) {
  /** Topics subscribed on this very socket. Older subscriptions of the client are not served before it shows up with them. */
  const topics = new Set<string>()
  const pushed = new Map<number, Pushed>()
  /** Topics to look at, and topics whose mail did not fit into the window. */
  const wanted = new Set<string>()
  const hungry = new Set<string>()
  /**
   * News not yet looked at, by number. One acknowledgement counts for the whole client, yet each of its sockets that was there gets the
   * message: which tab waits for it, only the client knows.
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
      if (free <= 0 || socket.bufferedAmount > limits.maxBufferedBytes) return keepHungry(batch)
      const asked = new Set(batch)
      const news = [...heard].filter(([, topic]) => asked.has(topic)).map(([seq]) => seq)
      const mails = await mailbox.subscribed(clientId, batch, free, [...pushed.keys()], news).catch((error: unknown) => {
        // Looked at again with the next sweep.
        keepHungry(batch)
        throw error
      })
      // The socket may have closed, or the client unsubscribed, during the query.
      for (const mail of mails) if (isOpen() && topics.has(mail.topic)) send(mail)
      const isAll = mails.length < free
      const last = mails.at(-1)?.seq ?? 0
      for (const seq of news) if (isAll || seq <= last) heard.delete(seq)
      if (!isAll) keepHungry(batch)
    }
  }

  function keepHungry(batch: readonly string[]): void {
    for (const topic of batch) hungry.add(topic)
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
      // Another instance tells late of what was found here before.
      if (sent.has(seq)) return
      heard.set(seq, topic)
      dropOldest(heard, REMEMBERED_NEWS)
      deliver([topic])
    },
  }

  function feedHungry(): void {
    if (hungry.size === 0) return
    const some = [...hungry]
    hungry.clear()
    deliver(some)
  }

  return {
    topics,
    deliver,

    /** Starts serving `some`, and gives parked mail there a new chance. */
    open(some: readonly string[]): void {
      // An answer may come after the end: nobody would take this outbox off the list again.
      if (!isOpen()) return
      for (const topic of some) {
        topics.add(topic)
        audience.join(topic, listener)
      }
      const again = new Set(some)
      for (const push of pushed.values()) if (push.isParked && again.has(push.topic)) pushed.delete(push.seq)
      deliver(some)
    },

    /** Stops serving `some`. */
    shut(some: Iterable<string>): void {
      const gone = new Set(some)
      for (const topic of gone) {
        topics.delete(topic)
        audience.leave(topic, listener)
      }
      for (const push of pushed.values()) if (gone.has(push.topic)) pushed.delete(push.seq)
      for (const [seq, topic] of heard) if (gone.has(topic)) heard.delete(seq)
    },

    /** The row that the client answered for, or undefined when nobody asked. */
    answered(id: string): number | undefined {
      return [...pushed.values()].find((push) => String(push.id) === id)?.seq
    },

    /** After the acknowledgement is durable: room for more. */
    settle(seq: number): void {
      pushed.delete(seq)
      feedHungry()
    },

    /** Repeats what was not answered in time; drops what expired or was acknowledged elsewhere. */
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
      feedHungry()
    },

    /** Resolves when no query is under way. */
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

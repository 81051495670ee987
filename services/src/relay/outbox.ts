// Pushes the messages of one client over one socket: in order, a bounded number and a bounded size at a time, and again when no acknowledgement
// comes.
import type { SocketMemory } from '../limits/socket-memory.js'
import type { Audience, Listener } from './audience.js'
import { pushFrame } from './frames.js'
import type { RelayLimits } from './limits.js'
import type { Mailbox, Stored } from './mailbox.js'
import { subscriptionIdOf } from './subscription-id.js'

/** Sent messages that a socket remembers, because another instance may announce them late. */
const REMEMBERED_PUSHES = 200
/** Updates that a socket remembers until it has read their messages. */
const REMEMBERED_UPDATES = 1_000

interface Pushed {
  readonly seq: number
  readonly topic: string
  readonly id: number
  /** Of its frame. */
  bytes: number
  /** When it had left; undefined while it waits for its reader. */
  sentAt: number | undefined
  sends: number
  /** Repeated `maxRedeliveries` times; waits until the client subscribes or connects again. */
  isParked: boolean
}

/** What an outbox needs of its socket and the relay. */
export interface OutboxPorts {
  /** Of the socket: what it may send now. */
  readonly memory: SocketMemory
  readonly isOpen: () => boolean
  readonly clientId: string
  readonly mailbox: Mailbox
  /** Tells this outbox of new messages on its topics. */
  readonly audience: Audience
  readonly limits: RelayLimits
  now(): number
  /** JSON-RPC ids below 2^53, because clients parse them as numbers. */
  nextId(): number
  /** Numbers of messages that are on their way to the client in another form than a push. */
  fetched(): readonly number[]
  onPushed(push: Stored): void
  onFailure(error: unknown): void
}

/** An outbox without topics: `open` adds them. Call `redeliver` periodically. */
export function createOutbox({
  memory,
  isOpen,
  clientId,
  mailbox,
  audience,
  limits,
  now,
  nextId,
  fetched,
  onPushed,
  onFailure,
}: OutboxPorts) {
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

  const underway = () => [...pushed.values()].filter((push) => !push.isParked)
  const places = () => limits.pushWindow - underway().length
  /**
   * What a connection has taken, its reader need not have: a proxy and the kernels on the way keep megabytes for a reader who does not read. So pushes
   * count until they are acknowledged.
   */
  const room = () => Math.min(memory.room, limits.maxBufferedBytes - underway().reduce((sum, { bytes }) => sum + bytes, 0))

  /** False: the reader has to catch up first. */
  function send(mail: Stored): boolean {
    const before = pushed.get(mail.seq)
    const push: Pushed = before ?? {
      ...{ seq: mail.seq, topic: mail.topic, id: nextId(), bytes: 0 },
      ...{ sentAt: undefined, sends: 0, isParked: false },
    }
    const frame = pushFrame(push.id, subscriptionIdOf(clientId, mail.topic), mail)
    const bytes = Buffer.byteLength(frame)
    if (!before && underway().length > 0 && bytes > room()) return false
    const sending = memory.trySend(frame)
    if (!sending) return false
    push.bytes = bytes
    push.sentAt = undefined
    push.sends += 1
    pushed.set(mail.seq, push)
    sent.add(mail.seq)
    heard.delete(mail.seq)
    dropOldest(sent, REMEMBERED_PUSHES)
    void sending.then(() => {
      push.sentAt = now()
      if (memory.unsent === 0) deliverBacklog()
    })
    onPushed(mail)
    return true
  }

  async function pump(): Promise<void> {
    while (wanted.size > 0 && isOpen()) {
      const batch = [...wanted].filter((topic) => topics.has(topic))
      wanted.clear()
      if (batch.length === 0) return
      const size = { count: places(), bytes: room() }
      if (size.count <= 0 || size.bytes <= 0) return keepBacklog(batch)
      const asked = new Set(batch)
      const updates = [...heard].filter(([, topic]) => asked.has(topic)).map(([seq]) => seq)
      const known = { except: [...pushed.keys(), ...fetched()], heard: updates }
      const { mails, hasMore } = await mailbox.subscribed(clientId, batch, size, known).catch((error: unknown) => {
        // The next sweep reads them.
        keepBacklog(batch)
        throw error
      })
      // The socket may have closed, or the client unsubscribed, during the query.
      const fitting = mails.findIndex((mail) => isOpen() && topics.has(mail.topic) && !send(mail))
      const read = fitting < 0 ? mails : mails.slice(0, fitting)
      const isAll = !hasMore && fitting < 0
      const last = read.at(-1)?.seq ?? 0
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

  function isDue({ isParked, sentAt }: Pushed): boolean {
    return !isParked && sentAt !== undefined && now() - sentAt >= limits.redeliverAfterMs
  }

  /** Pushes `some` again as far as there is room; the rest with the next call. */
  async function repeat(some: readonly Pushed[]): Promise<void> {
    const still = new Set(
      await mailbox.stillPending(
        clientId,
        some.map(({ seq }) => seq),
      ),
    )
    for (const { seq } of some) if (!still.has(seq)) pushed.delete(seq)
    const bytes = memory.room
    if (still.size === 0 || bytes <= 0) return
    const { mails } = await mailbox.read([...still], { count: still.size, bytes })
    for (const mail of mails) {
      if (!isOpen()) return
      if (topics.has(mail.topic) && pushed.has(mail.seq) && !send(mail)) return
    }
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
      const due = [...pushed.values()].filter(isDue)
      for (const push of due) push.isParked = push.sends > limits.maxRedeliveries
      const again = due.filter(({ isParked }) => !isParked)
      if (again.length > 0) await repeat(again)
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

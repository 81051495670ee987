// One connected relay socket: reads frames in order, answers calls, keeps the heartbeat. Every failure becomes an error reply or a close code.
import type { RawData, WebSocket } from 'ws'
import type { Verdict } from '../limits/limits.js'
import type { SocketMemory } from '../limits/socket-memory.js'
import { StorageFullError } from '../limits/storage-budget.js'
import type { Audience } from './audience.js'
import type { Clock } from '../clock.js'
import {
  calls,
  isCallName,
  PROPOSAL_RESPONSE_TAG,
  PROPOSAL_TAG,
  SETTLEMENT_TAG,
  type CallName,
  type CallParams,
} from './calls.js'
import { createFetchedPages } from './fetched-pages.js'
import { errorFrame, parseFrame, resultFrame, RpcError, RPC_ERRORS, type Frame, type RawId } from './frames.js'
import type { RelayLimits } from './limits.js'
import type { Log } from '../operations/log.js'
import { reasonOf, short, shortClient } from './log.js'
import type { Mailbox, Message, Sender, Stored, Update } from './mailbox.js'
import { createOutbox } from './outbox.js'

/** Close codes of the relay with their reasons; 3000 gets the reason of the refusal. */
export const CLOSE = {
  goingAway: [1001, 'Relay is restarting'],
  unsupported: [1003, 'Text frames only'],
  tooMany: [1013, 'Too many requests'],
  unauthorized: 3000,
  stale: [4008, 'No subscription and silent'],
  replaced: [4009, 'Replaced by a newer connection'],
} as const

/** Longest frame that is parsed before it is counted: an answer to a push is shorter. */
const ANSWER_CHARACTERS = 1_024

/** What a socket needs from the relay around it. */
export interface SocketPorts {
  /** Of this socket. */
  readonly memory: SocketMemory
  readonly mailbox: Mailbox
  readonly audience: Audience
  readonly limits: RelayLimits
  readonly clock: Clock
  readonly log: Log
  nextId(): number
  /** Counts a message of this length, and says whether it is one too many. */
  allows(bytes: number): Verdict | Promise<Verdict>
  onMail(updates: readonly Update[]): void
  onPushed(): void
  onAcked(): void
  /** Closed for too many messages. */
  onTooMany(): void
  /** The address stores as much as it may. */
  onFullAddress(): void
  /** The client unsubscribed: its other sockets must stop too. */
  onUnsubscribed(clientId: string, topics: readonly string[]): void
}

/** The result of a call, and work that must wait until the result is sent. */
interface Answer {
  readonly result: unknown
  after?(): void | Promise<void>
}

/** A socket of an admitted client. */
export type RelaySocket = ReturnType<typeof createRelaySocket>

/** Serves the calls of `sender` on `socket`. Call `tick` every few seconds. */
export function createRelaySocket(socket: WebSocket, sender: Sender, ports: SocketPorts) {
  const { memory, mailbox, limits, clock, log } = ports
  const { clientId } = sender
  const client = shortClient(clientId)
  const openedAt = clock.now()
  let aliveAt = openedAt
  let spokeAt = openedAt
  let pingedAt = openedAt
  /** Pings whose pong has not come. */
  let pings = 0
  let hasResumed = false
  let work: Promise<void> = Promise.resolve()
  /** Bytes of received frames that are not processed yet. */
  let waiting = 0
  /** Row numbers that the client acknowledged and the database does not know yet. */
  const answered = new Set<number>()
  /** Those of them that no task has taken yet. */
  let unsaved: number[] = []
  const fetchedPages = createFetchedPages(limits.redeliverAfterMs, clock.now)
  const isOpen = () => socket.readyState === socket.OPEN

  const outbox = createOutbox({
    memory,
    isOpen,
    clientId,
    mailbox,
    audience: ports.audience,
    limits,
    now: clock.now,
    nextId: ports.nextId,
    fetched: fetchedPages.seqs,
    onPushed: ({ topic, tag }: Stored) => {
      ports.onPushed()
      log.debug('relay push', { client, topic: short(topic), tag })
    },
    onFailure,
  })

  function onFailure(error: unknown): void {
    log.error('relay socket failed', { client, reason: reasonOf(error) })
  }

  /** Frames of one socket are processed one after the other, which keeps the order of a publisher's messages. */
  function enqueue(task: () => Promise<void>): void {
    work = work.then(task).catch(onFailure)
  }

  function close([code, reason]: readonly [number, string]): void {
    socket.close(code, reason)
  }

  function onFrame(raw: RawData, isBinary: boolean): void {
    aliveAt = clock.now()
    if (isBinary) return close(CLOSE.unsupported)
    const text = textOf(raw)
    // An acknowledgement is short. A longer frame is charged before it is parsed.
    const frame = text.length <= ANSWER_CHARACTERS ? parseFrame(text) : undefined
    // The first acknowledgement of a push is free. An error is none: the message is pushed again.
    if (frame?.kind === 'reply' && frame.ok) {
      const seq = outbox.answered(frame.id)
      if (seq !== undefined && !answered.has(seq)) return onAck(seq)
    }
    spokeAt = clock.now()
    const bytes = Buffer.byteLength(text)
    charge(bytes, () => answer(frame ?? parseFrame(text)))
  }

  /** Counts `bytes` that came; enqueues `task` unless they were too many. */
  function charge(bytes: number, task: () => Promise<void>): void {
    const verdict = ports.allows(bytes)
    if (!(verdict instanceof Promise)) {
      if (verdict.ok) take(bytes, bytes, task)
      else refuse()
      return
    }
    // Counted as a whole frame, so that reading pauses while the shared bucket is asked.
    take(bytes, limits.maxFrameBytes, async () => {
      const { ok } = await verdict
      if (ok) await task()
      else refuse()
    })
  }

  function refuse(): void {
    if (isOpen()) ports.onTooMany()
    close(CLOSE.tooMany)
  }

  /** Enqueues `task`. While the waiting frames weigh as much as one full frame, the socket is not read. */
  function take(bytes: number, weight: number, task: () => Promise<void>): void {
    waiting += weight
    memory.hold(bytes)
    if (waiting >= limits.maxFrameBytes) socket.pause()
    enqueue(async () => {
      try {
        if (!memory.isOver) await task()
      } finally {
        waiting -= weight
        memory.hold(-bytes)
        if (waiting < limits.maxFrameBytes) socket.resume()
      }
    })
  }

  function ping(payload = ''): void {
    if (!isOpen()) return
    pings += 1
    socket.ping(payload)
  }

  function onPong(payload: Buffer): void {
    aliveAt = clock.now()
    if (pings === 0) return charge(payload.length, nothing)
    pings -= 1
    const seqs = fetchedPages.confirm(payload.toString())
    if (seqs.length > 0) enqueue(() => mailbox.ack(clientId, seqs))
  }

  async function answer(frame: Frame): Promise<void> {
    if (frame.kind === 'malformed') await memory.sendInTurn(errorFrame(frame.id, frame.error))
    if (frame.kind === 'request') await onRequest(frame.id, frame.method, frame.params)
  }

  function onAck(seq: number): void {
    answered.add(seq)
    unsaved.push(seq)
    // An enqueued task takes all acknowledgements that arrived before it runs.
    if (unsaved.length > 1) return
    enqueue(async () => {
      const seqs = unsaved
      unsaved = []
      try {
        await mailbox.ack(clientId, seqs)
        for (const done of seqs) {
          outbox.settle(done)
          ports.onAcked()
        }
      } finally {
        for (const done of seqs) answered.delete(done)
      }
    })
  }

  async function onRequest(id: RawId, method: string, params: unknown): Promise<void> {
    let reply: Answer
    try {
      reply = await call(method, params)
    } catch (error) {
      return void (await memory.sendInTurn(errorFrame(id, refusalOf(error))))
    }
    if (await memory.sendInTurn(resultFrame(id, reply.result))) await reply.after?.()
  }

  function refusalOf(error: unknown): RpcError {
    if (error instanceof RpcError) return error
    if (error instanceof StorageFullError) {
      if (error.scope === 'address') ports.onFullAddress()
      return new RpcError(RPC_ERRORS.limit, error.message)
    }
    onFailure(error)
    return new RpcError(RPC_ERRORS.internal, 'Internal error')
  }

  async function call(method: string, params: unknown): Promise<Answer> {
    if (!isCallName(method)) throw new RpcError(RPC_ERRORS.unknownMethod, 'Method not found')
    const parsed = calls[method].safeParse(params)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new RpcError(
        RPC_ERRORS.badParams,
        `Invalid params: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.slice(0, 200),
      )
    }
    // The schema that passed is the one named by `method`.
    return (answers[method] as (params: unknown) => Promise<Answer>)(parsed.data)
  }

  const answers: { [N in CallName]: (params: CallParams<N>) => Promise<Answer> } = {
    irn_publish: (message) => publish([message]),
    irn_batchPublish: ({ messages }) => publish(messages),
    irn_subscribe: async ({ topic }) => {
      const [id] = await mailbox.subscribe(sender, [topic])
      return { result: id, after: () => outbox.open([topic]) }
    },
    irn_batchSubscribe: async ({ topics }) => ({
      result: await mailbox.subscribe(sender, topics),
      after: () => outbox.open(topics),
    }),
    irn_unsubscribe: ({ topic }) => unsubscribe([topic]),
    irn_batchUnsubscribe: ({ subscriptions }) => unsubscribe(subscriptions.map(({ topic }) => topic)),
    irn_fetchMessages: ({ topic }) => fetchMessages([topic]),
    irn_batchFetchMessages: ({ topics }) => fetchMessages(topics),
    wc_proposeSession: ({ pairingTopic, sessionProposal, ttl, attestation }) =>
      publish([{ topic: pairingTopic, message: sessionProposal, ttl, tag: PROPOSAL_TAG, attestation }], pairingTopic),
    wc_approveSession: ({ sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl }) =>
      publish(
        [
          { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: PROPOSAL_RESPONSE_TAG },
          { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: SETTLEMENT_TAG },
        ],
        sessionTopic,
      ),
  }

  async function publish(messages: readonly Message[], subscribeTo?: string): Promise<Answer> {
    const updates = await mailbox.publish(sender, messages, subscribeTo)
    for (const { topic, tag } of messages) log.debug('relay publish', { client, topic: short(topic), tag })
    ports.onMail(updates)
    return { result: true, after: () => (subscribeTo === undefined ? undefined : outbox.open([subscribeTo])) }
  }

  async function unsubscribe(topics: readonly string[]): Promise<Answer> {
    await mailbox.unsubscribe(clientId, topics)
    ports.onUnsubscribed(clientId, topics)
    return { result: true }
  }

  async function fetchMessages(topics: readonly string[]): Promise<Answer> {
    // A client that fetches and does not read would be sent all its mail: kernels and proxies on the way take megabytes. One that reads has answered the
    // ping of the page before the last when it asks again.
    if (fetchedPages.bytes > limits.maxFrameBytes) return { result: { messages: [], hasMore: true } }
    const size = { count: limits.fetchPage, bytes: limits.maxFrameBytes }
    const { mails, hasMore } = await mailbox.pending(clientId, topics, size, { except: fetchedPages.seqs() })
    const page: Stored[] = []
    let bytes = 0
    for (const mail of mails) {
      // In JSON a character may need six bytes.
      const more = Buffer.byteLength(JSON.stringify(mail))
      if (page.length > 0 && bytes + more > limits.maxFrameBytes) break
      bytes += more
      page.push(mail)
    }
    const messages = page.map(({ topic, message, publishedAt, tag, attestation }) => ({
      topic,
      message,
      publishedAt,
      tag,
      attestation,
    }))
    return {
      result: { messages, hasMore: hasMore || mails.length > page.length },
      after: () => (page.length > 0 ? ping(fetchedPages.add(page, bytes)) : undefined),
    }
  }

  /** Opens stored subscriptions that the client has not repeated on this socket. */
  async function resume(): Promise<void> {
    const kept = await mailbox.topicsOf(clientId)
    outbox.open(kept.filter((topic) => !outbox.topics.has(topic)))
  }

  socket.on('message', onFrame)
  socket.on('pong', onPong)
  // ws has answered it.
  socket.on('ping', (payload) => charge(payload.length, nothing))

  return {
    clientId,
    outbox,
    close,

    /** To be called every few seconds: heartbeat, repeated pushes, resumed subscriptions, and the end of a stale socket. */
    tick(): void {
      const now = clock.now()
      if (now - aliveAt > limits.dropWithoutPongMs) return socket.terminate()
      memory.check()
      if (outbox.topics.size === 0 && now - spokeAt >= limits.staleAfterMs) return close(CLOSE.stale)
      if (now - pingedAt >= limits.pingEveryMs) {
        pingedAt = now
        ping()
      }
      if (!hasResumed && now - openedAt >= limits.resumeAfterMs) {
        hasResumed = true
        enqueue(resume)
      }
      outbox.deliver(fetchedPages.dropOverdue())
      enqueue(() => outbox.redeliver())
    },

    /** Resolves when every frame read so far is answered. */
    async idle(): Promise<void> {
      await work
      await outbox.idle()
    },
  }
}

const nothing = () => Promise.resolve()

/** `ws` gives one buffer, its parts, or an ArrayBuffer, depending on how the frame arrived. */
function textOf(raw: RawData): string {
  return (Array.isArray(raw) ? Buffer.concat(raw) : Buffer.from(raw as Uint8Array)).toString('utf8')
}

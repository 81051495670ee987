// The relay's store as its sockets see it: messages until they are delivered or expire, subscriptions per client, acknowledgements per message and
// client. It knows no sockets, and any number of instances share one. An engine other than SQL (`sql/`) implements this and `Bus`, and passes the
// tests of both (`services/test/relay/engine/`).
import type { Holder } from '../limits/storage-budget.js'
import type { Push } from './frames.js'

/** A connected client, and the counters of its storage budget. */
export interface Sender {
  readonly clientId: string
  readonly project: string
  readonly holder: Holder
}

/** A message as a client hands it in. */
export interface Message {
  readonly topic: string
  readonly message: string
  /** Seconds. */
  readonly ttl: number
  readonly tag: number
  readonly attestation?: string | null | undefined
}

/** A stored message; `seq` grows in the order of arrival. */
export interface Stored extends Push {
  readonly seq: number
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** A message that was just stored: its topic, and its number in the mailbox. */
export interface Update {
  readonly topic: string
  readonly seq: number
}

/** How much mail is read at once. The first message is read however large it is. */
export interface PageSize {
  /** Messages. */
  readonly count: number
  /** Bytes of messages, in UTF-8. */
  readonly bytes: number
}

/** Mail in the order of arrival; `hasMore`: there was more than fitted. */
export interface Page {
  readonly mails: readonly Stored[]
  readonly hasMore: boolean
}

/** Numbers of messages that a socket knows already. */
export interface Known {
  /** Left out: on their way to the client. */
  readonly except?: readonly number[]
  /** Given even if they are acknowledged: another socket of the client may have done so. */
  readonly heard?: readonly number[]
}

/** Messages, subscriptions and deliveries of all clients. What is resolved is durable. */
export interface Mailbox {
  /**
   * Stores all of `messages` or none, and subscribes the sender to `subscribeTo` together with them. Resolves with the messages that are new: of
   * two equal ones on a topic, the second is a repetition, also for a while after the first was delivered.
   * @throws StorageFullError when a budget is used up
   * @throws RpcError `badParams` for a ttl or size above the limit, `limit` when a topic is full of unread messages
   */
  publish(sender: Sender, messages: readonly Message[], subscribeTo?: string): Promise<readonly Update[]>
  /** Subscribes, and resolves with the ids in the order of `topics`. Subscribing twice is the same as once. @throws StorageFullError */
  subscribe(sender: Sender, topics: readonly string[]): Promise<readonly string[]>
  /** Deletes the subscriptions and the client's acknowledgements on these topics; messages stay for the other clients. */
  unsubscribe(clientId: string, topics: readonly string[]): Promise<void>
  /** All topics to which the client is subscribed, on whichever instance. */
  topicsOf(clientId: string): Promise<readonly string[]>
  /** Records that these clients are connected now, which keeps their subscriptions. */
  seen(clientIds: readonly string[]): Promise<void>
  /** Messages of other clients on `topics` that the client has not acknowledged, subscribed or not. */
  pending(clientId: string, topics: readonly string[], size: PageSize, known?: Known): Promise<Page>
  /** As `pending`, on those of `topics` to which the client is still subscribed: another instance may have unsubscribed it. */
  subscribed(clientId: string, topics: readonly string[], size: PageSize, known?: Known): Promise<Page>
  /** Which of `seqs` the client has not acknowledged, and have neither expired nor been delivered. */
  stillPending(clientId: string, seqs: readonly number[]): Promise<readonly number[]>
  /** The messages of `seqs` that are still stored, in pages. */
  read(seqs: readonly number[], size: PageSize): Promise<Page>
  /**
   * Records acknowledgements of the client. Unknown numbers are skipped. A message that every subscriber has acknowledged counts as delivered; a
   * client without a subscription to the topic does not make it so: it stays for a later subscriber.
   */
  ack(clientId: string, seqs: readonly number[]): Promise<void>
  /** What was stored after `seq`, on all topics, oldest first, at most `limit`. Of two messages stored at once the later number may show first. */
  storedAfter(seq: number, limit: number): Promise<readonly Update[]>
  /** The largest number so far; 0 without any. */
  lastSeq(): Promise<number>
  /** Deletes messages that this instance saw delivered `deliveredGraceMs` ago. */
  deleteDelivered(): Promise<void>
  /** Deletes expired messages, and delivered ones whose instance ended before it deleted them. */
  collect(): Promise<void>
  /** Deletes clients that were away too long, with their subscriptions, and messages that no client waits for. */
  collectClients(): Promise<void>
  /** Rejects while the store does not answer. */
  check(): Promise<void>
}

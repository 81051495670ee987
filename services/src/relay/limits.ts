// The numbers of the relay.

/** Limits and intervals of one relay. */
export interface RelayLimits {
  /** Longest life of a stored message, in seconds. Session requests need up to 7 days. */
  readonly maxTtlSeconds: number
  /** Longest life of a message on a topic with no other subscriber than its publisher, in seconds. Proposals wait five minutes for a wallet. */
  readonly maxTtlUnreadSeconds: number
  /** Largest encrypted message, in bytes of UTF-8. */
  readonly maxMessageBytes: number
  /** Largest frame, in bytes; a batch holds several messages. */
  readonly maxFrameBytes: number
  /** Unexpired messages per topic. */
  readonly maxPendingPerTopic: number
  /** Messages that a client may send at once before its socket is closed with 1013. */
  readonly throttleMessages: number
  /** Milliseconds in which that allowance refills. */
  readonly throttleWindowMs: number
  /** Open sockets of one address on one instance. Over all instances, four times as many may connect at once and three times as many per minute. */
  readonly maxConnectionsPerIp: number
  /** Open sockets of one client: each tab of a page has one under the same id. Twenty times as many may connect at once. */
  readonly maxConnectionsPerClient: number
  /** Unacknowledged pushes in flight per socket. */
  readonly pushWindow: number
  /** Bytes on their way to a socket above which nothing more is sent; one frame may be larger. */
  readonly maxBufferedBytes: number
  /** A push without an answer is repeated after this time. */
  readonly redeliverAfterMs: number
  /** Repetitions of one push on one socket. */
  readonly maxRedeliveries: number
  /** Messages of one answer to `irn_fetchMessages`. */
  readonly fetchPage: number
  readonly pingEveryMs: number
  /** A socket that sent neither a frame nor a pong for this long is terminated. */
  readonly dropWithoutPongMs: number
  /** A socket without a topic that sent no call for this long is closed with 4008. */
  readonly staleAfterMs: number
  /**
   * Stored subscriptions that a returning client has not repeated are resumed after this time. Clients subscribe again by themselves, and
   * acknowledge and lose a message that arrives before they have.
   */
  readonly resumeAfterMs: number
  /** Subscriptions of a client that was away for this long are deleted. */
  readonly forgetClientAfterMs: number
  /** A message that every subscriber acknowledged is kept for this long: other sockets of a client may have heard of it and not read it. */
  readonly deliveredGraceMs: number
  /** A repetition of a delivered message is recognized for this long: its sender may have got no answer. */
  readonly repetitionMs: number
  /** Interval of heartbeats, repeated pushes and the deletion of delivered messages. */
  readonly sweepEveryMs: number
  /** Interval of the job that deletes expired messages. */
  readonly collectEveryMs: number
  /** Interval of the job that deletes clients. */
  readonly collectClientsEveryMs: number
}

/** The limits where a deployment sets none. */
export const defaultLimits: RelayLimits = {
  maxTtlSeconds: 2_592_000,
  maxTtlUnreadSeconds: 300,
  maxMessageBytes: 256 * 1024,
  maxFrameBytes: 1024 * 1024,
  maxPendingPerTopic: 1_000,
  throttleMessages: 900,
  throttleWindowMs: 60_000,
  maxConnectionsPerIp: 200,
  maxConnectionsPerClient: 32,
  pushWindow: 100,
  maxBufferedBytes: 1024 * 1024,
  redeliverAfterMs: 30_000,
  maxRedeliveries: 3,
  fetchPage: 50,
  pingEveryMs: 20_000,
  dropWithoutPongMs: 60_000,
  staleAfterMs: 600_000,
  resumeAfterMs: 10_000,
  forgetClientAfterMs: 2_592_000_000,
  deliveredGraceMs: 2_000,
  repetitionMs: 120_000,
  sweepEveryMs: 5_000,
  collectEveryMs: 60_000,
  collectClientsEveryMs: 600_000,
}

/** Topics per batch call, fixed by the protocol. */
export const MAX_BATCH = 500

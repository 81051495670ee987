// Every number of the relay in one place; a deployment may change any of them.

export interface RelayLimits {
  /** Longest life of a stored message, in seconds. Session requests need up to 7 days. */
  readonly maxTtlSeconds: number
  /** The same while nobody but its publisher is subscribed to its topic: proposals wait five minutes for a wallet to scan the code. */
  readonly maxTtlUnreadSeconds: number
  /** Largest envelope, in bytes of UTF-8, and largest frame (a batch holds several envelopes). */
  readonly maxMessageBytes: number
  readonly maxFrameBytes: number
  /** Unexpired messages per topic. */
  readonly maxPendingPerTopic: number
  /** Messages of a client at once, before its socket is closed with 1013; they come back over the window. */
  readonly throttleMessages: number
  readonly throttleWindowMs: number
  /** Sockets at a time on one instance. Over all instances four times as many may connect at once, and three times as many each minute. */
  readonly maxConnectionsPerIp: number
  /** Sockets of one client at a time: each tab of a page has one under the same id. Twenty times as many may connect at once. */
  readonly maxConnectionsPerClient: number
  /** Unacknowledged pushes in flight per socket, and unsent bytes after which the relay waits for the peer. */
  readonly pushWindow: number
  readonly maxBufferedBytes: number
  /** A push without an answer is repeated after this time, at most so many times on one socket. */
  readonly redeliverAfterMs: number
  readonly maxRedeliveries: number
  /** A page of irn_fetchMessages. */
  readonly fetchPage: number
  readonly pingEveryMs: number
  readonly dropWithoutPongMs: number
  /** A socket with no topic and nothing said for so long is closed with 4008. */
  readonly staleAfterMs: number
  /**
   * A returning client subscribes again by itself, and acknowledges (thereby losing) what arrives before it has. Topics it leaves out
   * are resumed only after this time.
   */
  readonly resumeAfterMs: number
  /** Subscriptions of a client that is away for so long are forgotten. */
  readonly forgetClientAfterMs: number
  /** A message that everyone has acknowledged stays for so long: a client's other sockets may have been told of it, and not have looked. */
  readonly deliveredGraceMs: number
  /** And a repetition of it is taken for one for so long: its sender may have got no answer. */
  readonly repetitionMs: number
  readonly sweepEveryMs: number
  readonly collectEveryMs: number
  readonly collectClientsEveryMs: number
}

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
  maxBufferedBytes: 4 * 1024 * 1024,
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

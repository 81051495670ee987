// Rate limits of the relay: connections and messages over time, per address and per client. `relay.ts` counts the open sockets.
import { createLimiter, type LimitConfig, type SharedBuckets, type Verdict } from '../limits/limits.js'
import type { RelayLimits } from './limits.js'

/** Charges connections and messages; a verdict is a promise only where a shared bucket has to be asked. */
export interface Throttle {
  /** One more connection of this address, before anything is known about the client. */
  connectFrom(address: string): Verdict | Promise<Verdict>
  /** One more connection of this client, after its token was checked. */
  connectAs(clientId: string): Verdict | Promise<Verdict>
  /** One more message of `bytes` bytes: it costs one token per 128 KiB, and at least one. */
  message(clientId: string, address: string, bytes: number): Verdict | Promise<Verdict>
}

const MINUTE_S = 60
/** Bytes of a message per token. */
const BYTES_PER_TOKEN = 128 * 1024
/** An address may send as many messages as a twentieth of its sockets may: a stranger can make any number of clients. */
const ADDRESS_PARTS = 20

/** @param now Unix milliseconds @param sharedBuckets makes instances count together */
export function createThrottle(limits: RelayLimits, now: () => number, sharedBuckets?: SharedBuckets): Throttle {
  const { throttleMessages, throttleWindowMs, maxConnectionsPerIp, maxConnectionsPerClient } = limits
  const from = createLimiter(connects(maxConnectionsPerIp), now, sharedBuckets)
  const as = createLimiter(reconnects(maxConnectionsPerClient), now, sharedBuckets)
  const perSecond = throttleMessages / (throttleWindowMs / 1_000)
  const messages = createLimiter({ tokens: throttleMessages, refillPerSecond: perSecond }, now, sharedBuckets)
  const factor = Math.max(1, maxConnectionsPerIp / ADDRESS_PARTS)
  const together = createLimiter({ tokens: factor * throttleMessages, refillPerSecond: factor * perSecond }, now, sharedBuckets)
  return {
    connectFrom: (address) => from.take(address, 'relay address', 1),
    connectAs: (clientId) => as.take(clientId, 'relay client', 1),
    message(clientId, address, bytes) {
      const cost = Math.max(1, Math.ceil(bytes / BYTES_PER_TOKEN))
      const own = messages.take(clientId, 'relay message', cost)
      const spend = (verdict: Verdict) => (verdict.ok ? together.take(address, 'relay messages of address', cost) : verdict)
      return own instanceof Promise ? own.then(spend) : spend(own)
    },
  }
}

/**
 * The limit of a client is far above what WalletConnect 2.17.1 does after its relay was away: it opens one connection per waiting message, a few
 * hundred in half a minute. A refusal in between makes it start again, or ends its process. Strangers are bounded by address.
 */
function reconnects(sockets: number): LimitConfig {
  return { tokens: 20 * sockets, refillPerSecond: sockets / 8 }
}

/** Clients reconnect 0.1 s after a close: all sockets may return four times at once, and then each three times per minute. */
function connects(sockets: number): LimitConfig {
  return { tokens: 4 * sockets, refillPerSecond: (3 * sockets) / MINUTE_S }
}

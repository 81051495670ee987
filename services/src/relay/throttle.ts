// Rate limits of the relay: connections and messages over time, per address and per client. `places.ts` counts the open sockets.
import { createLimiter, type LimitConfig, type SharedBuckets, type Verdict } from '../limits/limits.js'
import type { Prove } from './admission.js'
import type { RelayLimits } from './limits.js'
import type { Regulars } from './regulars.js'

/** Charges connections and messages; a verdict is a promise only where a shared bucket has to be asked. */
export interface Throttle {
  /**
   * One more connection of this address, in general before its token is checked, which costs more than a refusal.
   * @param prove the client that has proved its key: asked for where the bucket of the address is empty
   */
  connectFrom(address: string, prove: Prove): Verdict | Promise<Verdict>
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

/** A bucket of an address that is empty has two reserves of this part of it: one for regulars, one for newcomers. */
const RESERVE_PARTS = 8
/** A client gets this part of a reserve. */
const CLIENT_PARTS = 16

/** What `createThrottle` needs. */
export interface ThrottleOptions {
  readonly limits: RelayLimits
  readonly regulars: Regulars
  /** Unix milliseconds. */
  readonly now: () => number
  /** Makes instances count together. */
  readonly sharedBuckets?: SharedBuckets | undefined
}

/** Creates the buckets of connections and messages. */
export function createThrottle(options: ThrottleOptions): Throttle {
  const { limits, now, sharedBuckets } = options
  const { throttleMessages, throttleWindowMs, maxConnectionsPerIp, maxConnectionsPerClient } = limits
  const from = createAddressLimiter('relay address', connects(maxConnectionsPerIp), options)
  const as = createLimiter(reconnects(maxConnectionsPerClient), now, sharedBuckets)
  const perSecond = throttleMessages / (throttleWindowMs / 1_000)
  const messages = createLimiter({ tokens: throttleMessages, refillPerSecond: perSecond }, now, sharedBuckets)
  const factor = Math.max(1, maxConnectionsPerIp / ADDRESS_PARTS)
  const ofAddress = { tokens: factor * throttleMessages, refillPerSecond: factor * perSecond }
  const together = createAddressLimiter('relay messages of address', ofAddress, options)
  return {
    connectFrom: (address, prove) => from(address, prove, 1),
    connectAs: (clientId) => as.take(clientId, 'relay client', 1),
    message(clientId, address, bytes) {
      const cost = Math.max(1, Math.ceil(bytes / BYTES_PER_TOKEN))
      return then(messages.take(clientId, 'relay message', cost), (own) =>
        own.ok ? together(address, () => clientId, cost) : own,
      )
    },
  }
}

/**
 * A limit per address that one client cannot spend for all: in an empty bucket, each gets a part of a reserve. Keys cost nothing, so both reserves
 * together are a quarter of the bucket, whatever number of keys asks.
 */
function createAddressLimiter(route: string, config: LimitConfig, { regulars, now, sharedBuckets }: ThrottleOptions) {
  const whole = createLimiter(config, now, sharedBuckets)
  const reserves = createLimiter(partOf(config, RESERVE_PARTS), now, sharedBuckets)
  const parts = createLimiter(partOf(config, RESERVE_PARTS * CLIENT_PARTS), now)

  function fromReserve(address: string, client: string, cost: number, refusal: Verdict): Verdict | Promise<Verdict> {
    if (!parts.take(address, client, cost).ok) return refusal
    const whose = regulars.has(address, client) ? 'regulars' : 'newcomers'
    return then(reserves.take(address, `${route}, ${whose}`, cost), (verdict) => (verdict.ok ? verdict : refusal))
  }

  return (address: string, prove: Prove, cost: number) =>
    then(whole.take(address, route, cost), (verdict) => {
      if (verdict.ok) return verdict
      regulars.noteFull(address)
      const client = prove()
      return client === undefined ? verdict : fromReserve(address, client, cost, verdict)
    })
}

/** A bucket of this part, at least one token, that fills in the same time. */
function partOf({ tokens, refillPerSecond }: LimitConfig, parts: number): LimitConfig {
  const part = Math.max(1, tokens / parts)
  return { tokens: part, refillPerSecond: (refillPerSecond * part) / tokens }
}

/** Goes on with a verdict, without waiting where it is there. */
function then(verdict: Verdict | Promise<Verdict>, next: (verdict: Verdict) => Verdict | Promise<Verdict>) {
  return verdict instanceof Promise ? verdict.then(next) : next(verdict)
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

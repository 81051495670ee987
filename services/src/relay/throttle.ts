// What one address and one client may ask of the relay: connections and messages over time. Sockets at a time are counted by the relay.
import { createLimiter, type LimitConfig, type Ledger, type Verdict } from '../limits.js'
import type { RelayLimits } from './limits.js'

export interface Throttle {
  /** One more connection of this address, before anything is known about the client. */
  connectFrom(address: string): Verdict | Promise<Verdict>
  connectAs(clientId: string): Verdict | Promise<Verdict>
  /** One more message, of this length: long ones count several times. */
  message(clientId: string, address: string, bytes: number): Verdict | Promise<Verdict>
}

const MINUTE_S = 60
/** A message counts once per so many bytes. */
const BYTES_PER_TOKEN = 128 * 1024
/** The sockets of one address may say together what this part of them may say each: a key costs nothing. */
const ADDRESS_PARTS = 20

/** With a ledger, instances count together. */
export function createThrottle(limits: RelayLimits, now: () => number, ledger?: Ledger): Throttle {
  const { throttleMessages, throttleWindowMs, maxConnectionsPerIp, maxConnectionsPerClient } = limits
  const from = createLimiter(connects(maxConnectionsPerIp), now, ledger)
  const as = createLimiter(reconnects(maxConnectionsPerClient), now, ledger)
  const perSecond = throttleMessages / (throttleWindowMs / 1_000)
  const messages = createLimiter({ tokens: throttleMessages, refillPerSecond: perSecond }, now, ledger)
  const factor = Math.max(1, maxConnectionsPerIp / ADDRESS_PARTS)
  const together = createLimiter({ tokens: factor * throttleMessages, refillPerSecond: factor * perSecond }, now, ledger)
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
 * WalletConnect 2.17.1, once its relay was away, opens one connection for each message that waited for one, each of which asks for its mail and
 * waits again: a few hundred in half a minute, then it is well. Refused in the middle of it, it begins anew, or its process ends. So the bound of
 * a client is far beyond that; what a stranger can do is bounded by address.
 */
function reconnects(sockets: number): LimitConfig {
  return { tokens: 20 * sockets, refillPerSecond: sockets / 8 }
}

/** Clients come back 0.1 s after a close: all sockets may return four times at once, and then each three times in a minute. */
function connects(sockets: number): LimitConfig {
  return { tokens: 4 * sockets, refillPerSecond: (3 * sockets) / MINUTE_S }
}

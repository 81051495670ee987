// What one address and one client may ask of the relay: connections and messages over time. Sockets at a time are counted by the relay.
import { createLimiter, type LimitConfig, type Ledger, type Verdict } from '../limits.js'
import type { RelayLimits } from './limits.js'

export interface Throttle {
  /** One more connection of this address, before anything is known about the client. */
  connectFrom(address: string): Verdict | Promise<Verdict>
  connectAs(clientId: string): Verdict | Promise<Verdict>
  message(clientId: string): Verdict | Promise<Verdict>
}

const MINUTE_S = 60

/** With a ledger, instances count together. */
export function createThrottle(limits: RelayLimits, now: () => number, ledger?: Ledger): Throttle {
  const { throttleMessages, throttleWindowMs, maxConnectionsPerIp, maxConnectionsPerClient } = limits
  const from = createLimiter(connects(maxConnectionsPerIp), now, ledger)
  const as = createLimiter(connects(maxConnectionsPerClient), now, ledger)
  const perSecond = throttleMessages / (throttleWindowMs / 1_000)
  const messages = createLimiter({ tokens: throttleMessages, refillPerSecond: perSecond }, now, ledger)
  return {
    connectFrom: (address) => from.take(address, 'relay address', 1),
    connectAs: (clientId) => as.take(clientId, 'relay client', 1),
    message: (clientId) => messages.take(clientId, 'relay message', 1),
  }
}

/** Clients come back 0.1 s after a close: all sockets may return twice at once, and then as many in a minute. */
function connects(sockets: number): LimitConfig {
  return { tokens: 2 * sockets, refillPerSecond: sockets / MINUTE_S }
}

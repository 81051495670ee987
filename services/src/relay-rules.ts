// What the relay asks of the settings: which projects and origins may connect, and whose address a connection comes from.
import { isOriginAllowed } from '../../src/api/project.js'
import type { Config } from './config.js'
import { clientAddress } from './limits.js'
import type { RelayConfig } from './relay/relay.js'

/** Without a table of projects everyone may connect. Wallets and servers send no origin: only pages are held to the list. */
export function relayRules(config: Pick<Config, 'projects' | 'trustedProxies' | 'relayAudiences' | 'relaySockets'>): RelayConfig {
  const { perAddress, perClient } = config.relaySockets ?? {}
  const projects = new Map(Object.entries(config.projects))
  return {
    limits: {
      ...(perAddress === undefined ? {} : { maxConnectionsPerIp: perAddress }),
      ...(perClient === undefined ? {} : { maxConnectionsPerClient: perClient }),
    },
    audiences: config.relayAudiences,
    knowsProject: (id) => projects.size === 0 || (id !== undefined && projects.has(id)),
    allowsOrigin: (origin, id) => origin === undefined || isOriginAllowed(origin, projects.get(id ?? '')?.origins ?? []),
    clientIp: ({ socket, headers }) => {
      const forwarded = headers['x-forwarded-for']
      return clientAddress(
        socket.remoteAddress ?? '',
        Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
        config.trustedProxies,
      )
    },
  }
}

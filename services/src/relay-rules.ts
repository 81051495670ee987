// What the relay asks of the settings: which projects and origins may connect, and whose address a connection comes from.
import { isOriginAllowed } from '../../src/api/project.js'
import { isLoopback, type Config } from './config.js'
import { clientAddress } from './limits.js'
import type { RelayConfig } from './relay/relay.js'

/**
 * Urls by which clients may know the relay: those of the settings, else the public one, with and without TLS, since a token does not say
 * how its client connects. Undefined: any; whoever runs another relay could then be its clients here.
 */
export function relayAudiences({
  relayAudiences: set,
  publicUrl,
}: Pick<Config, 'relayAudiences' | 'publicUrl'>): readonly string[] | undefined {
  if (set !== undefined || publicUrl === undefined) return set
  const { hostname, host } = new URL(publicUrl)
  // A machine by itself is known by several names, and nobody else's tokens get there.
  return isLoopback(hostname) ? undefined : [`wss://${host}`, `ws://${host}`]
}

/** Without a table of projects everyone may connect. Wallets and servers send no origin: only pages are held to the list. */
export function relayRules(
  config: Pick<Config, 'projects' | 'trustedProxies' | 'relayAudiences' | 'publicUrl' | 'relaySockets'>,
): RelayConfig {
  const { perAddress, perClient } = config.relaySockets ?? {}
  const projects = new Map(Object.entries(config.projects))
  return {
    limits: {
      ...(perAddress === undefined ? {} : { maxConnectionsPerIp: perAddress }),
      ...(perClient === undefined ? {} : { maxConnectionsPerClient: perClient }),
    },
    audiences: relayAudiences(config),
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

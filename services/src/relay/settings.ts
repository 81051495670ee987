// The relay's rules out of the services' settings: the operator's projects and origins, and how far proxies are trusted.
import { isOriginAllowed } from '../../../src/api/project.js'
import type { Config } from '../config.js'
import { addressGroup, clientAddress } from '../limits.js'
import type { RelayConfig } from './relay.js'

/**
 * With a table of projects, only those connect, and pages only from their origins. A client without an Origin header is no page
 * (a phone, a server), and nothing can be said about where it comes from.
 */
export function relaySettings({ projects, trustedProxies }: Pick<Config, 'projects' | 'trustedProxies'>): RelayConfig {
  const table = new Map(Object.entries(projects))
  return {
    clientIp(request) {
      const forwarded = request.headers['x-forwarded-for']
      const list = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
      return addressGroup(clientAddress(request.socket.remoteAddress ?? '', list, trustedProxies))
    },
    knowsProject: (id) => table.size === 0 || (id !== undefined && table.has(id)),
    allowsOrigin(origin, id) {
      const project = id === undefined ? undefined : table.get(id)
      return project === undefined || origin === undefined || isOriginAllowed(origin, project.origins)
    },
  }
}

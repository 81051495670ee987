// The relay's rules, made from the settings: which projects and origins may connect, and how the address of a connection is found.
import type { IncomingMessage } from 'node:http'
import { createOriginCheck } from '../../../src/vocabulary/origin.js'
import { isLoopback, type Config } from './config.js'
import { addressOf } from '../limits/limits.js'

/**
 * Audiences that a client's token may name: `WM_RELAY_AUDIENCES`, else the host of `WM_PUBLIC_URL` with `wss:` and `ws:`, because a token does
 * not say how its client connects. Undefined: every audience, so the operator of another relay could use its clients' tokens here.
 */
export function relayAudiences({
  relayAudiences: set,
  publicUrl,
}: Pick<Config, 'relayAudiences' | 'publicUrl'>): readonly string[] | undefined {
  if (set !== undefined || publicUrl === undefined) return set
  const { hostname, host } = new URL(publicUrl)
  // A loopback host has several names, and other machines cannot reach it.
  return isLoopback(hostname) ? undefined : [`wss://${host}`, `ws://${host}`]
}

/** The part of the relay's config that the environment decides. */
interface RelayRules {
  readonly limits: { readonly maxConnectionsPerIp?: number; readonly maxConnectionsPerClient?: number }
  readonly audiences: readonly string[] | undefined
  knowsProject(id: string | undefined): boolean
  allowsOrigin(origin: string | undefined, id: string | undefined): boolean
  clientIp(request: IncomingMessage): string
}

/** Without a table of projects everybody may connect. Wallets and servers send no origin, so the list of origins binds pages alone. */
export function relayRules(
  config: Pick<Config, 'projects' | 'trustedProxies' | 'relayAudiences' | 'publicUrl' | 'relaySockets'>,
): RelayRules {
  const { perAddress, perClient } = config.relaySockets ?? {}
  const checks = new Map(Object.entries(config.projects).map(([id, { origins }]) => [id, createOriginCheck(origins)]))
  const isAnyPage = createOriginCheck([])
  return {
    limits: {
      ...(perAddress === undefined ? {} : { maxConnectionsPerIp: perAddress }),
      ...(perClient === undefined ? {} : { maxConnectionsPerClient: perClient }),
    },
    audiences: relayAudiences(config),
    knowsProject: (id) => checks.size === 0 || (id !== undefined && checks.has(id)),
    allowsOrigin: (origin, id) => origin === undefined || (checks.get(id ?? '') ?? isAnyPage)(origin),
    clientIp: (request) => addressOf(request, config.trustedProxies),
  }
}

// Loop protection. A stranger's url (an avatar, a resolver's gateway) may lead back to these services, and such a request would start the same
// work again without end. A guarded fetch never asks the own hosts; a request that arrives under another name is refused by its `cdn-loop`.
import type { Context } from 'hono'
import { isLoopback, type Config } from '../settings/config.js'
import { HttpError } from './errors.js'

/** Name of these services in the header `cdn-loop` (RFC 8586) of their requests to urls of strangers. */
export const LOOP_NAME = 'wallet-modal-services'

type Reached = Pick<Config, 'host' | 'port' | 'publicUrl'>

/** Urls under which these services are reached, without a slash at the end. */
export function ownBases({ host, port, publicUrl }: Reached): readonly string[] {
  const listening = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  return [...(publicUrl === undefined ? [] : [publicUrl.replace(/\/+$/, '')]), listening]
}

/** Hosts that a guarded fetch refuses: the public host on every port, and the address and port that the services listen on. */
export function ownHosts(config: Reached): readonly string[] {
  const hosts = ownBases(config).map((base) => new URL(base))
  return hosts.map(({ hostname, host }) => (isLoopback(hostname) ? host : hostname))
}

/** @throws HttpError 508 `loop` for a request whose `cdn-loop` says that wallet-modal services made it */
export function assertNoLoop(c: Context): void {
  const passed = (c.req.header('cdn-loop') ?? '').split(',').map((entry) => entry.split(';')[0]?.trim().toLowerCase())
  if (passed.includes(LOOP_NAME)) throw new HttpError(508, 'loop', 'This request went through these services already')
}

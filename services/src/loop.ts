// Requests of these services to themselves. A stranger's url (an avatar, a resolver's gateway) may lead back here: such a request would start
// the same work again, without end. Own hosts are never asked, and what arrives over another name of theirs is refused by its `cdn-loop`.
import type { Context } from 'hono'
import { isLoopback, type Config } from './config.js'
import { HttpError } from './errors.js'

/** Name of these services in the header `cdn-loop` (RFC 8586) of what they ask of strangers. */
export const LOOP_NAME = 'wallet-modal-services'

type Reached = Pick<Config, 'host' | 'port' | 'publicUrl'>

/** Urls under which these services are reached, without a slash at the end. */
export function ownBases({ host, port, publicUrl }: Reached): readonly string[] {
  const listening = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  return [...(publicUrl === undefined ? [] : [publicUrl.replace(/\/+$/, '')]), listening]
}

/** What a guarded fetch refuses: the public host on every port, and the address that is listened on. */
export function ownHosts(config: Reached): readonly string[] {
  const hosts = ownBases(config).map((base) => new URL(base))
  return hosts.map(({ hostname, host }) => (isLoopback(hostname) ? host : hostname))
}

/** @throws HttpError 508 for a request that other services of this kind, or these themselves, make for a stranger */
export function assertNoLoop(c: Context): void {
  const passed = (c.req.header('cdn-loop') ?? '').split(',').map((entry) => entry.split(';')[0]?.trim().toLowerCase())
  if (passed.includes(LOOP_NAME)) throw new HttpError(508, 'loop', 'This request went through these services already')
}

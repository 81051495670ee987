// Helpers of the relay's log. Messages are never logged; of topics and client ids the first eight characters are.
import type { Log } from '../operations/log.js'

/** Writes nothing. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** The first eight characters of a topic: enough to follow it through a log, too few to use it. */
export function short(id: string): string {
  return id.slice(0, 8)
}

/** The first eight characters of a client id after the prefix that all ids share. */
export function shortClient(clientId: string): string {
  return short(clientId.slice('did:key:z6Mk'.length))
}

export { reasonOf } from '../operations/causes.js'

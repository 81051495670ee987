// What the relay says about itself. Envelopes are never logged, topics only by their beginning.
import type { Log } from '../log.js'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Enough of a topic or client id to follow it through a log, too little to use it. */
export function short(id: string): string {
  return id.slice(0, 8)
}

/** The same of a client, whose id begins with what all ids begin with. */
export function shortClient(clientId: string): string {
  return short(clientId.slice('did:key:z6Mk'.length))
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

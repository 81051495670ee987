// What the relay says about itself. Envelopes are never logged, topics only by their beginning.
import type { Log } from '../log.js'

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Enough of a topic or client id to follow it through a log, too little to use it. */
export function short(id: string): string {
  return id.slice(0, 8)
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

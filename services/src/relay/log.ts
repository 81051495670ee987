// What the relay says about itself. Envelopes are never logged, topics only by their beginning.

type Fields = Readonly<Record<string, string | number | boolean | undefined>>

export interface RelayLog {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
}

export const silentLog: RelayLog = { debug() {}, info() {}, warn() {}, error() {} }

/** Enough of a topic or client id to follow it through a log, too little to use it. */
export function short(id: string): string {
  return id.slice(0, 8)
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

// A log with levels, and with a buffer of 1 024 000 bytes for bug reports; default level `error` (specification §9).
import { LOG_BUFFER_BYTES, LOG_LEVEL } from './constants.js'
import { redactKeys } from './redact.js'

/** The levels, from the one that writes least. */
export const logLevels = ['silent', 'error', 'warn', 'debug'] as const
/** What is written to the console: this level and those before it. */
export type LogLevel = (typeof logLevels)[number]

/** The log of one modal. */
export interface Logger {
  error(message: string, cause?: unknown): void
  warn(message: string, cause?: unknown): void
  debug(message: string, cause?: unknown): void
  /** The lines of all levels, oldest first, as many as the buffer keeps. */
  entries(): readonly string[]
}

/**
 * Makes a logger. It writes the lines up to `level` to `sink`, and keeps those of all levels, at most `bytes` of them (two for each UTF-16 unit). The
 * symmetric key of a pairing uri is left out of both, because whoever has it can read and answer the messages of the pairing. The sink is given a cause
 * that names a key as text, any other as it is.
 */
export function createLogger(
  options: { level?: LogLevel; sink?: Pick<Console, 'error' | 'warn' | 'debug'>; now?: () => number; bytes?: number } = {},
): Logger {
  const { level = LOG_LEVEL, sink = console, now = Date.now, bytes = LOG_BUFFER_BYTES } = options
  const kept: string[] = []
  let size = 0
  const write = (kind: Exclude<LogLevel, 'silent'>) => (message: string, cause?: unknown) => {
    const line = `${new Date(now()).toISOString()} ${kind} ${message}${cause === undefined ? '' : ` (${describe(cause)})`}`
    const clean = redactKeys(line)
    kept.push(clean)
    size += clean.length * 2
    while (size > bytes && kept.length > 0) size -= (kept.shift() ?? '').length * 2
    if (logLevels.indexOf(kind) <= logLevels.indexOf(level))
      sink[kind](
        `[wallet-modal] ${redactKeys(message)}`,
        ...(cause === undefined ? [] : [namesKey(cause) ? redactKeys(describe(cause)) : cause]),
      )
  }
  return { error: write('error'), warn: write('warn'), debug: write('debug'), entries: () => [...kept] }
}

/** Whether a console would print a key with `cause`: of an error it prints the stack, and the causes of it. */
function namesKey(cause: unknown): boolean {
  const texts: string[] = []
  try {
    let each = cause
    for (let depth = 0; each instanceof Error && depth < 10; depth++, each = each.cause)
      texts.push(describe(each), each.stack ?? '')
    texts.push(describe(each), JSON.stringify(each) ?? '')
  } catch {
    return true // not readable: written as text
  }
  return texts.some((text) => redactKeys(text) !== text)
}

/** A thrown value as text. It may be no error, and reading it may throw. */
function describe(cause: unknown): string {
  try {
    return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  } catch {
    return typeof cause // reading the thrown object threw as well
  }
}

// Levels and a bounded buffer of what was logged, so that a bug report can carry it. Specification §9: 1 024 000 bytes, level `error`.
import { LOG_BUFFER_BYTES, LOG_LEVEL } from './constants.js'

export const logLevels = ['silent', 'error', 'warn', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Logger {
  error(message: string, cause?: unknown): void
  warn(message: string, cause?: unknown): void
  debug(message: string, cause?: unknown): void
  /** What was logged at any level, oldest first, within the buffer. */
  entries(): readonly string[]
}

/** Writes to `sink` what is at or above `level`; keeps everything, up to `bytes` (UTF-16 units counted double). */
export function createLogger(
  options: { level?: LogLevel; sink?: Pick<Console, 'error' | 'warn' | 'debug'>; now?: () => number; bytes?: number } = {},
): Logger {
  const { level = LOG_LEVEL, sink = console, now = Date.now, bytes = LOG_BUFFER_BYTES } = options
  const kept: string[] = []
  let size = 0
  const write = (kind: Exclude<LogLevel, 'silent'>) => (message: string, cause?: unknown) => {
    const line = `${new Date(now()).toISOString()} ${kind} ${message}${cause === undefined ? '' : ` (${describe(cause)})`}`
    const clean = line.replace(/\bsymKey=[^&\s'"]+/g, 'symKey=…') // the key of a pairing: who has it can read the session
    kept.push(clean)
    size += clean.length * 2
    while (size > bytes && kept.length > 0) size -= (kept.shift() ?? '').length * 2
    if (logLevels.indexOf(kind) <= logLevels.indexOf(level))
      sink[kind](`[wallet-modal] ${message}`, ...(cause === undefined ? [] : [cause]))
  }
  return { error: write('error'), warn: write('warn'), debug: write('debug'), entries: () => [...kept] }
}

/** Whatever a wallet threw: it may be no error, and may refuse to become a text. */
function describe(cause: unknown): string {
  try {
    return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  } catch {
    return typeof cause // logging must never be what fails
  }
}

// A logger that loads the real one with its first line, so that the first view does not load it.
import type { createLogger, LogLevel, Logger } from './logger.js'

type Kind = 'error' | 'warn' | 'debug'

/**
 * A logger that calls `load` at its first line, and keeps the lines until the real logger is loaded. `entries()` is empty until then. When `load` fails,
 * the kept lines go to `console.error`.
 */
export function lateLogger(level: LogLevel, load: () => Promise<{ readonly createLogger: typeof createLogger }>): Logger {
  const early: [Kind, string, unknown?][] = []
  let logger: Logger | undefined
  const write = (kind: Kind) => (message: string, cause?: unknown) => {
    if (logger) return logger[kind](message, cause)
    early.push([kind, message, cause])
    if (!early[1]) void bring()
  }
  const bring = async () => {
    try {
      const { createLogger } = await load()
      logger = createLogger({ level })
      for (const [kind, message, cause] of early.splice(0)) logger[kind](message, cause)
    } catch {
      for (const line of early.splice(0)) console.error('[wallet-modal]', ...line) // at any level
    }
  }
  return { error: write('error'), warn: write('warn'), debug: write('debug'), entries: () => logger?.entries() ?? [] }
}

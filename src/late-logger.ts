// Takes what is logged before the logger is there, and hands it on: the first screen does not wait for a log.
import type { createLogger, LogLevel, Logger } from './logger.js'

type Kind = 'error' | 'warn' | 'debug'

/** `load` brings the logger; it is called with the first line. */
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
      for (const line of early.splice(0)) console.error('[wallet-modal]', ...line) // better raw than never
    }
  }
  return { error: write('error'), warn: write('warn'), debug: write('debug'), entries: () => logger?.entries() ?? [] }
}

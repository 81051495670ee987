// Takes what is logged before the logger is there, and hands it on: the first screen does not wait for a log.
import type { LogLevel, Logger } from './logger.js'

type Kind = 'error' | 'warn' | 'debug'

export function lateLogger(level: LogLevel): Logger {
  const early: [Kind, string, unknown?][] = []
  let logger: Logger | undefined
  const write = (kind: Kind) => (message: string, cause?: unknown) => {
    if (logger) logger[kind](message, cause)
    else early.push([kind, message, cause])
  }
  import('./logger.js').then(
    ({ createLogger }) => {
      logger = createLogger({ level })
      for (const [kind, message, cause] of early.splice(0)) logger[kind](message, cause)
    },
    () => {
      for (const line of early.splice(0)) console.error('[wallet-modal]', ...line) // better raw than never
    },
  )
  return { error: write('error'), warn: write('warn'), debug: write('debug'), entries: () => logger?.entries() ?? [] }
}

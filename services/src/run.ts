// Runs the services as a process until a signal ends it. Settings are read before other modules are loaded, so that a wrong one shows at once.
import { ConfigError, readConfig } from './settings/config.js'
import type { Devnets } from './data/devnets.js'
import { DbOpenError } from './db/db.js'
import { unexpectedText } from './operations/causes.js'
import { createLog } from './operations/log.js'

/** What the entry of the process gives to `run`. */
export interface RunOptions {
  /** Called after the settings were read. Absent in production. */
  readonly loadDevnets?: () => Promise<Devnets>
}

/** Resolves when the services have ended. Never rejects: an error is written to standard error and sets exit code 1. */
export function run(options: RunOptions = {}): Promise<void> {
  return serve(options).catch((error: unknown) => {
    const isForOperator = error instanceof ConfigError || error instanceof DbOpenError
    process.stderr.write(`${isForOperator ? error.message : unexpectedText(error)}\n`)
    process.exitCode = 1
  })
}

async function serve({ loadDevnets }: RunOptions): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog({ level: config.log })
  const ending = new AbortController()
  let onLost: (reason: string) => void = () => undefined
  const ended = new Promise<void>((resolve, reject) => {
    onLost = (reason) => reject(new DbOpenError('WM_DATA_DIR', `${reason}. The services end; start them again.`))
    // `once`: a second signal of the same kind has no listener and ends the process at once.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log.info('stopping', { signal })
        ending.abort()
        resolve()
      })
    }
  })
  ended.catch(() => ending.abort()) // stops a start that is still running
  log.info('starting', { pid: process.pid })
  const closers: (() => Promise<void>)[] = []
  try {
    const [{ start }, devnets] = await Promise.all([import('./start.js'), loadDevnets?.()])
    await start({ config, log, devnets, env: process.env, closers, signal: ending.signal, onLost })
    await ended
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

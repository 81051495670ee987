// A process of the services, until a signal ends it. The settings are read before anything else is loaded, so that a wrong one shows at once.
import { ConfigError, readConfig } from './config.js'
import type { Devnets } from './devnets.js'
import { DbOpenError } from './db/db.js'
import { createLog } from './log.js'

export interface RunOptions {
  /** Loaded after the settings were read. Absent in production. */
  readonly loadDevnets?: () => Promise<Devnets>
}

/** Ends with the process: what went wrong is on standard error, and in the exit code. */
export function run(options: RunOptions = {}): Promise<void> {
  return serve(options).catch((error: unknown) => {
    const unexpected = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const isForOperator = error instanceof ConfigError || error instanceof DbOpenError
    process.stderr.write(`${isForOperator ? error.message : unexpected}\n`)
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
    // A second signal of a kind finds no listener and ends the process at once.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        log.info('stopping', { signal })
        ending.abort()
        resolve()
      })
    }
  })
  ended.catch(() => ending.abort()) // a start that is under way ends first
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

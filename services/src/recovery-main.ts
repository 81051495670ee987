// The recovery service as a process: `node dist/recovery-main.js`. Prints `recovery {"url":…}` when it listens, and ends by a signal.
import { connectDb } from './db/connect.js'
import { DbOpenError } from './db/db.js'
import { listen } from './http/server.js'
import { unexpectedText } from './operations/causes.js'
import { createLog } from './operations/log.js'
import { createKeeper } from './recovery/keeper.js'
import { createRecoveryApp } from './recovery/remote.js'
import { readRecoverySettings } from './recovery/settings.js'
import { recoverySteps } from './recovery/tables.js'
import { ConfigError } from './settings/config-error.js'
import { hideSecrets } from './settings/secrets.js'

async function serve(): Promise<void> {
  const { host, port, key, token, dataFolder, databaseUrl, log: level } = readRecoverySettings(process.env)
  const log = hideSecrets(createLog({ level }), [key, token])
  const db = await connectDb({
    databaseUrl,
    dataFolder,
    steps: recoverySteps,
    names: { dataFolder: 'WM_RECOVERY_DATA_DIR', databaseUrl: 'WM_RECOVERY_DATABASE_URL' },
    onTrouble: (reason) => log.error('database ended, opening it again', { reason }),
  })
  try {
    const running = await listen(
      createRecoveryApp({ service: createKeeper({ db, key }), token, log }),
      { host, port },
      'WM_RECOVERY_PORT',
    )
    process.stdout.write(`recovery ${JSON.stringify({ url: running.url })}\n`)
    await new Promise((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
    })
    await running.stop()
  } finally {
    await db.close()
  }
}

await serve().catch((error: unknown) => {
  const isForOperator = error instanceof ConfigError || error instanceof DbOpenError
  process.stderr.write(`${isForOperator ? error.message : unexpectedText(error)}\n`)
  process.exitCode = 1
})

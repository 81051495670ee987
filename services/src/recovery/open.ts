// The recovery service that the settings name: elsewhere, or beside with a database of its own, which is opened when it is first needed.
import { connectDb } from '../db/connect.js'
import type { Db } from '../db/db.js'
import type { Log } from '../operations/log.js'
import type { FrameSettings } from '../settings/frame.js'
import { createKeeper } from './keeper.js'
import { connectRecovery } from './remote.js'
import type { RecoveryService } from './service.js'
import { recoverySteps } from './tables.js'

/** Undefined where no wallet has an assisted slot. @param dataFolder of the services; absent: halves live in memory, as everything does then */
export function openRecovery(
  { recoveryPlace, recoveryKey: key }: Pick<FrameSettings, 'recoveryPlace' | 'recoveryKey'>,
  { log, dataFolder, now }: { log: Log; dataFolder?: string | undefined; now?: (() => number) | undefined },
): RecoveryService | undefined {
  if (recoveryPlace) return connectRecovery(recoveryPlace)
  if (key === undefined) return undefined
  let opened: Promise<{ db: Db; service: RecoveryService }> | undefined

  async function open() {
    const db = await connectDb({
      dataFolder: dataFolder === undefined ? undefined : `${dataFolder.replace(/\/+$/, '')}-recovery`,
      steps: recoverySteps,
      onTrouble: (reason) => log.error('database of the recovery service ended, opening it again', { reason }),
    })
    return { db, service: createKeeper({ db, key: key ?? '', now }) }
  }
  const service = async () => {
    opened ??= open()
    opened.catch(() => (opened = undefined))
    return (await opened).service
  }
  return {
    publicKey: async () => (await service()).publicKey(),
    store: async (half) => (await service()).store(half),
    begin: async (recovery) => (await service()).begin(recovery),
    release: async (recovery) => (await service()).release(recovery),
    cancel: async (recovery) => (await service()).cancel(recovery),
    forget: async (half) => (await service()).forget(half),
    async stop() {
      const last = opened
      opened = undefined
      await last?.then(({ db }) => db.close()).catch(() => undefined)
    },
  }
}

// Opens the database that the environment names, at the present schema.
import { DbOpenError, dbSettingNames, type Db, type DbSettingNames } from './db.js'
import type { EmbeddedOptions } from './embedded.js'
import type { Migration } from './migration.js'
import { migrate } from './migrations.js'

export type { Db, Parameter, Row, Sql } from './db.js'

/** Which database to open. */
export interface DbConfig extends EmbeddedOptions {
  /** `postgres://…` of a server. Wins over `dataFolder`. */
  readonly databaseUrl?: string | undefined
  /** Folder of the embedded database; without either, it lives in memory and ends with the process. */
  readonly dataFolder?: string | undefined
  /** The schema; default: that of the services. Their ids must be none of those, because the embedded database starts with the services' tables. */
  readonly steps?: readonly Migration[] | undefined
  /** How the settings are called in errors; default: as in the services. */
  readonly names?: DbSettingNames | undefined
}

/**
 * Connects and migrates. The engine that is not used is not loaded.
 * @throws DbOpenError when the server does not answer, or the folder cannot be used
 * @throws DbNewerError when the database has migrations that this program does not know
 */
export async function connectDb({
  databaseUrl,
  dataFolder,
  steps,
  names = dbSettingNames,
  ...options
}: DbConfig = {}): Promise<Db> {
  if (databaseUrl) {
    const { connectPostgres } = await import('./postgres.js')
    // A step may rewrite a large table, and an instance that starts beside another waits for its lock.
    const cannotReach = (error: unknown) => refuseServer(names.databaseUrl, error)
    const patient = await connectPostgres(databaseUrl, { statementMs: 0 }).catch(cannotReach)
    await migrate(patient, steps, names.databaseUrl).finally(() => patient.close())
    return await connectPostgres(databaseUrl).catch(cannotReach)
  }
  const { openEmbedded } = await import('./embedded.js')
  const db = await openEmbedded(dataFolder, options).catch((error: unknown) => {
    throw error instanceof DbOpenError ? new DbOpenError(names.dataFolder, error.problem, { cause: error }) : error
  })
  try {
    await migrate(db, steps, names.dataFolder)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

function refuseServer(setting: string, error: unknown): never {
  // The driver names host and port, or what the server refused; never the password. A host with several addresses has a code only.
  const { message, code } = error as { message?: string; code?: string }
  throw new DbOpenError(setting, `the server cannot be used: ${message || code || String(error)}`, { cause: error })
}

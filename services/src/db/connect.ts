// Opens the database that the environment names, at the present schema.
import type { Db } from './db.js'
import { migrate } from './migrations.js'

export type { Db, Parameter, Row, Sql } from './db.js'

export interface DbConfig {
  /** `postgres://…` of a server. Wins over `dataFolder`. */
  readonly databaseUrl?: string | undefined
  /** Folder of the embedded database; without either, it lives in memory and ends with the process. */
  readonly dataFolder?: string | undefined
}

/** Connects and migrates. The engine that is not used is not loaded. */
export async function connectDb(config: DbConfig = {}): Promise<Db> {
  const db = config.databaseUrl
    ? await (await import('./postgres.js')).connectPostgres(config.databaseUrl)
    : await (await import('./pglite.js')).connectPglite(config.dataFolder)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

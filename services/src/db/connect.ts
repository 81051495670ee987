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
  if (config.databaseUrl) {
    const { connectPostgres } = await import('./postgres.js')
    // A step may rewrite a large table, and an instance that starts beside another waits for its lock.
    const patient = await connectPostgres(config.databaseUrl, { statementMs: 0 })
    await migrate(patient).finally(() => patient.close())
    return await connectPostgres(config.databaseUrl)
  }
  const db = await (await import('./pglite.js')).connectPglite(config.dataFolder)
  try {
    await migrate(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

// The database engine of the run: the embedded one, or a Postgres server where WM_TEST_ENGINE=postgres (the Vitest project `postgres`).
import { describe } from 'vitest'
import { connectDb, type Db } from '../../src/db/connect.js'
import { openEmbedded } from './embedded.js'
import { MIGRATED, missingPostgres, startPostgres } from './postgres.js'
import { reusedDatabases } from './reused-databases.js'

export interface Engine {
  readonly kind: Db['kind']
  /** A database of its own, at the present schema, empty. Closing it leaves it to the next. */
  open(): Promise<Db>
}

const isPostgres = process.env['WM_TEST_ENGINE'] === 'postgres'

export const engine: Engine = isPostgres
  ? { kind: 'postgres', open: reusedDatabases(connectPostgres) }
  : { kind: 'pglite', open: openEmbedded }

export const openDatabase = engine.open

/** Why tests about a Postgres server do not run here, or undefined. */
export const withoutPostgres = isPostgres ? missingPostgres() : 'they run in the project postgres'

/** Tests about a Postgres server; skipped by name in a run on the embedded engine. */
export const describePostgres = (title: string, tests: () => void): void => describeUnless(withoutPostgres, title, tests)

/** Tests about the embedded engine; skipped by name in a run on Postgres. */
export const describeEmbedded = (title: string, tests: () => void): void =>
  describeUnless(isPostgres ? 'this run is on Postgres' : undefined, title, tests)

function describeUnless(reason: string | undefined, title: string, tests: () => void): void {
  describe.skipIf(reason !== undefined)(reason === undefined ? title : `${title} (skipped: ${reason})`, tests)
}

async function connectPostgres(): Promise<Db> {
  const server = await startPostgres()
  return connectDb({ databaseUrl: await server.createDatabase(MIGRATED) })
}

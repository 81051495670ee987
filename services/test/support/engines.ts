// A database test is written once and runs on both engines: the embedded one, and a Postgres server.
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

const embedded: Engine = { kind: 'pglite', open: openEmbedded }
const postgres: Engine = { kind: 'postgres', open: reusedDatabases(connectPostgres) }
const missing = missingPostgres()
/** For what asks no database of its own: the server takes a third of the processor that the embedded engine takes. */
const usual = missing ? embedded : postgres

/** Opens a database, on whichever engine, for what asks for none of its own. */
export const openDatabase = usual.open

/** Registers the tests of `contract` for each engine. Where no Postgres is installed, its half is skipped and says so. */
export function onEachEngine(contract: (engine: Engine) => void): void {
  describe('embedded', () => contract(embedded))
  describe.skipIf(missing)(`Postgres${missing ? ` (skipped: ${missing})` : ''}`, () => contract(postgres))
}

/**
 * Registers the tests of `contract` once, for what asks no database of its own, and for long ones whose statements are tried on the embedded engine
 * elsewhere: on Postgres, or on the embedded engine where no Postgres is installed.
 */
export function onOneEngine(contract: (engine: Engine) => void): void {
  contract(usual)
}

/** Registers the tests of `contract` once, on the embedded engine, for those that show that what others try on Postgres alone works there too. */
export function onEmbeddedEngine(contract: (engine: Engine) => void): void {
  contract(embedded)
}

/** Of the two, the one on which what asks no database is tried. */
export const isUsual = ({ kind }: Engine): boolean => kind === usual.kind

async function connectPostgres(): Promise<Db> {
  const server = await startPostgres()
  return connectDb({ databaseUrl: await server.createDatabase(MIGRATED) })
}

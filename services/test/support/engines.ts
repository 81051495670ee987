// A database test is written once and runs on both engines: the embedded one, and a Postgres server.
import { describe } from 'vitest'
import { connectDb, type Db } from '../../src/db/connect.js'
import { openEmbedded } from './embedded.js'
import { MIGRATED, missingPostgres, startPostgres } from './postgres.js'

export interface Engine {
  readonly kind: Db['kind']
  /** A database of its own, at the present schema, empty. Closing it ends it. */
  open(): Promise<Db>
}

const embedded: Engine = { kind: 'pglite', open: openEmbedded }

/** Registers the tests of `contract` for each engine. Where no Postgres is installed, its half is skipped and says so. */
export function onEachEngine(contract: (engine: Engine) => void): void {
  const missing = missingPostgres()
  describe('embedded', () => contract(embedded))
  describe.skipIf(missing)(`Postgres${missing ? ` (skipped: ${missing})` : ''}`, () =>
    contract({ kind: 'postgres', open: openPostgres }),
  )
}

/**
 * Registers the tests of `contract` once, for long ones whose statements are tried on the embedded engine elsewhere: on Postgres, or on the embedded
 * engine where no Postgres is installed.
 */
export function onServerEngine(contract: (engine: Engine) => void): void {
  contract(missingPostgres() ? embedded : { kind: 'postgres', open: openPostgres })
}

/** Registers the tests of `contract` once, for what asks no database of its own: on the embedded engine. */
export function onOneEngine(contract: (engine: Engine) => void): void {
  contract(embedded)
}

/** Of the two, the one on which what asks no database is tried. */
export const isFirst = ({ kind }: Engine): boolean => kind === embedded.kind

async function openPostgres(): Promise<Db> {
  const server = await startPostgres()
  const databaseUrl = await server.createDatabase(MIGRATED)
  const db = await connectDb({ databaseUrl })
  return {
    ...db,
    async close() {
      await db.close()
      await server.dropDatabase(databaseUrl)
    },
  }
}

// Brings a database to the present schema: numbered steps, each applied once, all in one transaction under an advisory lock.
import { dbSettingNames, DbNewerError, liftTimeLimits, type Db } from './db.js'
import type { Migration } from './migration.js'
import { relayTables } from './migrations/0001-relay.js'
import { analyticsTables } from './migrations/0002-analytics.js'
import { sessionTables } from './migrations/0003-sessions.js'
import { historyTables } from './migrations/0004-history.js'
import { nftTables } from './migrations/0005-nfts.js'
import { namesTables } from './migrations/0006-names.js'
import { onrampTables } from './migrations/0007-onramp.js'
import { solanaHistoryTables } from './migrations/0008-solana-history.js'
import { rateBucketTables } from './migrations/0009-rate-buckets.js'
import { swapRouteTables } from './migrations/0010-swap-routes.js'
import { swapQuoteTables } from './migrations/0011-swap-quotes.js'
import { storageUseTables } from './migrations/0012-storage-use.js'
import { relayDeliveredTables } from './migrations/0013-relay-delivered.js'
import { approvalTables } from './migrations/0014-approvals.js'
import { nftTraitTables } from './migrations/0015-nft-traits.js'
import { sessionGrants } from './migrations/0016-session-grants.js'
import { emptyApprovals } from './migrations/0017-empty-approvals.js'
import { embeddedTables } from './migrations/0018-embedded.js'
import { socialTables } from './migrations/0019-social.js'
import { approvalWindowTables } from './migrations/0020-approval-windows.js'
import { passkeyColumns } from './migrations/0021-passkeys.js'
import { indexBudgets } from './migrations/0022-index-budgets.js'
import { furtherBudgets } from './migrations/0023-further-budgets.js'
import { ownTransfers } from './migrations/0024-own-transfers.js'
import { addressReserves } from './migrations/0025-address-reserves.js'

/** Every step since the beginning, in order. Append only. */
export const migrations: readonly Migration[] = [
  relayTables,
  analyticsTables,
  sessionTables,
  historyTables,
  nftTables,
  namesTables,
  onrampTables,
  solanaHistoryTables,
  rateBucketTables,
  swapRouteTables,
  swapQuoteTables,
  storageUseTables,
  relayDeliveredTables,
  approvalTables,
  nftTraitTables,
  sessionGrants,
  emptyApprovals,
  embeddedTables,
  socialTables,
  approvalWindowTables,
  passkeyColumns,
  indexBudgets,
  furtherBudgets,
  ownTransfers,
  addressReserves,
]

/** Any number will do, as long as all instances use the same one. */
const LOCK_KEY = 7_202_411

/**
 * Applies what is missing. Safe to call from several instances at once: the second waits, then finds nothing to do.
 * @param steps of this program. The services' own are known besides, because every embedded database starts with their tables
 * @param setting the variable that chose the database, for the error; default: that of the services
 * @returns ids of the migrations that were applied
 * @throws DbNewerError, before anything is changed, when a migration was applied that this program does not know by id and name
 */
export async function migrate(
  db: Db,
  steps: readonly Migration[] = migrations,
  setting: string = db.kind === 'postgres' ? dbSettingNames.databaseUrl : dbSettingNames.dataFolder,
): Promise<number[]> {
  return db.transaction(async (sql) => {
    await liftTimeLimits(sql) // a large table takes long, and so does waiting for another instance
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await sql.query(
      'create table if not exists migrations (id integer primary key, name text not null, applied_at bigint not null)',
    )
    const rows = await sql.query<{ id: number; name: string }>('select id, name from migrations order by id')
    const known = new Map([...migrations, ...steps].map(({ id, name }) => [id, name]))
    const unknown = rows.filter(({ id, name }) => known.get(id) !== name)
    if (unknown.length > 0)
      throw new DbNewerError(
        setting,
        unknown.map(({ id, name }) => `${id} ${name}`),
      )
    const applied = new Set(rows.map((row) => row.id))
    const missing = steps.filter((step) => !applied.has(step.id)).sort((a, b) => a.id - b.id)
    for (const step of missing) {
      for (const statement of step.statements) await sql.query(statement)
      await sql.query('insert into migrations (id, name, applied_at) values ($1, $2, $3)', [step.id, step.name, Date.now()])
    }
    return missing.map((step) => step.id)
  })
}

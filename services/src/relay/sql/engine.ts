// The relay's engine on Postgres, or on the embedded database for one process.
import { systemClock } from '../../clock.js'
import type { Db } from '../../db/db.js'
import { createStorageBudget, type StorageBudget } from '../../limits/storage-budget.js'
import type { Log } from '../../operations/log.js'
import { defaultLimits, type RelayLimits } from '../limits.js'
import { silentLog } from '../log.js'
import type { RelayEngine } from '../engine.js'
import { createSqlBus } from './bus.js'
import { createSqlMailbox } from './mailbox.js'

/** What `createSqlEngine` needs. */
export interface SqlEngineOptions {
  readonly db: Db
  /** What clients may store; default: `defaultStorageLimits`, with one budget for all projects. */
  readonly budget?: StorageBudget | undefined
  /** Those of the relay. */
  readonly limits?: Partial<RelayLimits> | undefined
  readonly log?: Log | undefined
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
}

/** An engine over `db`, which stays open. */
export function createSqlEngine({ db, limits, log = silentLog, now = systemClock.now, ...given }: SqlEngineOptions): RelayEngine {
  const budget = given.budget ?? createStorageBudget({ sql: db, now })
  return {
    mailbox: createSqlMailbox({ db, budget, limits: { ...defaultLimits, ...limits }, now }),
    bus: createSqlBus({ db, log }),
    holderOf: budget.holderOf,
  }
}

// The world that each feature of the data services is given.
import type { Chains } from '../chain/chains.js'
import type { Config } from '../config.js'
import type { Db } from '../db/db.js'
import type { Log } from '../log.js'
import type { Observer } from '../observe.js'
import type { Projects } from '../projects.js'
import type { StorageBudget } from '../storage/budget.js'
import type { DataConfig } from './config.js'
import type { Icons } from '../wallets/icons.js'

export interface DataContext {
  readonly config: Config
  readonly data: DataConfig
  readonly db: Db
  readonly log: Log
  /** Unix milliseconds. */
  readonly now: () => number
  readonly fetch: typeof globalThis.fetch
  readonly chains: Chains
  /** Who may ask. Each route is held to its `access` before it answers; one whose project stands in the body calls `projects.of`. */
  readonly projects: Projects
  readonly observer: Observer
  /** Asked before rows of strangers are stored. */
  readonly budget: StorageBudget
  readonly icons: Icons
}

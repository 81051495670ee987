// What the features of the data services are given: each gets the members that it, and what it is built upon, works with.
import type { Chains } from '../chain/chains.js'
import type { Config } from '../settings/config.js'
import type { Db } from '../db/db.js'
import type { Log } from '../operations/log.js'
import type { Observer } from '../operations/observe.js'
import type { IndexCalls } from '../limits/index-calls.js'
import type { StorageBudget } from '../limits/storage-budget.js'
import type { createGuardedFetch } from '../upstream/guarded-fetch.js'
import type { Icons } from '../wallets/icons.js'
import type { DataConfig } from './config.js'

/** All members, as `compose.ts` makes them. */
export interface DataContext {
  readonly config: Config
  readonly data: DataConfig
  readonly db: Db
  readonly log: Log
  /** Unix milliseconds. */
  readonly now: () => number
  readonly fetch: typeof globalThis.fetch
  /** Makes what fetches urls of strangers. */
  readonly createGuardedFetch: typeof createGuardedFetch
  readonly chains: Chains
  readonly observer: Observer
  /** Asked before rows of strangers are stored. */
  readonly budget: StorageBudget
  /** Asked before the index asks nodes for strangers. */
  readonly indexCalls: IndexCalls
  readonly icons: Icons
}

type Some<Members extends Exclude<keyof DataContext, 'config'>, Settings extends keyof Config = never> = Pick<
  DataContext,
  Members
> & { readonly config: Pick<Config, Settings> }

/** Names and decimals of tokens, and the pools they are traded in. */
export type AssetsContext = Some<'data' | 'chains' | 'now'>
/** For urls of pictures. */
export type PicturesContext = Some<'icons', 'publicUrl'>
/** For prices. */
export type PricesContext = AssetsContext & Some<'fetch' | 'log' | 'observer'>
/** For the token list. */
export type TokensContext = AssetsContext & PicturesContext
/** For balances. */
export type BalancesContext = PricesContext & PicturesContext & Some<never, 'chains'>
/** For swaps. */
export type SwapsContext = AssetsContext & Some<'db' | 'fetch' | 'log' | 'observer'>
/** For the on-ramp. */
export type OnrampContext = PricesContext & PicturesContext & Some<'db', 'chains' | 'host' | 'projects'>
/** Pages of a list that come back with a signed cursor. */
export type CursorContext = Some<'db' | 'now'>
/** What the index reads chains with. */
export type IndexContext = AssetsContext & Some<'db' | 'log' | 'fetch' | 'budget' | 'indexCalls'>
/** For collectibles. */
export type NftsContext = IndexContext & CursorContext & Some<'createGuardedFetch', 'host' | 'port' | 'publicUrl'>
/** For approvals. */
export type ApprovalsContext = IndexContext & CursorContext & PicturesContext
/** For the history. */
export type HistoryContext = BalancesContext & NftsContext & OnrampContext
/** For names. */
export type NamesContext = AssetsContext & Some<'db' | 'budget', 'publicUrl'>
/** For identities. */
export type IdentityContext = NamesContext & NftsContext & Some<'observer'>
/** For smart sessions. */
export type SessionsContext = AssetsContext & CursorContext & Some<'budget', 'secretKey'>
/** For analytics. */
export type AnalyticsContext = Some<
  'db' | 'log' | 'now' | 'fetch' | 'budget',
  'projects' | 'analytics' | 'adminToken' | 'storage'
>

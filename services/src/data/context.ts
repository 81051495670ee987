// What the features of the data services are given: each gets the members that it, and what it is built upon, works with.
import type { Chains } from '../chain/chains.js'
import type { Config } from '../config.js'
import type { Db } from '../db/db.js'
import type { Log } from '../log.js'
import type { Observer } from '../observe.js'
import type { StorageBudget } from '../storage/budget.js'
import type { Icons } from '../wallets/icons.js'
import type { DataConfig } from './config.js'

/** All of it, for whoever makes the features. */
export interface DataContext {
  readonly config: Config
  readonly data: DataConfig
  readonly db: Db
  readonly log: Log
  /** Unix milliseconds. */
  readonly now: () => number
  readonly fetch: typeof globalThis.fetch
  readonly chains: Chains
  readonly observer: Observer
  /** Asked before rows of strangers are stored. */
  readonly budget: StorageBudget
  readonly icons: Icons
}

type Some<Members extends Exclude<keyof DataContext, 'config'>, Settings extends keyof Config = never> = Pick<
  DataContext,
  Members
> & { readonly config: Pick<Config, Settings> }

/** Names and decimals of tokens, and the pools they are traded in. */
export type AssetsContext = Some<'data' | 'chains' | 'now'>
export type PicturesContext = Some<'icons', 'publicUrl'>
export type PricesContext = AssetsContext & Some<'fetch' | 'log' | 'observer'>
export type TokensContext = AssetsContext & PicturesContext
export type BalancesContext = PricesContext & PicturesContext & Some<never, 'chains'>
export type SwapsContext = AssetsContext & Some<'db' | 'fetch' | 'log' | 'observer'>
export type OnrampContext = PricesContext & PicturesContext & Some<'db', 'host' | 'projects'>
/** Pages of a list that come back with a signed cursor. */
export type CursorContext = Some<'db' | 'now'>
/** What the index reads chains with. */
export type IndexContext = AssetsContext & Some<'db' | 'log' | 'fetch'>
export type NftsContext = IndexContext & CursorContext & Some<never, 'host' | 'port' | 'publicUrl'>
export type HistoryContext = BalancesContext & NftsContext & OnrampContext
export type NamesContext = AssetsContext & Some<'db' | 'budget', 'publicUrl'>
export type IdentityContext = NamesContext & NftsContext & Some<'observer'>
export type SessionsContext = AssetsContext & CursorContext & Some<'budget', 'secretKey'>
export type AnalyticsContext = Some<'db' | 'log' | 'now' | 'fetch', 'projects' | 'analytics' | 'adminToken'>

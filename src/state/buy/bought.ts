// The purchases of the active account: those that its providers list, and above them those that were begun here and are not listed.
import { computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import { getHistory, type Transaction } from '../../api/history.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import type { Account } from '../../vocabulary/events.js'
import { queryForAccount } from '../account/account-query.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createPagedQuery, type Paged, type PagedQuery } from '../lib/paged-query.js'
import type { QueryState } from '../lib/query.js'
import { createPurchases, type Purchase, statusOf } from './purchases.js'

/** One purchase of the list. Texts are one visible line. */
export interface BoughtRow {
  /** Unique within the list. */
  readonly id: string
  /** Of the purchase that was begun here, if it was. */
  readonly purchase: string | undefined
  /** As the services call it; a name for people where it is none of ours. */
  readonly provider: string
  readonly symbol: string
  /** A decimal number with a point. */
  readonly amount: string | undefined
  readonly status: Purchase['status']
  /** Unix ms. */
  readonly at: number
  readonly picture: string | undefined
}

/** The purchases, as far as they are loaded. */
export interface BoughtList {
  /** Newest first. */
  readonly rows: readonly BoughtRow[]
  readonly more: Paged<unknown>['more']
  /** Some providers do not list what is bought. */
  readonly isIncomplete: boolean
}

/** What was bought. */
export interface Bought {
  /** The states and `error` are those of the first page; `value` is there with the first page, and with what was begun here. */
  readonly $bought: ReadableAtom<QueryState<BoughtList>>
  loadMore(): void
  refresh(): void
}

/** While the list is read, its first page is asked for again after this time, in ms (reference screens: 3 s; that of the services' own polling). */
const LIFETIME_MS = 4_000

/** A part. Stays `pending` and `idle` while nothing is connected, and without a data service. */
export function createBought(core: Core): Bought {
  const { data } = core.config.services
  const { $account } = core.publicState
  const { $own } = core.use(createPurchases)
  const queryOf = (account: Account): PagedQuery<Transaction> | undefined => {
    const { accountId, address, chainId } = account
    if (data === undefined) return undefined
    return createPagedQuery<Transaction>(core, {
      key: `bought ${accountId}`,
      lifetimeMs: LIFETIME_MS,
      idOf: ({ id }) => id,
      fetch: (cursor, signal) => getHistory(apiOf(core, data), { account: address, chainId, cursor, onramp: 'coinbase', signal }),
    })
  }
  const current = () => {
    const account = $account.get()
    return account && queryOf(account)
  }
  const $bought = computed([queryForAccount($account, queryOf), $own], ({ value, ...states }, own): QueryState<BoughtList> => {
    const listed = (value?.items ?? []).map((row) => rowOfListed(row, own))
    const rest = own.filter(({ id }) => !listed.some(({ purchase }) => purchase === id)).map(rowOfOwn)
    const rows = [...rest, ...listed].sort((one, other) => other.at - one.at)
    if (!value && rows.length === 0) return states
    return { ...states, value: { rows, more: value?.more ?? 'end', isIncomplete: value?.isIncomplete ?? false } }
  })
  // What is under way is asked for again; a list in which nothing can change is not.
  onMount($bought, () => {
    const timer = setInterval(() => {
      const isMoving = ({ status }: { readonly status: Purchase['status'] }) => status === 'paying' || status === 'waiting'
      if ($bought.get().value?.rows.some(isMoving)) void current()?.refresh()
    }, LIFETIME_MS)
    return () => clearInterval(timer)
  })
  return {
    $bought: readonlyType($bought),
    loadMore: () => void current()?.loadMore(),
    refresh: () => void current()?.refresh(),
  }
}

function rowOfListed({ id, metadata, transfers }: Transaction, own: readonly Purchase[]): BoughtRow {
  const { sentFrom, status, minedAt, hash } = metadata
  const got = transfers.find(({ direction }) => direction === 'in')
  const begun = own.find(({ orderId, hash: known }) => orderId === id || (known !== undefined && known === hash))
  return {
    id,
    purchase: begun?.id,
    provider: begun?.provider ?? visibleName(sentFrom) ?? '?',
    symbol: visibleName(got?.fungible_info?.symbol) ?? '?',
    amount: got?.quantity.numeric,
    status: statusOf(status),
    at: Date.parse(minedAt),
    picture: got?.fungible_info?.icon?.url ?? undefined,
  }
}

function rowOfOwn({ id, provider, symbol, amount, status, startedAt }: Purchase): BoughtRow {
  return { id: `begun ${id}`, purchase: id, provider, symbol, amount, status, at: startedAt, picture: undefined }
}

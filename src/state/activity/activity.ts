// The transactions of the active account on its chain: those of the services page by page, and above them what was sent here and is not among them yet.
import { computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Transaction } from '../../api/history.js'
import type { Account } from '../../vocabulary/events.js'
import { walletError } from '../../vocabulary/errors.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from '../account/account-query.js'
import { createTransactions } from '../account/transactions.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createPagedQuery, type Paged, type PagedQuery } from '../lib/paged-query.js'
import type { QueryState } from '../lib/query.js'
import { type ActivityMonth, createMerge, createPreparation, isWanted, nothing } from './list.js'
import type { ActivityRow } from './rows.js'

/** While the list is read, its first page is asked for again after this time, in ms. */
const LIFETIME_MS = 15_000

/** The list, as far as it is loaded. */
export interface ActivityList {
  /** What is pending first, then the newest first. */
  readonly rows: readonly ActivityRow[]
  /** In the order of the rows. */
  readonly months: readonly ActivityMonth[]
  /** How many transactions of spam are hidden. */
  readonly hidden: number
  /** The services know prices of this chain: a token without one is doubtful. */
  readonly hasPrices: boolean
  readonly more: Paged<unknown>['more']
  /** The services could not read all of their sources: transactions may be missing. */
  readonly isIncomplete: boolean
}

/** The transactions of the active account. */
export interface Activity {
  /**
   * The states and `error` are those of the first page, with `HISTORY_UNAVAILABLE` for any failure; `value` is there with the first page, with the first
   * failure, and with the first transaction that waits for the network. Asked for by the first reader, then every 15 seconds.
   */
  readonly $activity: ReadableAtom<QueryState<ActivityList>>
  /** Loads the next page, or again the one that has failed; joins a pending request. */
  loadMore(): void
  /** Asks for the newest transactions. */
  refresh(): void
}

/** A part. Stays `pending` and `idle` while nothing is connected, and without a data service. */
export function createActivity(core: Core): Activity {
  const { data } = core.config.services
  const { $account } = core.publicState
  const { $own } = core.use(createTransactions)

  const queryOf = (account: Account): PagedQuery<Transaction> | undefined => {
    const { accountId, address, chainId } = account
    const about = (cursor: string | undefined) => ({
      address,
      projectId: core.config.projectId,
      cursor,
      isSmartAccount: account.type === 'smartAccount',
    })
    if (data === undefined) return undefined
    return createPagedQuery<Transaction>(core, {
      key: `activity ${accountId}`,
      lifetimeMs: LIFETIME_MS,
      polls: true,
      idOf: ({ id }) => id,
      onMore: (cursor) => core.emit('event', { name: 'LOAD_MORE_TRANSACTIONS', ...about(cursor) }),
      onFailure: (cursor) => core.emit('event', { name: 'ERROR_FETCH_TRANSACTIONS', ...about(cursor) }),
      async fetch(cursor, signal) {
        const { getHistory } = await import('../../api/history.js').catch(unreachable)
        return getHistory(apiOf(core, data), { account: address, chainId, cursor, signal })
      },
    })
  }
  const current = () => {
    const account = $account.get()
    return account && queryOf(account)
  }

  const $pages = queryForAccount($account, queryOf)
  const prepare = createPreparation()
  const merge = createMerge()
  const $activity = computed([$pages, $own, $account], (pages, own, account): QueryState<ActivityList> => {
    const { value, error, ...states } = pages
    const loaded = account && value ? prepare(value.items, account.chainId) : nothing
    const sent = own.filter(isWanted(loaded, states.status, value?.more))
    const { rows, months } = merge(loaded, own, sent, core.deps.now())
    const hasList = value !== undefined || states.status === 'error' || rows.length > 0
    return {
      ...states,
      ...(error ? { error: walletError('HISTORY_UNAVAILABLE', { cause: error }) } : {}),
      ...(hasList
        ? {
            value: {
              rows,
              months,
              hidden: loaded.hidden,
              hasPrices: loaded.hasPrices,
              more: value?.more ?? 'end',
              isIncomplete: value?.isIncomplete ?? false,
            },
          }
        : {}),
    }
  })
  onMount($activity, () => {
    let before = $own.get()
    return $own.listen((own) => {
      const wasPending = (hash: string) => before.some((each) => each.hash === hash && each.status === 'pending')
      const hasSettled = own.some(({ hash, status }) => status !== 'pending' && wasPending(hash))
      before = own
      if (hasSettled) void current()?.refresh()
    })
  })
  return {
    $activity: readonlyType($activity),
    loadMore: () => void current()?.loadMore(),
    refresh: () => void current()?.refresh(),
  }
}

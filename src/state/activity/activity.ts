// The transactions of the active account on its chain: those of the services page by page, and above them what was sent here and is not among them yet.
import { computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Transaction } from '../../api/history.js'
import type { Account } from '../../vocabulary/events.js'
import { walletError } from '../../vocabulary/errors.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { queryForAccount } from '../account/account-query.js'
import { createTransactions, type SentTransaction } from '../account/transactions.js'
import type { Core } from '../core.js'
import { apiOf } from '../lib/api.js'
import { createPagedQuery, type Paged, type PagedQuery } from '../lib/paged-query.js'
import type { QueryState } from '../lib/query.js'
import { type ActivityRow, idOfSent, isSpam, rowOf, rowOfSent } from './rows.js'

/** While the list is read, its first page is asked for again after this time, in ms. */
const LIFETIME_MS = 15_000

/** The rows of one month, which follow each other in the list. */
export interface ActivityMonth {
  /** Months from the year 0. */
  readonly month: number
  /** Index of its first row. */
  readonly from: number
}

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
  const $activity = computed([$pages, $own, $account], (pages, own, account): QueryState<ActivityList> => {
    const { value, error, ...states } = pages
    const loaded = account && value ? prepare(value.items, account.chainId) : nothing
    const sent = own.filter(isWanted(loaded, states.status, value?.more))
    const rows = sorted([...sent.map((each) => rowOfSent(each, core.deps.now())), ...withFate(loaded.rows, own)])
    const hasList = value !== undefined || states.status === 'error' || rows.length > 0
    return {
      ...states,
      ...(error ? { error: walletError('HISTORY_UNAVAILABLE', { cause: error }) } : {}),
      ...(hasList
        ? {
            value: {
              rows,
              months: monthsOf(rows),
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

/** The transactions of a list of pages as rows. */
interface Prepared {
  readonly rows: readonly ActivityRow[]
  readonly hidden: number
  readonly hasPrices: boolean
  readonly hashes: ReadonlySet<string>
}
const nothing: Prepared = { rows: [], hidden: 0, hasPrices: false, hashes: new Set() }

/** Makes the rows of transactions. Each transaction is read once, however often pages are added to the list. */
function createPreparation(): (items: readonly Transaction[], chainId: string) => Prepared {
  const known = new WeakMap<Transaction, ActivityRow>()
  let last: { readonly items: readonly Transaction[]; readonly chainId: string; readonly prepared: Prepared } | undefined
  return (items, chainId) => {
    if (last?.items === items && last.chainId === chainId) return last.prepared
    const rows: ActivityRow[] = []
    const hashes = new Set<string>()
    let [hidden, hasPrices] = [0, false]
    for (const item of items) {
      if ((item.metadata.chain ?? chainId) !== chainId) continue // the services were asked about this chain
      if (isSpam(item)) {
        hidden++
        continue
      }
      const row = known.get(item) ?? rowOf(item)
      known.set(item, row)
      rows.push(row)
      hashes.add(keyOf(row.hash))
      hasPrices ||= row.shown.some(({ worth }) => worth !== undefined)
    }
    const prepared: Prepared = { rows, hidden, hasPrices, hashes }
    last = { items, chainId, prepared }
    return prepared
  }
}

/** Whether a transaction that was sent here is shown: it is not among those of the service, and not older than what is loaded of them. */
function isWanted({ rows, hashes }: Prepared, status: QueryState<unknown>['status'], more: Paged<unknown>['more'] | undefined) {
  const oldest = rows.at(-1)?.at
  return (sent: SentTransaction): boolean => {
    if (hashes.has(keyOf(sent.hash))) return false
    if (sent.status === 'pending') return true
    if (more === undefined) return status === 'error'
    return more === 'end' || oldest === undefined || sent.sentAt >= oldest
  }
}

/**
 * Rows of the service. Those of transactions that were sent here keep the id that they had before the service knew them, so that they keep focus too; where
 * the service calls one pending whose end is known here already, it has that.
 */
function withFate(rows: readonly ActivityRow[], own: readonly SentTransaction[]): readonly ActivityRow[] {
  if (own.length === 0) return rows
  const sentBy = new Map(own.map((sent) => [keyOf(sent.hash), sent]))
  return rows.map((row) => {
    const sent = sentBy.get(keyOf(row.hash))
    if (!sent) return row
    sentBy.delete(keyOf(row.hash)) // an id is there once, also where the service lists a transaction twice
    const status = row.status === 'pending' && sent.status !== 'pending' ? sent.status : row.status
    return { ...row, id: idOfSent(sent), status }
  })
}

/** Pages come in order, so that this has little to do. */
function sorted(rows: ActivityRow[]): readonly ActivityRow[] {
  const isFirst = ({ id, status }: ActivityRow) => status === 'pending' && id.startsWith('sent ')
  return rows.sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)) || other.at - one.at)
}

function monthsOf(rows: readonly ActivityRow[]): readonly ActivityMonth[] {
  const months: ActivityMonth[] = []
  for (const [from, { month }] of rows.entries()) if (months.at(-1)?.month !== month) months.push({ month, from })
  return months
}

/** EVM hashes are hex digits, which differ in case at most; those of other ecosystems are compared as they are. */
const keyOf = (hash: string) => (hash.startsWith('0x') ? hash.toLowerCase() : hash)

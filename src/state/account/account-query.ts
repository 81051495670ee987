// A store with the state of a query about the connected account. It follows the account when that changes.
import { atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account } from '../../vocabulary/events.js'
import type { Query, QueryState } from '../lib/query.js'

/**
 * Follows the query that `queryOf` makes for the account in `$account`, and changes to another query when the account changes. The query
 * starts with the first reader of the returned store.
 * @returns the state of that query; `pending` and `idle` while nothing is connected, or when `queryOf` returns undefined for the account
 */
export function queryForAccount<T>(
  $account: ReadableAtom<Account | undefined>,
  queryOf: (account: Account) => Query<T> | undefined,
): ReadableAtom<QueryState<T>> {
  const nothing: QueryState<T> = { status: 'pending', fetchStatus: 'idle' }
  const $state = atom(nothing)
  onMount($state, () => {
    let stop = () => {}
    const unfollow = $account.subscribe((account) => {
      stop()
      stop = () => {}
      const query = account && queryOf(account)
      if (query) stop = query.$state.subscribe((state) => $state.set(state))
      else $state.set(nothing)
    })
    return () => {
      stop()
      unfollow()
    }
  })
  return readonlyType($state)
}

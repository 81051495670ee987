// What is to be known of the connected account, whichever that is now.
import { atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Account } from '../events.js'
import type { Query, QueryState } from './lib/query.js'

/** The state of the account's own query. `pending` and `idle` while nothing is connected, or `queryOf` has no question for the account. */
export function ofAccount<T>(
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

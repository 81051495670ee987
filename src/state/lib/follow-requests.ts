// A store that follows the query of a request, which changes while somebody types: the query of an older request is left and cancelled, so that its answer
// never stands for a newer one.
import { atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import type { Query, QueryState } from './query.js'

const nothing = { status: 'pending', fetchStatus: 'idle' } as const
const waiting = { status: 'pending', fetchStatus: 'fetching' } as const

/** How `followRequests` follows. */
export interface FollowOptions {
  /** Waits so many ms for a next request before it asks; in the meantime the state is `fetching`. */
  readonly delayMs?: number | undefined
  /** Asks again so many ms after each answer, as long as there are readers. An answer waits while the page is hidden or offline. */
  readonly everyMs?: number | undefined
}

/**
 * The state of the query that `queryOf` makes for the request; `pending` and `idle` without a request. Requests are compared by identity.
 * It asks nothing while it has no readers.
 */
export function followRequests<R, T>(
  $request: ReadableAtom<R | undefined>,
  queryOf: (request: R) => Query<T>,
  { delayMs = 0, everyMs }: FollowOptions = {},
): ReadableAtom<QueryState<T>> & { refresh(): void } {
  const $state = atom<QueryState<T>>(nothing)
  let current: Query<T> | undefined
  onMount($state, () => {
    let leave = () => {}
    let timer: ReturnType<typeof setTimeout> | undefined
    let next: ReturnType<typeof setTimeout> | undefined

    const enter = (request: R) => {
      const query = (current = queryOf(request))
      const stop = query.$state.subscribe((state) => {
        $state.set(state)
        clearTimeout(next)
        const hasEnded = state.fetchStatus === 'idle' && state.status !== 'pending'
        if (everyMs !== undefined && hasEnded) next = setTimeout(() => void query.refresh(), everyMs)
      })
      // One that was left a moment ago is still mounted, was cancelled, and starts no request by itself.
      const { status, fetchStatus } = query.$state.get()
      if (status === 'pending' && fetchStatus === 'idle') void query.refresh()
      leave = () => {
        stop()
        clearTimeout(next)
        query.cancel()
      }
    }
    const quit = () => {
      clearTimeout(timer)
      leave()
      leave = () => {}
      current = undefined
    }
    const unfollow = $request.subscribe((request) => {
      quit()
      if (request === undefined) return $state.set(nothing)
      if (delayMs === 0) return enter(request)
      $state.set(waiting)
      timer = setTimeout(() => enter(request), delayMs)
    })
    return () => {
      unfollow()
      quit()
    }
  })
  return Object.assign(readonlyType($state), { refresh: () => void current?.refresh() })
}

// A paged query loads a list page by page for its readers. Each page is a query, so that retries, pauses and lifetimes are those of queries. The first page
// is asked for again when it is old; what is new in it goes in front of the pages that are there.
import { atom, readonlyType } from 'nanostores'
import type { Core } from '../core.js'
import { createAttention } from './attention.js'
import { kept, type Keeping } from './kept.js'
import { createQuery, mayPoll, type Query, type QueryState } from './query.js'

/** A page as a service answers it. */
export interface PageOf<T> {
  readonly data: readonly T[]
  /** Cursor of the next page; undefined on the last. */
  readonly next: string | undefined
  /** The service could not read all of its sources. */
  readonly isIncomplete?: boolean | undefined
}

/** The pages that are loaded. */
export interface Paged<T> {
  /** In the order of the service; no two with the same id. The same array as before if nothing has changed. */
  readonly items: readonly T[]
  /** The next page: there is none (`end`), it can be asked for, it is asked for, it waits until the tab is online and visible, or it has failed. */
  readonly more: 'end' | 'ready' | 'fetching' | 'paused' | 'failed'
  /** A service could not read all of its sources: `items` may have gaps. */
  readonly isIncomplete: boolean
}

/** What a paged query loads, and when it does so again. */
export interface PagedQueryOptions<T> {
  /** Names the query within the core: one key is one query. */
  readonly key: string
  /** Loads a page; `cursor` is undefined for the first. */
  readonly fetch: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<T>>
  /** What distinguishes two items of the list. */
  readonly idOf: (item: T) => string
  /** How long after a success a new reader causes no new request for the first page. */
  readonly lifetimeMs: number
  /** While there are readers, the first page is asked for again after each lifetime, see `mayPoll`. Default: no. */
  readonly polls?: boolean
  /** Called when a page after the first is asked for, its retries apart. */
  readonly onMore?: (cursor: string) => void
  /** Called when a page could not be loaded, its retries included. `cursor` is undefined for the first page. */
  readonly onFailure?: (cursor: string | undefined) => void
}

/** A list of pages, and how to load more. The states and `error` of `$state` are those of the first page. */
export interface PagedQuery<T> extends Query<Paged<T>> {
  /** Loads the next page, or again the one that has failed; joins a pending request. Does nothing before the first page, and at the end. */
  loadMore(): Promise<void>
}

/**
 * The paged query of `options.key`, made at the first call; a later call with the same key gets the same one, whatever its other options. Five minutes after
 * its last reader has left, or after a `refresh` without a reader, it forgets its pages.
 */
export function createPagedQuery<T>(core: Core, options: PagedQueryOptions<T>): PagedQuery<T> {
  return kept(core, options.key, () => makePagedQuery(core, options))
}

/** The request for a later page. */
interface More<T> {
  readonly cursor: string
  readonly query: Query<PageOf<T>>
}

/** A list ends after so many pages in a row that brought nothing new. */
const BARREN_MAX_COUNT = 5

const nothing: Paged<never> = { items: [], more: 'end', isIncomplete: false }

function makePagedQuery<T>(core: Core, options: PagedQueryOptions<T>): Keeping<PagedQuery<T>> {
  const { key, fetch, idOf, lifetimeMs, polls = false, onMore, onFailure } = options
  const { $active } = core.use(createAttention)
  const queryOf = (cursor: string | undefined) =>
    createQuery(core, {
      key: `${key} page ${cursor ?? ''}`,
      lifetimeMs,
      fetch: (signal) => fetch(cursor, signal),
    })
  let first = queryOf(undefined)
  let list: Paged<T> = nothing
  /** Index in the list by id, so that a page costs no more the longer the list is. */
  let places = new Map<string, number>()
  let next: string | undefined
  /** Cursors of pages that have come, and how many of the last of these brought nothing new. */
  const used = new Set<string>()
  let barren = 0
  /** Pages after the first had gaps. */
  let hasGaps = false
  let seen: PageOf<T> | undefined // the first page that `list` has
  let more: More<T> | undefined
  let stopMore = () => {}
  let state: QueryState<Paged<T>> = { status: 'pending', fetchStatus: 'idle' } // read here, because `$state.get()` would count as a reader
  const $state = atom(state)
  const set = (changed: QueryState<Paged<T>>) => $state.set((state = changed))

  const show = (changes: Partial<Paged<T>>) => {
    list = { ...list, ...changes }
    if (state.value) set({ ...state, value: list })
  }
  const dropMore = () => {
    stopMore()
    stopMore = () => {}
    more?.query.cancel()
    more = undefined
  }

  function showFirst({ value: page, ...rest }: QueryState<PageOf<T>>) {
    if (!page && seen) forgetList() // the query has been collected
    if (page && page !== seen) joinFirst(page)
    const hasFailed = rest.status === 'error' && rest.fetchStatus === 'idle' && state.fetchStatus !== 'idle'
    set({ ...rest, ...(seen ? { value: list } : {}) })
    if (hasFailed) onFailure?.(undefined)
  }

  /**
   * What the list has up to the last item that the page has too gives way to the page. A page that has nothing of the list begins it anew. A page with gaps
   * takes nothing away.
   */
  function joinFirst(page: PageOf<T>) {
    seen = page
    const ids = new Set<string>()
    const fresh: T[] = []
    let last = -1
    for (const item of page.data) {
      const id = idOf(item)
      if (ids.has(id)) continue
      ids.add(id)
      const place = places.get(id) ?? -1
      fresh.push(sameAs(list.items[place], item))
      last = Math.max(last, place)
    }
    const isPartial = page.isIncomplete === true && list.items.length > 0
    const isEnd = page.next === undefined || last < 0
    const rest = isPartial ? list.items.filter((item) => !ids.has(idOf(item))) : isEnd ? [] : list.items.slice(last + 1)
    // What is asked for after the first page still follows it.
    const leadsToMore = more !== undefined && last >= 0 && page.next === more.cursor
    if (rest.length === 0 && !isPartial && !leadsToMore) {
      dropMore()
      next = page.next
      hasGaps = false
      used.clear()
      barren = 0
    }
    const items = [...fresh, ...rest]
    list = {
      items: placed(items),
      more: more ? list.more : next === undefined ? 'end' : 'ready',
      isIncomplete: hasGaps || page.isIncomplete === true,
    }
  }

  function showMore({ cursor }: More<T>, { status, fetchStatus, value: page }: QueryState<PageOf<T>>) {
    if (fetchStatus !== 'idle') return show({ more: fetchStatus })
    if (status === 'error') {
      stopMore() // or it would be asked for again when the tab comes back, which is what `loadMore` is for
      show({ more: 'failed' })
      return onFailure?.(cursor)
    }
    if (!page) return // it has not begun
    dropMore()
    const fresh: T[] = []
    for (const item of page.data) {
      const id = idOf(item)
      if (places.has(id)) continue
      places.set(id, list.items.length + fresh.length)
      fresh.push(item)
    }
    used.add(cursor)
    barren = fresh.length === 0 ? barren + 1 : 0
    // A service that leads in a circle, or on and on to nothing new, would be asked for ever.
    next = barren >= BARREN_MAX_COUNT || used.has(page.next ?? '') ? undefined : page.next
    hasGaps ||= page.isIncomplete === true
    const items = fresh.length === 0 ? list.items : [...list.items, ...fresh]
    show({ items, more: next === undefined ? 'end' : 'ready', isIncomplete: hasGaps || list.isIncomplete })
  }

  /** `items` with their places; those that the list has already if they are the same. */
  function placed(items: readonly T[]): readonly T[] {
    if (isSameList(list.items, items)) return list.items
    places = new Map(items.map((item, place) => [idOf(item), place]))
    return items
  }

  function loadMore(): Promise<void> {
    if (!seen || list.more === 'end' || next === undefined) return Promise.resolve()
    if (more && list.more !== 'failed') return more.query.refresh() // joins the pending request
    const asked: More<T> = (more ??= { cursor: next, query: queryOf(next) })
    onMore?.(asked.cursor)
    const ended = asked.query.refresh()
    followMore(asked)
    return ended
  }

  function followMore(asked: More<T>) {
    stopMore()
    stopMore = asked.query.$state.subscribe((given) => {
      if (more === asked) showMore(asked, given)
    })
  }

  function forgetList() {
    dropMore()
    list = nothing
    places.clear()
    next = seen = undefined
    hasGaps = false
    used.clear()
    barren = 0
  }

  function whileRead() {
    first = queryOf(undefined) // the former may have been collected
    const stop = first.$state.subscribe(showFirst)
    const timer = polls
      ? setInterval(() => {
          if ($active.get() && state.fetchStatus === 'idle' && mayPoll(state)) void first.refresh()
        }, lifetimeMs)
      : undefined
    if (more && list.more !== 'failed') {
      followMore(more) // it was left while it was asked for
    }
    return () => {
      stop()
      stopMore()
      clearInterval(timer)
    }
  }

  return {
    query: {
      $state: readonlyType($state),
      refresh() {
        if (!core.signal.aborted) first = queryOf(undefined) // the former may have been collected
        return first.refresh()
      },
      loadMore,
      cancel() {
        first.cancel()
        if (!more) return
        dropMore()
        show({ more: 'ready' })
      },
    },
    whileRead,
    forget() {
      forgetList()
      set({ status: 'pending', fetchStatus: 'idle' })
    },
  }
}

/** `before` if both say the same, so that what was made from it can be kept. */
function sameAs<T>(before: T | undefined, item: T): T {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(item) ? before : item
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, at) => item === other[at])

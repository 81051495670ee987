// The list of the All wallets view: installed, featured and custom wallets, then the wallet list service page by page; with search and a filter for
// certified wallets.
import { atom, computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import { SEARCH_DELAY_MS, WALLETS_PER_PAGE_COUNT } from '../../vocabulary/constants.js'
import type { WalletError } from '../../vocabulary/errors.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { Core } from '../core.js'
import { asWalletError } from '../lib/operation.js'
import { reportSetupError } from '../lib/report-setup-error.js'
import { fromEntry } from './merge-wallets.js'
import { openWalletSource, type Page } from './wallet-source.js'
import { createWallets } from './wallets.js'

/** What the All wallets view shows. */
export interface AllWalletsList {
  readonly wallets: readonly Wallet[]
  /** `error`: the last request failed; the wallets of earlier requests stay. */
  readonly status: 'loading' | 'ready' | 'error'
  /** There is a further page, see `AllWallets.loadMore`. */
  readonly hasMore: boolean
  /** Number of matching wallets, those that are not loaded yet included. */
  readonly total: number
  readonly error?: WalletError | undefined
  readonly query: string
  readonly certifiedOnly: boolean
}

/** The list and what changes it. */
export interface AllWallets {
  /** Its first reader requests the first page. */
  readonly $list: ReadableAtom<AllWalletsList>
  /** Searches 300 ms after the last call, for at most 100 results (specification §9). An empty text returns to the pages. */
  setQuery(text: string): void
  /** Lists certified wallets only, or all; requests the list anew. */
  setCertifiedOnly(only: boolean): void
  /** Requests the next page of 40 (specification §9). Does nothing while a request is pending, after an error, while searching, or at the end. */
  loadMore(): void
  /** Repeats the request that has failed. Does nothing in another status. */
  retry(): void
}

/** The state of the wallet list service's part of the list. */
interface Loaded {
  readonly remote: readonly Wallet[]
  readonly pages: number
  readonly total: number
  readonly hasMore: boolean
  readonly status: AllWalletsList['status']
  readonly error?: WalletError | undefined
}

const empty: Loaded = { remote: [], pages: 0, total: 0, hasMore: false, status: 'loading' }

/** A part. Without a wallet list service it lists only the wallets of the Connect view. */
export function createAllWallets(core: Core): AllWallets {
  const wallets = core.use(createWallets)
  const hasList = core.config.services.wallets !== undefined
  const $filter = atom({ query: '', certifiedOnly: false })
  const $loaded = atom<Loaded>(hasList ? empty : { ...empty, status: 'ready' })
  let browsed: Loaded | undefined // the pages, kept while a search is shown
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }
  core.onEnd(stop)

  /** Sends a request and aborts the one before it, so that a late answer never replaces a newer one. */
  async function load(
    ask: (signal: AbortSignal) => Promise<{ page: Page; row: (entry: Page['data'][number]) => Wallet }>,
    put: (page: Page, rows: readonly Wallet[]) => Loaded,
  ) {
    stop()
    if (core.signal.aborted || !hasList) return
    const controller = (running = new AbortController())
    const { error: _error, ...loaded } = $loaded.get()
    $loaded.set({ ...loaded, status: 'loading' })
    try {
      const { page, row } = await ask(controller.signal)
      if (running === controller) $loaded.set(put(page, page.data.map(row)))
    } catch (thrown) {
      if (running === controller) {
        const error = asWalletError(thrown)
        reportSetupError(core, error)
        $loaded.set({ ...$loaded.get(), status: 'error', error })
      }
    }
    if (running === controller) running = undefined
  }

  const loadPage = (number: number) =>
    load(
      async (signal) => {
        const source = await openWalletSource(core)
        return { page: await source.page(number, $filter.get(), signal), row: (entry) => fromEntry(entry, source.imageUrl) }
      },
      (page, rows) => {
        const before = number === 1 ? [] : $loaded.get().remote
        // An empty page ends the list, whatever the count is, so that a wrong count causes no endless requests.
        const hasMore = rows.length > 0 && number * WALLETS_PER_PAGE_COUNT < page.count
        return { remote: [...before, ...rows], pages: number, total: page.count, hasMore, status: 'ready' }
      },
    )
  const loadSearch = (text: string) =>
    load(
      async (signal) => {
        const source = await openWalletSource(core)
        return { page: await source.search(text, $filter.get(), signal), row: (entry) => fromEntry(entry, source.imageUrl) }
      },
      (page, rows) => ({ remote: rows, pages: 0, total: page.count, hasMore: false, status: 'ready' }),
    )

  const begin = () => {
    const { query } = $filter.get()
    if (query) void loadSearch(query)
    else void loadPage(1)
  }

  const $list = computed(
    [$loaded, $filter, wallets.$connect, wallets.$featured],
    (loaded, filter, connect, featured): AllWalletsList => {
      const text = filter.query.toLowerCase()
      const matches = (wallet: Wallet) =>
        (!filter.certifiedOnly || wallet.certified) &&
        (text === '' || [wallet.name, wallet.rdns ?? ''].some((field) => field.toLowerCase().includes(text)))
      const here = [...connect.detected, ...featured, ...wallets.custom].filter(matches)
      const rows = wallets.arrange([...here, ...loaded.remote])
      return {
        wallets: rows,
        status: loaded.status,
        hasMore: loaded.hasMore,
        total: Math.max(rows.length, loaded.total + (text === '' ? featured.filter(matches).length : 0)), // the service's pages exclude the featured wallets
        ...(loaded.error ? { error: loaded.error } : {}),
        ...filter,
      }
    },
  )
  onMount($list, () => {
    if (hasList && $loaded.get().pages === 0 && !running) begin()
  })

  return {
    $list: readonlyType($list),
    setQuery(text) {
      const query = text.trim()
      const before = $filter.get()
      if (query === before.query) return
      if (before.query === '' && $loaded.get().status === 'ready') browsed = $loaded.get()
      $filter.set({ ...before, query })
      stop()
      if (!hasList) return
      if (query === '') {
        if (browsed) $loaded.set(browsed)
        else void loadPage(1)
        return
      }
      $loaded.set({ ...empty, remote: [] }) // remove the rows of the last search
      timer = setTimeout(() => void loadSearch(query), SEARCH_DELAY_MS)
    },
    setCertifiedOnly(only) {
      if ($filter.get().certifiedOnly === only) return
      browsed = undefined
      $filter.set({ ...$filter.get(), certifiedOnly: only })
      if (hasList) $loaded.set(empty)
      begin()
    },
    loadMore() {
      const { hasMore, status, pages } = $loaded.get()
      if (hasMore && status === 'ready' && $filter.get().query === '') void loadPage(pages + 1)
    },
    retry() {
      const { status, pages } = $loaded.get()
      if (status !== 'error') return
      if (pages > 0 && $filter.get().query === '') void loadPage(pages + 1)
      else begin()
    },
  }
}

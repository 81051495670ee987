// The All wallets view: everything from here first, then the directory page by page; search; certified only.
import { atom, computed, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import { SEARCH_DELAY_MS, WALLETS_PER_PAGE_COUNT } from '../constants.js'
import type { WalletError } from '../errors.js'
import type { Wallet } from '../wallet.js'
import type { Core } from './core.js'
import { asWalletError } from './lib/operation.js'
import { tellDeveloper } from './tell-developer.js'
import { fromEntry } from './wallet-list.js'
import { openWalletSource, type Page } from './wallet-directory.js'
import { createWallets } from './wallets.js'

export interface DirectoryList {
  readonly wallets: readonly Wallet[]
  /** `error`: the last request failed; what was there before stays. */
  readonly status: 'loading' | 'ready' | 'error'
  readonly hasMore: boolean
  /** Matches of the whole directory, not only those loaded. */
  readonly total: number
  readonly error?: WalletError | undefined
  readonly query: string
  readonly certifiedOnly: boolean
}

export interface Directory {
  /** Its first reader asks for the first page. */
  readonly $list: ReadableAtom<DirectoryList>
  /** Searches 300 ms after the last call; at most 100 results. Empty: back to the pages. */
  setQuery(text: string): void
  setCertifiedOnly(only: boolean): void
  /** The next page of 40; nothing while one is on its way, while searching, or at the end. */
  loadMore(): void
  retry(): void
}

interface Loaded {
  readonly remote: readonly Wallet[]
  readonly pages: number
  readonly total: number
  readonly hasMore: boolean
  readonly status: DirectoryList['status']
  readonly error?: WalletError | undefined
}

const empty: Loaded = { remote: [], pages: 0, total: 0, hasMore: false, status: 'loading' }

export function createDirectory(core: Core): Directory {
  const wallets = core.use(createWallets)
  const hasDirectory = core.config.services.wallets !== undefined
  const $filter = atom({ query: '', certifiedOnly: false })
  const $loaded = atom<Loaded>(hasDirectory ? empty : { ...empty, status: 'ready' })
  let browsed: Loaded | undefined // the pages, kept while a search is shown
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }
  core.onEnd(stop)

  /** A newer request ends the one before it: a slow older answer never overwrites a newer one. */
  async function load(
    ask: (signal: AbortSignal) => Promise<{ page: Page; row: (entry: Page['data'][number]) => Wallet }>,
    put: (page: Page, rows: readonly Wallet[]) => Loaded,
  ) {
    stop()
    if (core.signal.aborted || !hasDirectory) return
    const controller = (running = new AbortController())
    const { error: _error, ...loaded } = $loaded.get()
    $loaded.set({ ...loaded, status: 'loading' })
    try {
      const { page, row } = await ask(controller.signal)
      if (running === controller) $loaded.set(put(page, page.data.map(row)))
    } catch (thrown) {
      if (running === controller) {
        const error = asWalletError(thrown)
        tellDeveloper(core, error)
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
        // An empty page ends the list, whatever the count says: no loop of requests.
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
    (loaded, filter, connect, featured): DirectoryList => {
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
        total: Math.max(rows.length, loaded.total + (text === '' ? featured.filter(matches).length : 0)), // pages leave the featured out
        ...(loaded.error ? { error: loaded.error } : {}),
        ...filter,
      }
    },
  )
  onMount($list, () => {
    if (hasDirectory && $loaded.get().pages === 0 && !running) begin()
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
      if (!hasDirectory) return
      if (query === '') {
        if (browsed) $loaded.set(browsed)
        else void loadPage(1)
        return
      }
      $loaded.set({ ...empty, remote: [] }) // rows of the last search are no answer to this one
      timer = setTimeout(() => void loadSearch(query), SEARCH_DELAY_MS)
    },
    setCertifiedOnly(only) {
      if ($filter.get().certifiedOnly === only) return
      browsed = undefined
      $filter.set({ ...$filter.get(), certifiedOnly: only })
      if (hasDirectory) $loaded.set(empty)
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

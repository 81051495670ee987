// Keeps the balances of the active account fresh while a view shows them, and asks for all of them anew when the visitor wants that.
import { atom, onMount, readonlyType, type ReadableAtom } from 'nanostores'
import { NATIVE_BALANCE_CACHE_MS } from '../../vocabulary/constants.js'
import type { Core } from '../core.js'
import { createAttention } from '../lib/attention.js'
import { mayPoll } from '../lib/query.js'
import { createAssets } from './assets.js'
import { createNativeBalance } from './native-balance.js'
import { createPortfolio } from './portfolio.js'

/** Fresh balances. */
export interface BalanceRefresh {
  /**
   * True while the visitor's own `refresh` runs. While this store has readers, balances are asked for again when their lifetime has passed; not while the
   * tab is hidden or offline, and not after HTTP 503 until a request has succeeded.
   */
  readonly $isRefreshing: ReadableAtom<boolean>
  /** Asks for all balances whatever their lifetime; tokens are read from the chain, not from caches. Never rejects. */
  refresh(): Promise<void>
}

/** A part. */
export function createBalanceRefresh(core: Core): BalanceRefresh {
  const native = core.use(createNativeBalance)
  const portfolio = core.use(createPortfolio)
  const { $assets } = core.use(createAssets)
  const { $active } = core.use(createAttention)
  const hasPortfolio = core.config.services.data !== undefined
  const $isRefreshing = atom(false)

  onMount($isRefreshing, () => {
    const polled = [
      { $state: native.$balance, refresh: () => native.refresh() },
      ...(hasPortfolio ? [{ $state: portfolio.$balances, refresh: () => portfolio.refresh() }] : []),
    ]
    const stops = polled.map(({ $state }) => $state.listen(() => undefined)) // keeps the present state readable
    const timer = setInterval(() => {
      if (!$active.get()) return
      for (const { $state, refresh } of polled) if (mayPoll($state.get())) void refresh()
    }, NATIVE_BALANCE_CACHE_MS)
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  })

  return {
    $isRefreshing: readonlyType($isRefreshing),
    async refresh() {
      $isRefreshing.set(true)
      const held = $assets.get().map(({ id }) => id)
      try {
        await Promise.all([native.refresh(), hasPortfolio ? portfolio.refresh(held) : undefined])
      } finally {
        $isRefreshing.set(false)
      }
    },
  }
}

// The values of `modal.watch` that are about what an account has and does. Loaded with the first of them that a page watches.
import type { ReadableAtom } from 'nanostores'
import type { Core } from '../state/core.js'
import { createAssets } from '../state/account/assets.js'
import { createPortfolio } from '../state/account/portfolio.js'
import { plainMoney } from '../vocabulary/money.js'
import type { Watchable } from '../vocabulary/watchable.js'

/** How each value is watched: calls `tell` with the present one and each later one, and returns the stop function. */
type Watches = { readonly [What in AccountValue]: (core: Core, tell: (value: Watchable[What]) => void) => () => void }
/** The values of this module. */
export type AccountValue = 'portfolio'

/** By name of the value. */
export const accountWatches: Watches = {
  portfolio(core, tell) {
    const { $assets, $worth } = core.use(createAssets)
    const { $balances } = core.use(createPortfolio)
    return either([$assets, $worth, $balances], () => {
      const { status, value, updatedAt, error } = $balances.get()
      const worth = $worth.get()
      tell({
        status,
        assets: $assets.get(),
        worth: worth === undefined ? undefined : plainMoney(worth),
        isIncomplete: value?.isIncomplete ?? false,
        updatedAt,
        error: status === 'error' ? error : undefined,
      })
    })
  },
}

/** Calls `tell` now, and when one of the stores changes, once for changes of the same moment. Returns the stop function. */
function either(stores: readonly ReadableAtom<unknown>[], tell: () => void): () => void {
  let isWaiting = false
  let isStopped = false
  const later = () => {
    if (isWaiting) return
    isWaiting = true
    queueMicrotask(() => {
      isWaiting = false
      if (!isStopped) tell()
    })
  }
  const stops = stores.map((store) => store.listen(later))
  later()
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}

// The values of `modal.watch` that are about what an account has and does. Loaded with the first of them that a page watches.
import type { ReadableAtom } from 'nanostores'
import type { Core } from '../state/core.js'
import { createAssets } from '../state/account/assets.js'
import { createPortfolio } from '../state/account/portfolio.js'
import { createActivity } from '../state/activity/activity.js'
import { createApprovals } from '../state/approvals/approvals.js'
import { createPurchases } from '../state/buy/purchases.js'
import type { QueryState } from '../state/lib/query.js'
import { createNfts } from '../state/nfts/nfts.js'
import { createSmartSessions } from '../state/smart-sessions/smart-sessions.js'
import { presetQuote } from '../state/swap/preset-quote.js'
import { createSwapTokens, findToken } from '../state/swap/swap-tokens.js'
import { readAmount } from '../vocabulary/amount-input.js'
import { visibleName } from '../vocabulary/visible-name.js'
import { walletError } from '../vocabulary/errors.js'
import { plainMoney } from '../vocabulary/money.js'
import type { ListState, SwapQuestion, SwapQuoteState } from '../vocabulary/account-values.js'
import type { Watchable } from '../vocabulary/watchable.js'

/** The values of this module. */
export type AccountValue = 'portfolio' | 'activity' | 'nfts' | 'approvals' | 'smartSessions' | 'purchases' | 'swapQuote'
/** How a value is watched: calls `tell` with the present one and each later one, and returns the stop function. */
type Watch<What extends AccountValue> = (core: Core, tell: (value: Watchable[What]) => void, about: unknown) => () => void

/** By name of the value. */
export const accountWatches: { readonly [What in AccountValue]: Watch<What> } = {
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
  activity(core, tell) {
    const { $activity, loadMore } = core.use(createActivity)
    const guarded = guardedList(tell, loadMore)
    return $activity.subscribe((state) =>
      guarded.tell(
        listOf(state, guarded.loadMore, ({ rows, more, isIncomplete }) => ({
          hasMore: more !== 'end',
          hasMoreFailed: more === 'failed',
          isIncomplete,
          entries: rows.map(({ id, hash, kind, status, at, party, shown }) => ({
            id,
            hash,
            kind,
            status,
            at,
            party: party?.address,
            moved: shown.map(({ direction, amount, decimals, name }) => ({ direction, amount, decimals, name })),
          })),
        })),
      ),
    )
  },
  nfts(core, tell) {
    const { $nfts, loadMore } = core.use(createNfts)
    const guarded = guardedList(tell, loadMore)
    return $nfts.subscribe((state) =>
      guarded.tell(
        listOf(state, guarded.loadMore, ({ nfts, more }) => ({
          hasMore: more !== 'end',
          hasMoreFailed: more === 'failed',
          isIncomplete: false,
          entries: nfts.map(({ id, chainId, contract, tokenId, standard, name, collection, image, amount }) => ({
            id,
            chainId,
            contract,
            tokenId,
            standard,
            name: visibleName(name) ?? '',
            collection: visibleName(collection) ?? '',
            image: image?.url,
            amount,
          })),
        })),
      ),
    )
  },
  approvals(core, tell) {
    const { $list, loadMore } = core.use(createApprovals)
    const guarded = guardedList(tell, () => void loadMore().catch(() => undefined)) // the failure is in the list
    return $list.subscribe((state) =>
      guarded.tell(
        listOf(state, guarded.loadMore, ({ approvals, hasMore, isIncomplete }) => ({
          hasMore,
          hasMoreFailed: false,
          isIncomplete,
          entries: approvals.map(({ id, kind, contract, name, decimals, spender, spenderName, amount, isUnlimited }) => ({
            id,
            kind,
            contract,
            name,
            decimals,
            spender,
            spenderName,
            amount,
            isUnlimited,
          })),
        })),
      ),
    )
  },
  smartSessions(core, tell) {
    const { $list, loadMore } = core.use(createSmartSessions)
    const guarded = guardedList(tell, loadMore)
    return $list.subscribe((state) =>
      guarded.tell(
        listOf(state, guarded.loadMore, ({ sessions: { active, expired, revoked }, more }) => ({
          hasMore: more !== 'end',
          hasMoreFailed: more === 'failed',
          isIncomplete: false,
          entries: [...active, ...expired, ...revoked]
            .sort((one, other) => other.createdAt - one.createdAt)
            .map(({ pci, status, name, createdAt, expiresAt, permissions }) => ({
              pci,
              status,
              name,
              createdAt,
              expiresAt,
              permissions,
            })),
        })),
      ),
    )
  },
  purchases: (core, tell) => core.use(createPurchases).$own.subscribe((purchases) => tell(purchases)),
  swapQuote(core, tell, about) {
    const given = (about ?? {}) as Partial<Record<keyof SwapQuestion, unknown>> // a page without types may give anything
    const [from, to, amount] = [given.from, given.to, given.amount].map((text) => (typeof text === 'string' ? text : '')) as [
      string,
      string,
      string,
    ]
    const { $tokens } = core.use(createSwapTokens)
    const $quote = presetQuote(core, { from, to, amount })
    return either([$tokens, $quote], () => {
      const { value: tokens } = $tokens.get()
      const [sold, bought] = [from, to].map((which) => findToken(tokens ?? [], which))
      const units = sold && readAmount(amount, sold.decimals).amount
      const { status, value, error } = $quote.get()
      const refusal =
        tokens && !(sold && bought) ? walletError('TOKEN_REQUIRED') : sold && !units ? walletError('AMOUNT_INVALID') : error
      tell({
        status: refusal ? 'error' : status,
        from: sold,
        to: bought,
        fromAmount: units,
        toAmount: refusal ? undefined : value?.quote?.toAmount,
        error: refusal,
      } satisfies SwapQuoteState)
    })
  },
}

/** The list of a query; empty before its first answer. */
function listOf<Value, Entry>(
  { status, value, error }: QueryState<Value>,
  loadMore: () => void,
  read: (value: Value) => Pick<ListState<Entry>, 'entries' | 'hasMore' | 'hasMoreFailed' | 'isIncomplete'>,
): ListState<Entry> {
  const known = value === undefined ? { entries: [], hasMore: false, hasMoreFailed: false, isIncomplete: false } : read(value)
  return { status, ...known, loadMore, error: status === 'error' ? error : undefined }
}

/** A listener that asks for more each time it is told would ask for a page that has failed without end: while it is told of a failure, that does nothing. */
function guardedList<Entry>(tell: (list: ListState<Entry>) => void, loadMore: () => void) {
  let isTellingFailure = false
  return {
    tell(list: ListState<Entry>) {
      const before = isTellingFailure
      isTellingFailure = list.hasMoreFailed || list.status === 'error'
      try {
        tell(list)
      } finally {
        isTellingFailure = before
      }
    },
    loadMore: () => (isTellingFailure ? undefined : loadMore()),
  }
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

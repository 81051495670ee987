// Quotes for a page that shows them itself, without the view.
import { computed, type ReadableAtom } from 'nanostores'
import { readAmount } from '../../vocabulary/amount-input.js'
import { walletError } from '../../vocabulary/errors.js'
import type { Core } from '../core.js'
import type { QueryState } from '../lib/query.js'
import type { SwapPreset } from './draft.js'
import { type AnsweredQuote, type QuoteRequest, quotesFor } from './quote.js'
import { createSwapTokens, findToken, swapIdOf } from './swap-tokens.js'

/**
 * The state of the quote for a swap of the active account, as `SwapPreset` names it: asked for while the store has readers, again every 10 s. `pending` and
 * `idle` while no EVM account is connected, a token is not known, or the amount is none; the error of the list of tokens where that did not come,
 * TOKEN_REQUIRED for one token on both sides.
 */
export function presetQuote(core: Core, { from, to, amount }: Required<SwapPreset>): ReadableAtom<QueryState<AnsweredQuote>> {
  const { $tokens } = core.use(createSwapTokens)
  const { $account } = core.publicState
  let asked: QuoteRequest | undefined
  const $request = computed([$tokens, $account], ({ value = [] }, account) => {
    const [sold, bought] = [from, to].map((which) => (which === undefined ? undefined : findToken(value, which)))
    const units = sold && amount !== undefined ? (readAmount(amount, sold.decimals).amount ?? 0n) : 0n
    if (!account || !sold || !bought || sold === bought || units === 0n) return (asked = undefined)
    const next = { amount: units, from: swapIdOf(sold), to: swapIdOf(bought), user: account.address }
    const isSame = asked?.from === next.from && asked.to === next.to && asked.user === next.user
    return isSame ? asked : (asked = next) // the same object as long as it asks the same
  })
  const $quote = quotesFor(core, $request)
  return computed([$tokens, $quote], ({ value, status, fetchStatus, error }, quote): QueryState<AnsweredQuote> => {
    if (value === undefined && status === 'error' && error) return { status, fetchStatus, error }
    const [sold, bought] = [from, to].map((which) => (which === undefined ? undefined : findToken(value ?? [], which)))
    return sold && sold === bought ? { status: 'error', fetchStatus: 'idle', error: walletError('TOKEN_REQUIRED') } : quote
  })
}

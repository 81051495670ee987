// The swap that the visitor prepares: which tokens, how much, and what is still missing. It stays when the modal closes, until it is sent.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Asset } from '../../vocabulary/asset.js'
import { formatUnits } from '../../vocabulary/amount.js'
import { type AmountReading, fieldNumber, readAmount } from '../../vocabulary/amount-input.js'
import { DEBOUNCE_MS, SWAP_SLIPPAGE_PERCENT } from '../../vocabulary/constants.js'
import { isWalletError, type WalletError } from '../../vocabulary/errors.js'
import { readSlippage, SLIPPAGE_MAX_PERCENT } from '../../vocabulary/slippage.js'
import { createAssets } from '../account/assets.js'
import { createLocale } from '../interface/locale.js'
import type { Core } from '../core.js'
import type { QueryState } from '../lib/query.js'
import { APPROVAL_GAS, detailsOf, type Prices, type SwapDetails, SWAP_GAS } from './details.js'
import { followRequests } from '../lib/follow-requests.js'
import { type AnsweredQuote, gasPriceOf, pricedIds, pricesOf, type QuoteRequest, quotesFor } from './quote.js'
import { createSwapTokens, findToken, swapIdOf } from './swap-tokens.js'

/** How many rough fees stay when all of the chain's coin is sold. */
const MAX_FEES = 3n

/** One side of a swap. */
export type SwapSide = 'from' | 'to'

/** What a page may open a swap with. */
export interface SwapPreset {
  /** CAIP-19 id, CAIP-10 id, or symbol. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** A plain decimal number of whole tokens of `from`, with a point: `'1.5'`. */
  readonly amount?: string | undefined
}

/** What is prepared. */
export interface SwapDraft {
  readonly from: Asset | undefined
  readonly to: Asset | undefined
  /** As it was typed. */
  readonly text: string
  readonly reading: AmountReading
  readonly slippagePercent: number
}

/** Why a swap cannot be reviewed yet. `gas`: not enough of the chain's coin for the fee; `route`: nobody swaps these two; `failed`: see the quote's error. */
export type SwapProblem =
  | 'token'
  | 'amount'
  | 'balance'
  | 'gas'
  | 'liquidity'
  | 'route'
  | 'unsupported'
  | 'slippage'
  | 'quoting'
  | 'failed'

/** The state of the newest quote, for the draft as it is. */
export type DraftQuote = QueryState<AnsweredQuote>

/** The draft of one modal. */
export interface SwapDrafts {
  readonly $draft: ReadableAtom<SwapDraft>
  /** Of the settings, in percent. */
  readonly defaultSlippage: number
  /** Asked for 500 ms after the last change, then every 10 s while somebody reads. `pending` and `idle` while the draft is not complete. */
  readonly $quote: ReadableAtom<DraftQuote>
  /** What the newest quote means; undefined while there is none. */
  readonly $details: ReadableAtom<SwapDetails | undefined>
  readonly $prices: ReadableAtom<QueryState<ReadonlyMap<string, number>>>
  /** Wei for a unit of gas. */
  readonly $gasPrice: ReadableAtom<QueryState<bigint>>
  /** What the swap and its approval will cost at most, in wei: a rough figure. */
  readonly $fee: ReadableAtom<bigint | undefined>
  readonly $problem: ReadableAtom<SwapProblem | undefined>
  /** Starts a draft with what the page gave. The page's tokens are looked up in the list, now or when it arrives. */
  begin(preset: SwapPreset): void
  choose(side: SwapSide, token: Asset): void
  type(text: string): void
  /** Turns the direction around; what would have come is what is sold. */
  flip(): void
  /** All there is of the sold token; of the chain's coin what is left beside the fee. Does nothing while that is unknown. */
  max(): void
  /** In percent. A value outside 0 to 50 is a problem of the draft. */
  setSlippage(percent: number): void
  /** Asks for a new quote now. */
  refresh(): void
  /** Empties the amount, after it was swapped. */
  clearAmount(): void
}

/** The tokens by what names them; absent `from`: the chain's own coin. */
interface Choice {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A part. It begins anew when the account changes its chain. */
export function createSwapDraft(core: Core): SwapDrafts {
  const { $account } = core.publicState
  const { $tokens } = core.use(createSwapTokens)
  const { $assets } = core.use(createAssets)
  const { $locale } = core.use(createLocale)
  const $choice = atom<Choice>({})
  const $text = atom('')
  const defaultSlippage = readSlippage(core.config.features.slippagePercent) ?? SWAP_SLIPPAGE_PERCENT
  const $slippage = atom<number>(defaultSlippage)

  const $draft = computed(
    [$tokens, $choice, $text, $slippage, $locale],
    (tokens, choice, text, slippagePercent, locale): SwapDraft => {
      const { from, to } = pairOf(tokens.value ?? [], choice)
      return { from, to, text, reading: readAmount(text, from?.decimals ?? 18, { locale }), slippagePercent }
    },
  )
  /** The same object as long as it asks the same. */
  let request: QuoteRequest | undefined
  const $request = computed([$draft, $account], ({ from, to, reading }, account) => {
    const amount = reading.amount ?? 0n
    const next =
      from && to && amount > 0n && account ? { amount, from: swapIdOf(from), to: swapIdOf(to), user: account.address } : undefined
    const isSame = (['amount', 'from', 'to', 'user'] as const).every((key) => next?.[key] === request?.[key])
    return (request = isSame ? request : next)
  })
  const $found = quotesFor(core, $request, DEBOUNCE_MS)
  // The request changes before the quotes do; an answer to another question is none.
  const $quote = computed([$request, $found], (asked, found): DraftQuote =>
    asked === undefined || (found.value && found.value.request !== asked && !isSameRequest(found.value.request, asked))
      ? { status: 'pending', fetchStatus: asked === undefined ? 'idle' : 'fetching' }
      : found,
  )
  let ids: readonly string[] | undefined
  const $ids = computed($draft, ({ from, to }) => {
    const next = from && to ? pricedIds({ from: swapIdOf(from), to: swapIdOf(to) }) : undefined
    return (ids = next?.join() === ids?.join() ? ids : next)
  })
  const $prices = followRequests($ids, (asked) => pricesOf(core, asked), { everyMs: 30_000 })
  const $chain = computed([$account, $tokens], (account, { status }) => (status === 'success' ? account?.chainId : undefined))
  const $gasPrice = followRequests($chain, (chain) => gasPriceOf(core, chain), { everyMs: 30_000 })
  const $fee = computed([$draft, $gasPrice], ({ from }, { value }) =>
    value === undefined ? undefined : value * (SWAP_GAS + (from?.contract === undefined ? 0n : APPROVAL_GAS)),
  )
  const $details = computed([$draft, $quote, $prices], (draft, quote, prices) => quoteDetails(draft, quote, prices.value))
  const $problem = computed([$tokens, $draft, $quote, $fee, $assets], ({ error, value }, draft, quote, fee, assets) =>
    value === undefined && isWalletError(error, 'SWAPS_NOT_SUPPORTED')
      ? 'unsupported'
      : problemOf(
          draft,
          quote,
          fee,
          assets.find(({ contract }) => contract === undefined),
        ),
  )

  let chain = $account.get()?.chainId
  core.onEnd(
    $account.listen((account) => {
      if (account?.chainId === chain) return
      chain = account?.chainId
      $choice.set({})
      $text.set('')
    }),
  )
  return {
    $draft,
    defaultSlippage,
    $quote,
    $details,
    $prices,
    $gasPrice,
    $fee,
    $problem,
    begin({ from, to, amount }) {
      if (from === undefined && to === undefined && amount === undefined) return
      $choice.set({ from, to })
      $text.set(amount === undefined ? '' : fieldNumber(amount, $locale.get()))
    },
    choose(side, token) {
      const other = side === 'from' ? 'to' : 'from'
      const rest = $draft.get()[other]?.id
      $choice.set({ [side]: token.id, [other]: rest === token.id ? NONE : (rest ?? NONE) })
    },
    type: (text) => $text.set(text),
    flip() {
      const { from, to } = $draft.get()
      const coming = $quote.get().value?.quote?.toAmount
      $choice.set({ from: to?.id ?? NONE, to: from?.id ?? NONE })
      if (coming !== undefined && to) $text.set(fieldNumber(formatUnits(coming, to.decimals), $locale.get()))
    },
    max() {
      const { from } = $draft.get()
      const fee = from?.contract === undefined ? $fee.get() : 0n
      if (from?.amount === undefined || fee === undefined) return
      const kept = fee * MAX_FEES // the fee of this swap is not known yet
      const left = from.amount > kept ? from.amount - kept : 0n
      $text.set(fieldNumber(formatUnits(left, from.decimals), $locale.get()))
    },
    setSlippage: (percent) => $slippage.set(percent),
    refresh: () => $found.refresh(),
    clearAmount: () => $text.set(''),
  }
}

/** Names no token. */
const NONE = ''

function pairOf(
  tokens: readonly Asset[],
  { from, to }: Choice,
): { readonly from: Asset | undefined; readonly to: Asset | undefined } {
  const bought = to === undefined ? undefined : findToken(tokens, to)
  const sold = from === undefined ? tokens.find(({ contract }) => contract === undefined) : findToken(tokens, from)
  return { from: sold === bought ? undefined : sold, to: bought }
}

function isSameRequest(one: QuoteRequest, other: QuoteRequest): boolean {
  return one.amount === other.amount && one.from === other.from && one.to === other.to && one.user === other.user
}

function quoteDetails({ from, to, slippagePercent }: SwapDraft, { value }: DraftQuote, prices: Prices): SwapDetails | undefined {
  if (!from || !to || !value?.quote || !isSlippage(slippagePercent)) return undefined
  return detailsOf(value.quote, { from, to, prices, slippagePercent })
}

function problemOf(
  { from, to, reading, slippagePercent }: SwapDraft,
  { status, value, error }: DraftQuote,
  fee: bigint | undefined,
  coin: Asset | undefined,
): SwapProblem | undefined {
  if (!from || !to) return 'token'
  if (reading.problem !== undefined || reading.amount === 0n) return 'amount'
  if (from.amount !== undefined && reading.amount > from.amount) return 'balance'
  if (!isSlippage(slippagePercent)) return 'slippage'
  if (status === 'error') return quoteProblem(error)
  if (status === 'success' && !value?.quote) return 'route'
  const needed = (fee ?? 0n) + (from.contract === undefined ? reading.amount : 0n)
  if (coin?.amount !== undefined && needed > coin.amount) return 'gas'
  return value?.quote ? undefined : 'quoting'
}

function quoteProblem(error: WalletError | undefined): SwapProblem {
  if (error?.code === 'INSUFFICIENT_LIQUIDITY') return 'liquidity'
  return error?.code === 'SWAPS_NOT_SUPPORTED' ? 'unsupported' : 'failed'
}

/** What `minimumOut` takes. */
function isSlippage(percent: number): boolean {
  return percent >= 0 && percent <= SLIPPAGE_MAX_PERCENT
}

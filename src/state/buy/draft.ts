// The purchase that the visitor prepares: which token, for how much of which currency, and what is still missing. It stays when the modal closes.
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { PaymentCurrency } from '../../api/onramp.js'
import { formatUnits, parseUnits } from '../../vocabulary/amount.js'
import { type AmountReading, fieldNumber, readAmount } from '../../vocabulary/amount-input.js'
import { FIAT_DIGITS } from '../../vocabulary/constants.js'
import { createLocale } from '../interface/locale.js'
import type { Core } from '../core.js'
import type { QueryState } from '../lib/query.js'
import { type BuyOptions, type BuyToken, createBuyMarket } from './options.js'
import { type AnsweredBuyQuote, type BuyRefusal, type BuyRequest, buyQuotes, refusalOf } from './quote.js'

/** Amounts to choose from (reference §4.3), in whole units of the currency. */
export const BUY_PRESETS: readonly string[] = ['100', '250', '500', '1000']

/** A way to pay, with its limits in the currency. */
export type PaymentMethod = PaymentCurrency['payment_method_limits'][number]

/** What a page may open buying with. */
export interface BuyPreset {
  /** What is to be paid: a decimal number with a point, such as `100` or `49.90`. */
  readonly amount?: string | undefined
  /** ISO 4217, such as `EUR`. */
  readonly currency?: string | undefined
  /** CAIP-19 id or symbol. Default: the chain's own coin. */
  readonly token?: string | undefined
  /** Such as `card` or `ach_bank_account`. */
  readonly method?: string | undefined
}

/** What is prepared. */
export interface BuyDraft {
  readonly token: BuyToken | undefined
  readonly currency: PaymentCurrency | undefined
  readonly method: PaymentMethod | undefined
  /** The amount as it was typed. */
  readonly text: string
  /** In hundredths of the currency. */
  readonly reading: AmountReading
}

/** Why nothing can be bought yet; a refusal is that of the quote. */
export type BuyProblem =
  | 'token'
  | 'currency'
  | 'empty'
  | 'format'
  | 'least'
  | 'most'
  | Extract<BuyRefusal, 'region' | 'amount' | 'asset'>

/** The draft of one modal. */
export interface BuyDrafts {
  readonly $draft: ReadableAtom<BuyDraft>
  /**
   * Asked for 500 ms after the last change, then every 25 s while somebody reads; paused while the page is hidden. `pending` and `idle` while the draft
   * is not complete. Never of another question than the draft.
   */
  readonly $quote: ReadableAtom<QueryState<AnsweredBuyQuote>>
  /** A quote that did not come does not keep anybody from the provider's page, unless the services refuse the purchase itself. */
  readonly $problem: ReadableAtom<BuyProblem | undefined>
  /** Takes over what the page gave. Names that are not sold are a problem of the draft. */
  begin(preset: BuyPreset): void
  chooseToken(token: BuyToken): void
  chooseCurrency(id: string): void
  chooseMethod(id: string): void
  type(text: string): void
  /** One of `BUY_PRESETS`. */
  typePreset(amount: string): void
  /** Asks for a new quote now. */
  refresh(): void
}

/** What was chosen, by what names it; absent: the default. */
interface Choice {
  readonly token?: string | undefined
  readonly currency?: string | undefined
  readonly method?: string | undefined
}

/** A part. The token is the chain's own coin again when the account changes its chain. */
export function createBuyDraft(core: Core): BuyDrafts {
  const { $account } = core.publicState
  const { $options } = core.use(createBuyMarket)
  const { $locale } = core.use(createLocale)
  const $choice = atom<Choice>({})
  const $text = atom('')

  const $draft = computed([$options, $choice, $text, $locale], ({ value }, choice, text, locale): BuyDraft => {
    const currency = currencyOf(value, choice.currency)
    return {
      token: value && tokenOf(value.tokens, choice.token),
      currency,
      method: methodOf(currency, choice.method),
      text,
      reading: readAmount(text, FIAT_DIGITS, { locale }),
    }
  })
  /** The same object as long as it asks the same. */
  let request: BuyRequest | undefined
  const $request = computed([$draft, $account], ({ token, currency, method, reading }, account) => {
    const isAllowed = method && limitProblem(reading, method) === undefined
    const next =
      token && currency && account && isAllowed && reading.amount
        ? { chainId: account.chainId, token, currency, amount: formatUnits(reading.amount, FIAT_DIGITS) }
        : undefined
    return (request = isSameRequest(next, request) ? request : next)
  })
  const $found = buyQuotes(core, $request)
  // The request changes before the quotes do; an answer to another question is none.
  const $quote = computed([$request, $found], (asked, found): QueryState<AnsweredBuyQuote> =>
    asked === undefined || (found.value && !isSameRequest(found.value.request, asked))
      ? { status: 'pending', fetchStatus: asked === undefined ? 'idle' : 'fetching' }
      : found,
  )
  const $problem = computed([$draft, $quote], (draft, { status, error }): BuyProblem | undefined => {
    const problem = draftProblem(draft)
    if (problem !== undefined || status !== 'error' || !error) return problem
    const refusal = refusalOf(error)
    return refusal === 'region' || refusal === 'amount' || refusal === 'asset' || refusal === 'currency' ? refusal : undefined
  })

  let chain = $account.get()?.chainId
  core.onEnd(
    $account.listen((account) => {
      if (account?.chainId === chain) return
      chain = account?.chainId
      $choice.set({ ...$choice.get(), token: undefined })
    }),
  )
  const choose = (change: Choice) => $choice.set({ ...$choice.get(), ...change })
  const write = (plain: string) => $text.set(fieldNumber(plain, $locale.get()))
  return {
    $draft,
    $quote,
    $problem,
    begin({ amount, currency, token, method }) {
      if ((amount ?? currency ?? token ?? method) === undefined) return
      $choice.set({ token: nameOf(token), currency: nameOf(currency), method: nameOf(method) })
      write(nameOf(amount) ?? '')
    },
    chooseToken: ({ key }) => choose({ token: key }),
    chooseCurrency: (id) => choose({ currency: id }),
    chooseMethod: (id) => choose({ method: id }),
    type: (text) => $text.set(text),
    typePreset: write,
    refresh: () => $found.refresh(),
  }
}

/** A name that the page gave; one that names nothing for what is no text, because a page without types may give anything. */
export const nameOf = (given: unknown): string | undefined => (typeof given === 'string' || given === undefined ? given : '')

/** The token of a row's key, a CAIP-19 id, or a symbol; the first one without a name. */
export function tokenOf(tokens: readonly BuyToken[], wanted: string | undefined): BuyToken | undefined {
  if (wanted === undefined) return tokens[0]
  const isSame = (one: string | undefined) => one?.toLowerCase() === wanted.toLowerCase()
  return tokens.find(({ key }) => key === wanted) ?? tokens.find(({ asset, symbol }) => isSame(asset) || isSame(symbol))
}

/** Dollars, where nothing else was chosen and they are taken. */
export function currencyOf(options: BuyOptions | undefined, wanted: string | undefined): PaymentCurrency | undefined {
  const currencies = options?.currencies ?? []
  if (wanted !== undefined) return currencies.find(({ id }) => id === wanted.toUpperCase())
  return currencies.find(({ id }) => id === 'USD') ?? currencies[0]
}

/** The chosen method, where the currency can be paid with it; else a card; else the first. */
export function methodOf(currency: PaymentCurrency | undefined, wanted: string | undefined): PaymentMethod | undefined {
  const methods = currency?.payment_method_limits ?? []
  return methods.find(({ id }) => id === wanted) ?? methods.find(({ id }) => id === 'card') ?? methods[0]
}

function draftProblem({ token, currency, method, reading }: BuyDraft): BuyProblem | undefined {
  if (!token) return 'token'
  if (!currency || !method) return 'currency'
  return limitProblem(reading, method)
}

function limitProblem(reading: AmountReading, { min, max }: PaymentMethod): BuyProblem | undefined {
  if (reading.problem === 'empty' || reading.amount === 0n) return 'empty'
  if (reading.problem !== undefined) return 'format'
  if (reading.amount < centsOf(min)) return 'least'
  return reading.amount > centsOf(max) ? 'most' : undefined
}

/** A limit of the services in hundredths. What it has beyond is cut: it comes from outside, and is no reason to fail. */
export function centsOf(limit: string): bigint {
  const [whole = '0', fraction = ''] = limit.split('.')
  return parseUnits(`${whole}.${fraction.slice(0, FIAT_DIGITS)}`, FIAT_DIGITS)
}

function isSameRequest(one: BuyRequest | undefined, other: BuyRequest | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.amount === other.amount &&
    one.chainId === other.chainId &&
    one.token.key === other.token.key &&
    one.currency.id === other.currency.id
  )
}

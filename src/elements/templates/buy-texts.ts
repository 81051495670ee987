// Texts of buying that several views have: sums of money, amounts of tokens, who sells, and what is wrong.
import { latinDigits } from '../../vocabulary/amount.js'
import type { AmountReading } from '../../vocabulary/amount-input.js'
import { FIAT_DIGITS } from '../../vocabulary/constants.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import type { Core } from '../../state/core.js'
import type { BuyDraft, BuyProblem } from '../../state/buy/draft.js'
import { providerOf } from '../../state/buy/providers.js'
import { createMessages } from '../lib/localize.js'

/** Digits of amounts of tokens: as many as a field shows. */
const DIGITS = 7
/** Decimal places that are shown of any amount. */
const PLACES_MIN = 2

/**
 * A sum as the visitor's language writes it.
 * @param amount a decimal number with a point
 * @param currency a code, which may be none
 * @param isShort the sign alone, where the currency stands beside it
 */
export function sumText(core: Core, amount: string, currency: string, isShort = false): string {
  const code = currency.toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) return `${amount} ${visibleName(currency) ?? ''}`.trim()
  const format = new Intl.NumberFormat(core.use(createMessages).formatTag(), {
    style: 'currency',
    currency: code,
    currencyDisplay: isShort ? 'narrowSymbol' : 'symbol',
    minimumFractionDigits: /\.\d*[1-9]/.test(amount) ? FIAT_DIGITS : 0,
    maximumFractionDigits: FIAT_DIGITS,
  })
  return format.format(amount as `${number}`) // a decimal string is formatted exactly, which the types do not know
}

/** An amount of a token, cut to what a field shows; all that there is where that would leave nothing. @param amount a decimal number with a point */
export function tokenText(core: Core, amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const places = Math.max(PLACES_MIN, DIGITS - whole.length)
  const cut = fraction.slice(0, places)
  const isDust = !/[1-9]/.test(whole + cut)
  const format = new Intl.NumberFormat(latinDigits(core.use(createMessages).formatTag()), {
    maximumFractionDigits: isDust ? 20 : places, // engines before ES2023 write no more
  })
  return format.format((isDust ? amount : `${whole}.${cut}`) as `${number}`)
}

/** What a provider is called. */
export function providerName(core: Core, name: string): string {
  return providerOf(name).label ?? core.use(createMessages).t('buy.test')
}

/** What a way to pay is called; a word of the services where it is not known here. */
export function methodName(core: Core, id: string): string {
  const { t } = core.use(createMessages)
  if (id === 'card') return t('buy.card')
  if (id === 'ach_bank_account') return t('buy.bank')
  return visibleName(id.replaceAll('_', ' ')) ?? '?'
}

/** What is wrong with the amount; undefined where it is right, or nothing has been entered yet and nobody has pressed on. */
export function amountError(
  core: Core,
  problem: BuyProblem | undefined,
  { method, currency, reading }: Pick<BuyDraft, 'method' | 'currency' | 'reading'>,
  isPressed: boolean,
): string | undefined {
  const { t } = core.use(createMessages)
  const code = currency?.id ?? ''
  switch (problem) {
    case 'empty':
      return isPressed ? t('amountProblems.empty') : undefined
    case 'format':
      return t(`amountProblems.${problemOf(reading)}`, { count: FIAT_DIGITS })
    case 'least':
      return t('buy.least', { amount: sumText(core, method?.min ?? '0', code) })
    case 'most':
      return t('buy.most', { amount: sumText(core, method?.max ?? '0', code) })
    case 'amount':
      return t('buyRefusals.amount')
    default:
      return undefined
  }
}

const problemOf = ({ problem }: AmountReading) => problem ?? 'format'

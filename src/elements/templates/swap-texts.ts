// Texts of swaps that several views have: amounts, percentages, and why a swap cannot go on.
import { formatAmount, formatUnits, latinDigits } from '../../vocabulary/amount.js'
import type { Asset } from '../../vocabulary/asset.js'
import type { WalletError } from '../../vocabulary/errors.js'
import type { Core } from '../../state/core.js'
import type { SwapDraft, SwapProblem } from '../../state/swap/draft.js'
import { createMessages } from '../lib/localize.js'

/** Decimal places of amounts that are bought. */
const DIGITS = 6
/** Engines before ES2023 write no more. */
const INTL_DIGITS_MAX = 20

/** An amount with all of its digits: what is paid, and what is allowed. */
export function exactAmount(core: Core, amount: bigint, decimals: number): string {
  const plain = formatUnits(amount, decimals)
  const digits = plain.split('.')[1]?.length ?? 0
  if (digits > INTL_DIGITS_MAX) return plain
  return formatAmount(amount, decimals, latinDigits(core.use(createMessages).formatTag()), digits)
}

/** An amount cut after six places, without zeros at the end; all of its digits where that would leave nothing. */
export function shortAmount(core: Core, amount: bigint, decimals: number): string {
  const unit = decimals > DIGITS ? 10n ** BigInt(decimals - DIGITS) : 1n
  const cut = (amount / unit) * unit
  return exactAmount(core, cut === 0n ? amount : cut, decimals)
}

/** @param hundredths of a percent */
export function percentText(core: Core, hundredths: bigint): string {
  const format = new Intl.NumberFormat(latinDigits(core.use(createMessages).formatTag()), {
    style: 'percent',
    maximumFractionDigits: 2,
  })
  return format.format(formatUnits(hundredths, 4) as `${number}`) // a decimal string is formatted exactly, which the types do not know
}

/** @param percent with at most two decimal places that count */
export const slippageText = (core: Core, percent: number): string => percentText(core, BigInt(Math.round(percent * 100)))

/** What is missing or wrong, in a few words. */
export function problemText(
  core: Core,
  problem: SwapProblem,
  { from, to, reading }: SwapDraft,
  coin: Pick<Asset, 'symbol'> | undefined,
): string {
  const { t } = core.use(createMessages)
  switch (problem) {
    case 'token':
      return t('swap.selectToken')
    case 'amount':
      return reading.problem === undefined || reading.problem === 'empty'
        ? t('swap.enterAmount')
        : t(`amountProblems.${reading.problem}`, { count: from?.decimals ?? 0 })
    case 'balance':
      return t('assets.insufficient', { symbol: from?.symbol ?? '' })
    case 'gas':
      return t('swap.notEnoughGas', { symbol: coin?.symbol ?? '' })
    case 'liquidity':
      return t('swap.noLiquidity')
    case 'route':
      return t('swap.noRoute', { from: from?.symbol ?? '', to: to?.symbol ?? '' })
    case 'slippage':
      return t('swap.slippageInvalid', { max: percentText(core, 5_000n) })
    case 'quoting':
      return t('swap.quoting')
    case 'unsupported':
      return t('errors.SWAPS_NOT_SUPPORTED')
    case 'failed':
      return t('swap.failed')
  }
}

/** Why a swap did not go on, and what to do. */
export function swapErrorText(core: Core, { code, details }: WalletError, from: Asset, coin: string): string {
  const { t } = core.use(createMessages)
  if (code === 'INSUFFICIENT_FUNDS')
    return details['problem'] === 'gas'
      ? t('swap.notEnoughGas', { symbol: coin })
      : t('assets.insufficient', { symbol: from.symbol })
  if (details['reverts']) return t('swapReview.reverts')
  return t(`errors.${code}`)
}

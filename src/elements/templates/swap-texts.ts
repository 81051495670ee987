// Texts of swaps that several views have: percentages, and why a swap cannot go on.
import type { Asset } from '../../vocabulary/asset.js'
import type { WalletError } from '../../vocabulary/errors.js'
import type { Core } from '../../state/core.js'
import type { SwapDraft, SwapProblem } from '../../state/swap/draft.js'
import { createMessages } from '../lib/localize.js'
import { percentText } from './amounts.js'

/** @param percent with at most two decimal places that count */
export const slippageText = (core: Core, percent: number): string => percentText(core, BigInt(Math.round(percent * 100)))

/** A number of hundredths of a percent in percent. */
export const percentOf = (hundredths: bigint): number => Number(hundredths) / 100

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

// What a quote means, as a list of facts.
import type { TemplateResult } from 'lit'
import { html } from 'lit'
import type { Asset } from '../../vocabulary/asset.js'
import { formatMoney } from '../../vocabulary/money.js'
import type { Core } from '../../state/core.js'
import { IMPACT_WARNING, type Prices, type SwapDetails, worthIn } from '../../state/swap/details.js'
import { createMessages } from '../lib/localize.js'
import { percentText, shortAmount, shortSum } from './amounts.js'
import { facts } from './facts.js'
import { ageText } from './quote-age.js'
import { slippageText } from './swap-texts.js'

/** What the list is of. */
export interface QuoteFacts {
  readonly from: Asset
  readonly to: Asset
  readonly details: SwapDetails
  readonly slippagePercent: number
  /** Wei; undefined while unknown. */
  readonly fee: bigint | undefined
  /** The chain's own coin. */
  readonly coin: Asset | undefined
  readonly prices: Prices
  /** Seconds since the quote came, undefined for more than a minute. Absent: the quote no longer matters. */
  readonly age: { readonly seconds: number | undefined } | undefined
}

/** Names and symbols of tokens are isolated from the text around them. */
export function quoteFacts(
  core: Core,
  { from, to, details, slippagePercent, fee, coin, prices, age }: QuoteFacts,
): TemplateResult {
  const { t, formatTag } = core.use(createMessages)
  const { rate, impact, minimum } = details
  const rateText = t('swap.rateOf', { from: from.symbol, amount: shortAmount(core, rate, to.decimals), to: to.symbol })
  const feeWorth = fee !== undefined && coin ? worthIn(prices, coin, fee) : undefined
  return facts([
    { name: t('swap.rate'), value: named(rateText) },
    {
      name: t('swap.impact'),
      value:
        impact === undefined
          ? t('assets.unknown')
          : html`<span class=${impact > IMPACT_WARNING ? 'danger' : ''}>${percentText(core, impact)}</span>`,
    },
    { name: t('swap.slippage'), value: slippageText(core, slippagePercent) },
    { name: t('swap.minimum'), value: named(shortSum(core, minimum, to)) },
    {
      name: t('assets.fee'),
      value: fee === undefined || !coin ? t('assets.unknown') : named(shortSum(core, fee, coin)),
      note: feeWorth === undefined ? undefined : formatMoney(feeWorth, formatTag()),
    },
    age && { name: t('assets.quote'), value: ageText(core, age.seconds) },
  ])
}

const named = (text: string) => html`<bdi translate="no">${text}</bdi>`

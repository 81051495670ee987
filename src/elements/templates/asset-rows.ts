// The rows of assets: of a balance, and to choose one from.
import { html, type TemplateResult } from 'lit'
import { worthOfAsset } from '../../state/account/assets.js'
import type { Core } from '../../state/core.js'
import type { Asset } from '../../vocabulary/asset.js'
import { formatAmount, latinDigits, shortAddress } from '../../vocabulary/amount.js'
import { formatMoney } from '../../vocabulary/money.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/row.js'
import '../primitives/token-icon.js'

/** The amount of an asset with its symbol, as it is written in the chosen language; the word for "unknown" while it is not known, which is not zero. */
export function amountOf(core: Core, { amount, decimals, symbol }: Pick<Asset, 'amount' | 'decimals' | 'symbol'>): string {
  const { t, formatTag } = core.use(createMessages)
  if (amount === undefined) return t('assets.unknown')
  return `${formatAmount(amount, decimals, latinDigits(formatTag()))} ${symbol}`
}

/** What an asset's balance is worth; empty where its price is unknown. */
export function worthText(core: Core, asset: Asset): string {
  const worth = worthOfAsset(asset)
  return worth === undefined ? '' : formatMoney(worth, core.use(createMessages).formatTag())
}

/**
 * The `<li>` of an asset, with its contract's address where its symbol is that of a better-known one.
 * @param choose called on a press; absent: the row is not pressed
 */
export function assetRow(
  core: Core,
  asset: Asset,
  { choose, disabled = false }: { readonly choose?: (() => void) | undefined; readonly disabled?: boolean } = {},
): TemplateResult {
  const { id, name, symbol, icon, contract } = asset
  const { direction } = core.use(createMessages)
  const lines = [amountOf(core, asset), ...(isDoubtful(asset) && contract ? [shortAddress(contract)] : [])]
  return html`<li>
    <wm-row
      data-key=${`asset:${id}`}
      .named=${true}
      .label=${name}
      .description=${direction() === 'rtl' ? lines.map(isolated).join(' · ') : lines.join(' · ')}
      .meta=${worthText(core, asset)}
      ?disabled=${disabled}
      @click=${choose}
    >
      <wm-token-icon slot="icon" .src=${icon} .name=${symbol}></wm-token-icon>
    </wm-row>
  </li>`
}

/** In a text from right to left, the symbol stays behind its amount. */
const isolated = (text: string) => `\u2068${text}\u2069`

/** A token without a price may have any name, also that of a coin that everybody knows. */
export function isDoubtful({ contract, price }: Asset): boolean {
  return contract !== undefined && price === undefined
}

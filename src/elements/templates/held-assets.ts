// The rows of what an account holds. They are read, not pressed; `asset-rows.ts` has those to choose from.
import { html, nothing, type TemplateResult } from 'lit'
import { shortAddress } from '../../vocabulary/amount.js'
import type { Asset } from '../../vocabulary/asset.js'
import type { Core } from '../../state/core.js'
import { createMessages } from '../lib/localize.js'
import { amountOf, isDoubtful, worthText } from './asset-rows.js'
import '../primitives/token-icon.js'

/** The `<li>` of an asset. A token that may be a fraud under a known name is marked, with its contract's address. Needs `accountStyles`. */
export function heldAsset(core: Core, asset: Asset): TemplateResult {
  const { t } = core.use(createMessages)
  const { name, symbol, icon, contract } = asset
  const worth = worthText(core, asset)
  return html`<li>
    <wm-token-icon .src=${icon} .name=${symbol}></wm-token-icon>
    <span class="words">
      <span class="label" dir="auto" translate="no">${name}</span>
      <small><bdi translate="no">${amountOf(core, asset)}</bdi></small>
      ${
        isDoubtful(asset) && contract !== undefined
          ? html`<small class="doubt"
              >${t('assets.unverified')} · <bdi class="address" dir="ltr" translate="no">${shortAddress(contract)}</bdi></small
            >`
          : nothing
      }
    </span>
    ${worth ? html`<bdi class="meta" translate="no">${worth}</bdi>` : html`<span class="meta unknown">${t('assets.noPrice')}</span>`}
  </li>`
}

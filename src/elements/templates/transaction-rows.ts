// What can be done with a transaction: copy its hash, look at it in the block explorer of its network.
import { html, nothing, type TemplateResult } from 'lit'
import { shortAddress } from '../../vocabulary/amount.js'
import type { ChainId } from '../../vocabulary/caip.js'
import { explorerUrl } from '../../vocabulary/explorer-url.js'
import type { Core } from '../../state/core.js'
import { createNetworks } from '../../state/networks/networks.js'
import { createNotices } from '../../state/interface/notices.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/copy-button.js'
import '../primitives/icon.js'
import '../primitives/row.js'

/** The button with the hash. */
export function hashButton(core: Core, hash: string): TemplateResult {
  const { t } = core.use(createMessages)
  return html`<wm-copy-button
    data-key="copy"
    variant="chip"
    .value=${hash}
    .label=${t('assets.copyHash')}
    @wm-copied=${() => core.use(createNotices).show('success', 'copied')}
    @wm-copy-failed=${() => core.use(createNotices).show('error', 'copyFailed')}
    ><bdi class="address" dir="ltr" translate="no">${shortAddress(hash)}</bdi></wm-copy-button
  >`
}

/** The link to the explorer as a list of one row; nothing where there is no explorer. */
export function explorerLink(core: Core, chainId: ChainId, hash: string): TemplateResult | typeof nothing {
  const network = core.use(createNetworks).find(chainId)?.blockExplorers?.default
  const href = explorerUrl(network?.url, 'tx', hash)
  if (href === undefined) return nothing
  const { t } = core.use(createMessages)
  const explorer = network?.name ?? new URL(href).hostname
  return html`<ul class="group" role="list" aria-label=${t('assets.hash')}>
    <li>
      <wm-row data-key="explorer" href=${href} .label=${t('account.explorer', { explorer })}>
        <wm-icon slot="icon" name="explorer"></wm-icon>
        <span slot="end" class="visually-hidden">${t('common.opensNewTab')}</span>
      </wm-row>
    </li>
  </ul>`
}

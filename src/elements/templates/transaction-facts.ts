// The hash of a transaction, to copy and to look up at the block explorer of its network.
import { html, nothing, type TemplateResult } from 'lit'
import type { ChainId } from '../../vocabulary/caip.js'
import { shortAddress } from '../../vocabulary/amount.js'
import type { Core } from '../../state/core.js'
import { createNetworks } from '../../state/networks/networks.js'
import { createMessages } from '../lib/localize.js'
import { facts } from './facts.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'

/** The fact and the link; no link where the network has no explorer. */
export function transactionFacts(core: Core, chain: ChainId, hash: string): TemplateResult {
  const { t } = core.use(createMessages)
  const explorer = core.use(createNetworks).find(chain)?.blockExplorers?.default
  const href = explorer && transactionUrl(explorer.url, hash)
  return html`${facts([
    {
      name: t('assets.hash'),
      value: html`<wm-copy-button variant="chip" data-key="hash" .value=${hash} .label=${t('swapReview.copyHash')}
        ><bdi class="address" dir="ltr" translate="no">${shortAddress(hash)}</bdi></wm-copy-button
      >`,
    },
  ])}
  ${
    href
      ? html`<div class="actions">
          <wm-button data-key="explorer" variant="quiet" href=${href} target="_blank"
            >${t('account.explorer', { explorer: explorer.name })}
            <span class="visually-hidden">${t('common.opensNewTab')}</span></wm-button
          >
        </div>`
      : nothing
  }`
}

/** Explorers of EVM chains have it at `/tx/{hash}`. */
function transactionUrl(base: string, hash: string): string | undefined {
  const url = URL.canParse(base) ? new URL(base) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`
  return url.href
}

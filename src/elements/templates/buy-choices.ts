// What the two lists of buying have in common: they wait for the options.
import { html, type TemplateResult } from 'lit'
import { createBuyMarket } from '../../state/buy/options.js'
import type { Core } from '../../state/core.js'
import type { QueryState } from '../../state/lib/query.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/error-state.js'
import '../primitives/skeleton.js'

/** What stands in the place of a list that is not there yet. */
export function waitingForOptions(core: Core, { status, fetchStatus, error }: QueryState<unknown>): TemplateResult {
  const { t } = core.use(createMessages)
  if (status === 'error')
    return html`<wm-error-state
      .heading=${t('buy.providersFailed')}
      .message=${t(`errors.${error?.code ?? 'UNKNOWN'}`)}
      .retryLabel=${t('common.retry')}
      ?busy=${fetchStatus === 'fetching'}
      @wm-retry=${() => core.use(createBuyMarket).refresh()}
    ></wm-error-state>`
  if (fetchStatus === 'paused') return html`<p class="hint center">${t('common.offline')}</p>`
  return html`<div aria-busy="true"><wm-skeleton rows="5"></wm-skeleton></div>`
}

// In place of a view about names while no account can have one.
import { html, type TemplateResult } from 'lit'
import { createRouter } from '../../state/interface/router.js'
import type { Core } from '../../state/core.js'
import { createMessages } from '../lib/localize.js'
import '../primitives/button.js'
import '../primitives/empty-state.js'

/** Says that an EVM account is missing, and leads to connecting one beside the others. */
export function noNameAccount(core: Core): TemplateResult {
  const { t } = core.use(createMessages)
  return html`<wm-empty-state icon="wallet" .heading=${t('errors.NAME_NEEDS_ADDRESS')}>
    <wm-button
      slot="action"
      data-key="connect"
      @click=${() => core.use(createRouter).push({ name: 'Connect', namespace: 'eip155', beside: true })}
      >${t('connect.title')}</wm-button
    >
  </wm-empty-state>`
}

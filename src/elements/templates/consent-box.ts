// The checkbox for consent to terms and privacy policy, above the wallets that need it.
import { html, type TemplateResult } from 'lit'
import type { Config } from '../../config/types.js'
import type { Consent } from '../../state/interface/consent.js'
import type { MessageKey, Translate } from '../lib/localize.js'
import '../primitives/checkbox.js'
import { externalLink, richText } from './rich-text.js'

/** The checkbox, and until it is ticked a line that says why the wallets are disabled. A change calls `give`; `given` is the present consent. */
export function consentBox(t: Translate, { termsUrl, privacyUrl }: Config, { give }: Consent, given: boolean): TemplateResult {
  const key: MessageKey = termsUrl && privacyUrl ? 'connect.legal' : termsUrl ? 'connect.legalTerms' : 'connect.legalPrivacy'
  const text = richText(t, key, {
    ...(termsUrl && { terms: externalLink(t, termsUrl, t('shell.terms')) }),
    ...(privacyUrl && { privacy: externalLink(t, privacyUrl, t('shell.privacy')) }),
  })
  return html`<div class="stack">
    <wm-checkbox .checked=${given} @wm-change=${(event: Event & { checked: boolean }) => give(event.checked)}
      >${text}</wm-checkbox
    >
    <p class="hint" ?hidden=${given}>${t('connect.legalNeeded')}</p>
  </div>`
}

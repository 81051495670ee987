// The bar that shows setup problems to the developer of the page when `debug` is set. The console has them in any case.
import { css, html, nothing } from 'lit'
import { createSetupAlerts } from '../../state/interface/setup-alerts.js'
import { register } from '../lib/define.js'
import { WmTextElement } from '../lib/element.js'
import { createMessages, type MessageKey } from '../lib/localize.js'
import '../primitives/banner.js'
import '../primitives/icon-button.js'
import '../primitives/icon.js'

/** @summary The setup problem of the page, with its code and a button to dismiss it. Empty without `debug` or without a problem. */
export class WmAlertBar extends WmTextElement {
  static override styles = css`
    wm-banner {
      margin: 0 1em 0.75em;
    }
    code {
      overflow-wrap: anywhere;
    }
    wm-icon-button {
      margin: -0.6em -0.75em -0.6em 0;
    }
  `

  private readonly alert = this.watch((core) => core.use(createSetupAlerts).$alert)

  protected override render() {
    const alert = this.alert.value
    if (alert === undefined || !this.use(createMessages).ready('shell')) return nothing
    const details = Object.fromEntries(Object.entries(alert.details).map(([key, value]) => [key, String(value)]))
    const own = `alerts.${alert.code}` as MessageKey // some codes have no text of their own
    const text = this.t(own, details) || this.t(`errors.${alert.code}`, details)
    const more = Object.values(details).filter((value) => !text.includes(value))
    return html`<wm-banner variant="danger">
      <strong>${this.t('shell.setup')}:</strong> ${text} <code dir="ltr">${[alert.code, ...more].join(' · ')}</code>
      <wm-icon-button
        slot="end"
        name="close"
        label=${this.t('shell.dismiss')}
        @click=${() => this.use(createSetupAlerts).dismiss()}
      ></wm-icon-button>
    </wm-banner>`
  }
}
register('wm-alert-bar', WmAlertBar)

declare global {
  interface HTMLElementTagNameMap {
    'wm-alert-bar': WmAlertBar
  }
}

// Transactions of the account.
import { html } from 'lit'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'

/**
 * @summary Transactions of the account.
 */
export class WmTransactionsView extends WmView {
  static override styles = laterStyles

  override render() {
    return html`<p class="hint center">${this.t('activity.title')}</p>`
  }
}
register('wm-transactions-view', WmTransactionsView)

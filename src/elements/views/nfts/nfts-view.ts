// Nfts of the account.
import { html } from 'lit'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'

/**
 * @summary Nfts of the account.
 */
export class WmNftsView extends WmView {
  static override styles = laterStyles

  override render() {
    return html`<p class="hint center">${this.t('nfts.title')}</p>`
  }
}
register('wm-nfts-view', WmNftsView)

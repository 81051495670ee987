// Where to get a wallet: its browser extension, its apps, its site.
import { when } from 'lit/directives/when.js'
import { html } from 'lit'
import { createRouter } from '../../../state/interface/router.js'
import type { WalletEntry } from '../../../vocabulary/wallet.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import type { MessageKey } from '../../lib/localize.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/row.js'
import '../../primitives/wallet-icon.js'
import '../../primitives/icon.js'

const stores = [
  { field: 'chrome_store', icon: 'browser', label: 'downloads.chrome' },
  { field: 'app_store', icon: 'store', label: 'downloads.appStore' },
  { field: 'play_store', icon: 'store', label: 'downloads.playStore' },
  { field: 'homepage', icon: 'network', label: 'downloads.homepage' },
] as const satisfies readonly { field: keyof WalletEntry; icon: string; label: MessageKey }[]

/** The stores and the site that a wallet's list entry names, with their links. */
export function storesOf(entry: WalletEntry | undefined) {
  return stores.flatMap((store) => {
    const href = entry?.[store.field]
    return href ? [{ ...store, href }] : []
  })
}

/**
 * @summary One link per store of the wallet's list entry.
 */
export class WmDownloadsView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'Downloads'>

  override render() {
    // Also embedded in the pairing view for the platform `unsupported`, with the same parameter.
    const { wallet } = this.view
    const links = storesOf(wallet.entry)
    const hasExtension = Boolean(wallet.entry?.chrome_store)
    return html`<div class="center hero">
        <wm-wallet-icon size="lg" .src=${wallet.icon} .name=${wallet.name}></wm-wallet-icon>
      </div>
      ${
        links.length > 0
          ? html`<ul class="group" role="list" aria-label=${this.t('downloads.stores', { wallet: wallet.name })}>
              ${links.map(
                ({ field, icon, label, href }) =>
                  html`<li>
                    <wm-row data-key=${field} href=${href} .label=${this.t(label)}>
                      <wm-icon slot="icon" name=${icon}></wm-icon>
                      <span slot="end" class="visually-hidden">${this.t('common.opensNewTab')}</span>
                    </wm-row>
                  </li>`,
              )}
            </ul>`
          : html`<wm-empty-state icon="download" .heading=${this.t('downloads.none', { wallet: wallet.name })}>
              ${this.t('downloads.noneHint')}
              <wm-button slot="action" data-key="others" @click=${() => this.use(createRouter).push({ name: 'GetWallet' })}
                >${this.t('getWallet.title')}</wm-button
              >
            </wm-empty-state>`
      }
      ${when(hasExtension, () => html`<p class="hint center">${this.t('downloads.reload')}</p>`)}`
  }
}
register('wm-downloads-view', WmDownloadsView)

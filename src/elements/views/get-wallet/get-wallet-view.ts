// For visitors without a wallet: some recommended wallets, and where to get them.
import { when } from 'lit/directives/when.js'
import { html, nothing } from 'lit'
import { RECOMMENDED_WALLETS_COUNT } from '../../../vocabulary/constants.js'
import { createRouter } from '../../../state/interface/router.js'
import { showsAllWallets } from '../../../state/wallets/connect-rows.js'
import { createWallets } from '../../../state/wallets/wallets.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/skeleton.js'
import { storesOf } from './downloads-view.js'
import { Pictures } from '../../templates/pictures.js'
import { walletRow, walletRowStyles } from '../../templates/wallet-row.js'

/**
 * @summary Recommended wallets; each row opens the wallet's downloads.
 */
export class WmGetWalletView extends WmView {
  static override styles = [laterStyles, walletRowStyles]

  private readonly walletGroups = this.watch((core) => core.use(createWallets).$connect)

  private readonly pictures = new Pictures(this)

  override render() {
    const { detected, other, loading } = this.walletGroups.value
    const wallets = [...other, ...detected].filter(({ entry }) => storesOf(entry).length > 0).slice(0, RECOMMENDED_WALLETS_COUNT)
    const push = this.use(createRouter).push
    return html`<div aria-busy=${loading ? 'true' : 'false'}>
        ${
          wallets.length > 0
            ? html`<p class="hint" id="body">${this.t('getWallet.body')}</p>
                <ul class="group" role="list" aria-labelledby="body">
                  ${wallets.map((wallet) => walletRow(wallet, this.pictures, { prepare: () => this.preload('Downloads'), choose: () => push({ name: 'Downloads', wallet }) }))}
                </ul>`
            : loading
              ? html`<span class="visually-hidden">${this.t('getWallet.loading')}</span
                  ><wm-skeleton .rows=${RECOMMENDED_WALLETS_COUNT}></wm-skeleton>`
              : html`<wm-empty-state icon="wallet" .heading=${this.t('getWallet.none')}>
                  ${this.t('getWallet.noneHint')} ${this.help('primary')}
                </wm-empty-state>`
        }
      </div>
      <div class="actions">
        ${when(showsAllWallets(this.core), () => this.allWallets())}
        ${when(wallets.length > 0 || loading, () => this.help('quiet'))}
      </div>`
  }

  /** Opens the explanation of wallets: under the list, or as the action of the empty state. */
  private help(variant: 'primary' | 'quiet') {
    return html`<wm-button
      slot="action"
      data-key="help"
      variant=${variant}
      @pointerenter=${() => this.preload('WhatIsAWallet')}
      @click=${() => this.use(createRouter).push({ name: 'WhatIsAWallet' })}
      >${this.t('shell.help')}</wm-button
    >`
  }

  private allWallets() {
    return this.walletGroups.value.total === 0
      ? nothing
      : html`<wm-button
          data-key="all"
          variant="secondary"
          @pointerenter=${() => this.preload('AllWallets')}
          @click=${() => this.use(createRouter).push({ name: 'AllWallets' })}
          >${this.t('getWallet.all')}</wm-button
        >`
  }
}
register('wm-get-wallet-view', WmGetWalletView)

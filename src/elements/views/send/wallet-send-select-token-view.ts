// Which of the account's assets is sent.
import { html, nothing } from 'lit'
import { when } from 'lit/directives/when.js'
import { createAssets } from '../../../state/account/assets.js'
import { createPortfolio } from '../../../state/account/portfolio.js'
import { createRouter } from '../../../state/interface/router.js'
import { createDraft } from '../../../state/send/draft.js'
import type { Asset } from '../../../vocabulary/asset.js'
import { register } from '../../lib/define.js'
import { WmSearchedView } from '../../lib/searched-view.js'
import { assetRow } from '../../templates/asset-rows.js'
import '../../primitives/button.js'
import '../../primitives/skeleton.js'

/**
 * @summary The account's assets, of which one is chosen to be sent.
 */
export class WmWalletSendSelectTokenView extends WmSearchedView {
  private readonly assets = this.watch((core) => core.use(createAssets).$assets)
  private readonly balances = this.watch((core) => core.use(createPortfolio).$balances)

  private get found(): readonly Asset[] {
    const text = this.text.trim().toLocaleLowerCase()
    return this.assets.value.filter(
      ({ name, symbol, contract = '' }) =>
        `${name}\n${symbol}`.toLocaleLowerCase().includes(text) || (text !== '' && contract.toLocaleLowerCase() === text),
    )
  }

  override render() {
    const { found } = this
    const { status, fetchStatus } = this.balances.value
    const hasTokens = this.core.config.services.data !== undefined
    return html`${this.searchField(this.t('assets.search'), this.t('assets.searchHint'))}
    ${when(
      found.length > 0,
      () =>
        html`<ul class="group" role="list" aria-label=${this.t('assets.yours')}>
          ${found.map((asset) => assetRow(this.core, asset, { choose: () => this.choose(asset) }))}
        </ul>`,
      () => this.noMatch(this.t('assets.none', { query: this.text.trim() })),
    )}
    ${when(
      hasTokens && status === 'pending' && fetchStatus === 'fetching',
      () => html`<div aria-busy="true"><wm-skeleton rows="3"></wm-skeleton></div>`,
    )}
    ${when(hasTokens && fetchStatus === 'paused', () => html`<p class="hint center">${this.t('common.offline')}</p>`)}
    ${hasTokens && status === 'error' && fetchStatus === 'idle' ? this.failure() : nothing}`
  }

  private failure() {
    return html`<p class="hint center">${this.t('errors.BALANCE_UNAVAILABLE')}</p>
      <wm-button data-key="retry" variant="quiet" @click=${() => this.use(createPortfolio).refresh()}
        >${this.t('common.retry')}</wm-button
      >`
  }

  private choose({ id, contract }: Asset) {
    const { change, $asset } = this.use(createDraft)
    // What was entered of another asset, be it counted in dollars, was meant for that one.
    const isOther = $asset.get()?.id !== id
    change({ asset: contract === undefined ? undefined : id, ...(isOther ? { amount: '', isMax: false, entry: 'asset' } : {}) })
    const router = this.use(createRouter)
    if (!router.pop()) router.reset({ name: 'WalletSend' })
  }
}
register('wm-wallet-send-select-token-view', WmWalletSendSelectTokenView)

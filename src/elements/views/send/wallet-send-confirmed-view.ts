// What has become of a transfer: it waits for the network, is there, has failed, or was replaced.
import { html, nothing } from 'lit'
import { when } from 'lit/directives/when.js'
import { createTransactions, type SentTransaction, type TransactionStatus } from '../../../state/account/transactions.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { createSend } from '../../../state/send/send.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { fullAddress } from '../../templates/full-address.js'
import { exactSum } from '../../templates/amounts.js'
import { explorerLink, hashButton } from '../../templates/transaction-rows.js'
import '../../primitives/button.js'
import '../../primitives/icon.js'
import '../../primitives/spinner.js'

/**
 * @summary A transfer that was sent: its state, its hash, the block explorer.
 */
export class WmWalletSendConfirmedView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'WalletSendConfirmed'>
  private readonly all = this.watch((core) => core.use(createTransactions).$transactions)
  private told: TransactionStatus | undefined

  private get sent(): SentTransaction | undefined {
    return this.all.value.find(({ hash }) => hash === this.view.hash)
  }

  protected override updated() {
    const status = this.sent?.status
    if (status === undefined || status === this.told) return
    // Only what changes while the view is shown: the heading is read out with the view.
    if (this.told !== undefined)
      this.use(createNotices).announce('failed', { message: this.statement(status) }, { assertive: status === 'failed' })
    this.told = status
  }

  override render() {
    const { sent } = this
    // One that is not kept any more, such as where the visitor has cleared the site's data, can still be looked up.
    const chainId = sent?.chainId ?? this.core.publicState.$account.get()?.chainId
    const status = sent?.status ?? 'unknown'
    return html`<div class="center hero">
        <span class="mark ${status}" aria-hidden="true">${this.mark(status)}</span>
        <h3>${this.statement(status)}</h3>
        ${when(
          sent?.out,
          (out) => html`<p class="amount"><bdi translate="no">${exactSum(this.core, BigInt(out.amount), out)}</bdi></p>`,
        )}
        ${when(sent?.to, (to) => html`<p class="hint">${this.t('send.to')}<br />${fullAddress(to)}</p>`)}
        ${hashButton(this.core, this.view.hash)}
      </div>
      ${chainId ? explorerLink(this.core, chainId, this.view.hash) : nothing}
      <div class="actions">
        ${when(
          status === 'failed',
          () => html`<wm-button data-key="again" @click=${this.again}>${this.t('common.retry')}</wm-button>`,
        )}
        <wm-button data-key="done" variant=${status === 'failed' ? 'secondary' : 'primary'} @click=${this.done}
          >${this.t('common.done')}</wm-button
        >
      </div>`
  }

  private mark(status: TransactionStatus | 'unknown') {
    if (status === 'pending') return html`<wm-spinner></wm-spinner>`
    return html`<wm-icon name=${status === 'confirmed' ? 'check' : status === 'failed' ? 'danger' : 'warning'}></wm-icon>`
  }

  private statement(status: TransactionStatus | 'unknown'): string {
    if (status === 'unknown') return this.t('send.statusUnknown')
    if (status === 'pending') return this.t('assets.sending')
    if (status === 'confirmed') return this.t('send.arrived')
    return status === 'failed' ? this.t('errors.TRANSACTION_FAILED') : this.t('send.replaced')
  }

  private again() {
    this.use(createSend).restore(this.view.hash)
    this.use(createRouter).reset({ name: 'WalletSend' })
  }

  private done() {
    const modal = this.use(createModal)
    if (this.view.closes) modal.close({ force: true })
    else this.use(createRouter).reset(modal.home())
  }
}
register('wm-wallet-send-confirmed-view', WmWalletSendConfirmedView)

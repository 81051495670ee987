// The review of a transfer: nothing is sent that the visitor has not seen here.
import { html, nothing, type PropertyValues } from 'lit'
import { when } from 'lit/directives/when.js'
import { mayBeSent } from '../../../state/account/unsure.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { createSend, type Review } from '../../../state/send/send.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import { parseAccountId } from '../../../vocabulary/caip.js'
import { formatMoney, worthOf } from '../../../vocabulary/money.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { createMessages } from '../../lib/localize.js'
import { laterStyles } from '../../styles/view-more.js'
import { facts } from '../../templates/facts.js'
import { fullAddress } from '../../templates/full-address.js'
import { exactSum, shortSum } from '../../templates/amounts.js'
import { reviewError, warningBanners } from '../../templates/send-texts.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/skeleton.js'
import '../../primitives/token-icon.js'

/** When the visitor may stop waiting for the wallet: the second press of a double one, meant for Send, would land on that button, ms. */
const MAY_STOP_MS = 2_000

/**
 * @summary What would be sent: amount, receiver, network, fee, warnings. Send asks the wallet, once.
 */
export class WmWalletSendPreviewView extends WmView {
  static override properties = { hasStopped: { state: true }, mayStop: { state: true } }
  static override styles = laterStyles

  private readonly reviewed = this.watch((core) => core.use(createSend).$review)
  private readonly sending = this.watch((core) => core.use(createSend).$state)
  /** Watched, so that what becomes known of the transfer is added to the review. */
  private readonly check = this.watch((core) => core.use(createSend).$check)

  declare private hasStopped: boolean
  /** Whether the wallet was asked long enough ago, or this view shown since. */
  declare private mayStop: boolean

  constructor() {
    super()
    this.hasStopped = false
    this.mayStop = false
  }

  /** The one that is asked, whichever is connected by now. */
  private get wallet() {
    return this.reviewed.value?.wallet ?? ''
  }

  private hadReview = false
  private wasPending = false
  private timer: ReturnType<typeof setTimeout> | undefined

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    const hasReview = this.reviewed.value !== undefined
    const router = this.use(createRouter)
    // Another account was chosen: back to the fields. After sending another view is shown already.
    if (this.hadReview && !hasReview && router.$view.get() === this.view) router.pop()
    this.hadReview = hasReview
    const isPending = this.sending.value.status === 'pending'
    if (isPending === this.wasPending) return
    this.wasPending = isPending
    this.mayStop = false
    clearTimeout(this.timer)
    if (isPending) this.timer = setTimeout(() => (this.mayStop = true), MAY_STOP_MS)
  }

  override render() {
    const review = this.reviewed.value
    if (!review)
      return html`<wm-empty-state icon="empty" .heading=${this.t('send.nothing')}>
        <wm-button slot="action" data-key="begin" @click=${() => this.use(createRouter).replace({ name: 'WalletSend' })}
          >${this.t('send.begin')}</wm-button
        >
      </wm-empty-state>`
    const isPending = this.sending.value.status === 'pending'
    return html`<div class="center hero">
        <wm-token-icon size="lg" .src=${review.asset.icon} .name=${review.asset.symbol}></wm-token-icon>
        <p class="amount"><bdi translate="no">${exactSum(this.core, review.amount, review.asset)}</bdi></p>
        ${this.worth(review)}
      </div>
      ${this.list(review)}
      <div class="stack banners">${warningBanners(this.core, review)} ${this.failure()}</div>
      <div class="actions horizontal">
        <wm-button data-key="cancel" variant="secondary" @click=${this.goBack}>${this.t('common.cancel')}</wm-button>
        <wm-button
          data-key="send"
          ?busy=${isPending}
          @click=${review.problem || review.receiverProblem ? this.goBack : this.submit}
          >${this.step(review, isPending)}</wm-button
        >
      </div>
      ${when(
        isPending && this.mayStop,
        () =>
          html`<wm-button data-key="stop" variant="quiet" @click=${this.stopWaiting}>${this.t('send.stopWaiting')}</wm-button>`,
      )}`
  }

  private get isAsking() {
    return this.check.value.means?.cost.status === 'asking'
  }

  private step({ problem, receiverProblem }: Review, isPending: boolean) {
    if (isPending) return this.t('assets.confirmIn', { wallet: this.wallet })
    if (receiverProblem) return this.t('send.checkReceiver')
    return this.t(problem ? 'send.checkAmount' : 'send.title')
  }

  private goBack() {
    this.use(createModal).back()
  }

  private worth({ amount, asset }: Review) {
    const worth = worthOf(amount, asset.decimals, asset.price)
    return worth === undefined ? nothing : html`<p class="hint">≈ ${this.money(worth)}</p>`
  }

  private money(worth: bigint) {
    return formatMoney(worth, this.use(createMessages).formatTag())
  }

  private list({ account, asset, amount, coin, to, fee, deposit }: Review) {
    const { chainId, address } = parseAccountId(account)
    const network = this.use(createNetworks).find(chainId)
    const isCoin = asset.contract === undefined
    const cost = fee === undefined ? undefined : fee + (deposit ?? 0n)
    const worthOfCoin = (of: bigint) => {
      const worth = worthOf(of, coin.decimals, coin.price)
      return worth === undefined ? undefined : `≈ ${this.money(worth)}`
    }
    const total = isCoin && cost !== undefined ? amount + cost : undefined
    return facts([
      {
        name: this.t('send.to'),
        value: html`${when(to.name, (name) => html`<bdi class="block" translate="no">${name}</bdi>`)}${fullAddress(to.address)}`,
      },
      { name: this.t('send.from'), value: html`<bdi class="address" dir="ltr" translate="no">${shortAddress(address)}</bdi>` },
      { name: this.t('assets.network'), value: html`<bdi translate="no">${network?.name ?? ''}</bdi>` },
      ...(isCoin || asset.contract === undefined
        ? []
        : [
            {
              name: this.t('send.contractOf', { symbol: asset.symbol }),
              value: html`<bdi class="address" dir="ltr" translate="no">${shortAddress(asset.contract)}</bdi>`,
            },
          ]),
      fee === undefined
        ? {
            name: this.t('assets.fee'),
            value: this.isAsking
              ? html`<span aria-busy="true"><wm-skeleton shape="line"></wm-skeleton></span>`
              : this.t('assets.unknown'),
          }
        : { name: this.t('assets.fee'), value: this.about(fee, coin), note: worthOfCoin(fee) },
      deposit
        ? { name: this.t('send.deposit'), value: exactSum(this.core, deposit, coin), note: this.t('send.depositNote') }
        : undefined,
      total === undefined ? undefined : { name: this.t('send.total'), value: this.about(total, coin), note: worthOfCoin(total) },
    ])
  }

  /** What is not known exactly. The sign stays with the number. */
  private about(amount: bigint, coin: Review['coin']) {
    return html`<bdi translate="no">≈ ${shortSum(this.core, amount, coin)}</bdi>`
  }

  private failure() {
    const review = this.reviewed.value
    const problem = review && reviewError(this.core, review, this.check.value)
    if (problem !== undefined) return html`<wm-banner variant="danger">${problem}</wm-banner>`
    const state = this.sending.value
    if (this.hasStopped && state.status === 'idle')
      return html`<wm-banner variant="danger">${this.t('assets.unsure', { wallet: this.wallet })}</wm-banner>`
    if (state.status !== 'failed') return nothing
    const { error } = state
    const { code } = error
    return html`<wm-banner variant=${code === 'USER_REJECTED' ? 'warning' : 'danger'}
      >${this.t(`errors.${code}`, { wallet: this.wallet })}${
        mayBeSent(error) ? html` <span class="block">${this.t('assets.unsure', { wallet: this.wallet })}</span>` : nothing
      }</wm-banner
    >`
  }

  private stopWaiting() {
    this.hasStopped = true
    this.use(createSend).stopWaiting()
    this.use(createNotices).announce('failed', { message: this.t('assets.unsure', { wallet: this.wallet }) }, { assertive: true })
  }

  private submit() {
    this.hasStopped = false
    const { announce } = this.use(createNotices)
    announce('connecting', { wallet: this.wallet })
    this.use(createSend)
      .submit()
      .then(
        () => announce('failed', { message: this.t('assets.sending') }),
        (error: unknown) => this.tellFailure(error),
      )
  }

  private tellFailure(error: unknown) {
    const state = this.sending.value
    if (!this.isConnected || this.core.signal.aborted || state.status !== 'failed' || state.error !== error) return
    const message = this.t(`errors.${state.error.code}`, { wallet: this.wallet })
    this.use(createNotices).announce('failed', { message }, { assertive: true })
  }
}
register('wm-wallet-send-preview-view', WmWalletSendPreviewView)

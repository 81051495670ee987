// What to send, how much, and to whom.
import { html, nothing, type PropertyValues } from 'lit'
import { when } from 'lit/directives/when.js'
import { formatUnits } from '../../../vocabulary/amount.js'
import { fieldNumber } from '../../../vocabulary/amount-input.js'
import { FIAT_DIGITS } from '../../../vocabulary/constants.js'
import { formatMoney, plainMoney, worthOf } from '../../../vocabulary/money.js'
import type { View, ViewNamed } from '../../../vocabulary/view.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { balanceOf } from '../../../state/send/check.js'
import { createCost } from '../../../state/send/cost.js'
import { createDraft } from '../../../state/send/draft.js'
import { createSendFlow } from '../../../state/send/outcome.js'
import { createReceiver } from '../../../state/send/receiver.js'
import { createSend } from '../../../state/send/send.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { createMessages } from '../../lib/localize.js'
import { laterStyles } from '../../styles/view-more.js'
import { fullAddress } from '../../templates/full-address.js'
import { exactSum, shortAmount } from '../../templates/amounts.js'
import { amountError, nextStep, receiverError } from '../../templates/send-texts.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/skeleton.js'
import '../../primitives/text-field.js'
import '../../primitives/token-icon.js'

/** A text of this length is a whole address, not the beginning of one. */
const WHOLE_ADDRESS = 30

/**
 * @summary Amount, asset and receiver of a transfer. The button goes on to the review, or says what is missing.
 */
export class WmWalletSendView extends WmView {
  static override properties = { isPressed: { state: true }, hasLeft: { state: true }, isFilling: { state: true } }
  static override styles = laterStyles

  declare view: ViewNamed<'WalletSend'>
  declare private isPressed: boolean
  declare private hasLeft: boolean
  declare private isFilling: boolean

  private readonly draft = this.watch((core) => core.use(createDraft).$draft)
  private readonly check = this.watch((core) => core.use(createSend).$check)
  private readonly receiver = this.watch((core) => core.use(createReceiver).$receiver)
  private readonly sending = this.watch((core) => core.use(createSend).$state)

  constructor() {
    super()
    this.isPressed = false
    this.hasLeft = false
    this.isFilling = false
  }

  private get formatTag() {
    return this.use(createMessages).formatTag()
  }

  private get isPending() {
    return this.sending.value.status === 'pending'
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    if (this.hasUpdated) return
    const account = this.core.publicState.$account.get()
    const { $history } = this.use(createRouter)
    if (
      account &&
      !$history
        .get()
        .slice(0, -1)
        .some(({ name }) => name === 'WalletSend')
    )
      this.core.emit('event', {
        name: 'OPEN_SEND',
        isSmartAccount: account.type === 'smartAccount',
        network: account.chainId,
      })
    void this.fill()
  }

  /** Puts what the page has given into the fields. */
  private async fill() {
    const flow = this.use(createSendFlow)
    if (!flow.isFilled(this.view)) {
      this.isFilling = true
      await flow.fill(this.view).catch((error: unknown) => this.use(createNotices).showError(error))
      this.isFilling = false
    }
    const { amount, locale } = this.use(createDraft).$draft.get()
    if (locale !== this.formatTag && locale === 'en')
      this.use(createDraft).change({ amount: fieldNumber(amount, this.formatTag), locale: this.formatTag })
  }

  override render() {
    const { isUnable } = this.check.value
    if (isUnable) return this.unable()
    if (this.isFilling) return html`<div aria-busy="true"><wm-skeleton rows="3"></wm-skeleton></div>`
    return html`<div class="stack">${this.amountField()} ${this.amountLine()} ${this.receiverField()}</div>
      <div class="actions">
        <wm-button data-key="next" ?busy=${false} @click=${this.goOn}
          >${this.isPending ? this.t('assets.confirmIn', { wallet: this.wallet }) : nextStep(this.core, this.check.value)}</wm-button
        >
        ${this.ways()}
      </div>`
  }

  private get wallet() {
    return this.core.publicState.$account.get()?.wallet.name ?? ''
  }

  private amountField() {
    const { means } = this.check.value
    const { entry } = this.draft.value
    const { icon, symbol } = means?.asset ?? {}
    const label = entry === 'money' ? this.t('send.amountInMoney') : this.t('assets.amount')
    return html`<wm-text-field
      data-key="amount"
      size="lg"
      inputMode="decimal"
      placeholder=${fieldNumber('0.0', this.formatTag)}
      .label=${label}
      .value=${this.amountText()}
      .error=${amountError(this.core, this.check.value, this.isPressed)}
      ?disabled=${this.isPending}
      @wm-input=${this.typeAmount}
    >
      <wm-button slot="end" data-key="token" variant="quiet" ?disabled=${this.isPending} @click=${this.chooseToken}>
        ${when(symbol, () => html`<wm-token-icon slot="icon" size="sm" .src=${icon} .name=${symbol}></wm-token-icon>`)}
        <span translate="no">${symbol ?? this.t('send.chooseToken')}</span>
        <wm-icon name="chevron-down"></wm-icon>
      </wm-button>
    </wm-text-field>`
  }

  /** The typed text; with Max the amount that is left, in whichever the field counts. */
  private amountText(): string {
    const { amount: text, isMax, entry } = this.draft.value
    const { amount, means } = this.check.value
    if (!isMax) return text
    if (!means || amount?.amount === undefined) return ''
    const { decimals, price } = means.asset
    const worth = worthOf(amount.amount, decimals, price)
    if (entry === 'money') return worth === undefined ? '' : fieldNumber(plainMoney(worth), this.formatTag)
    return fieldNumber(formatUnits(amount.amount, decimals), this.formatTag)
  }

  /** What the amount is worth, and all that there is. */
  private amountLine() {
    const { means, amount } = this.check.value
    if (!means) return nothing
    const { asset } = means
    const balance = balanceOf(means)
    const { entry } = this.draft.value
    const worth = worthOf(amount?.amount ?? 0n, asset.decimals, asset.price)
    const other =
      entry === 'money'
        ? exactSum(this.core, amount?.amount ?? 0n, asset)
        : worth !== undefined && formatMoney(worth, this.formatTag)
    return html`<div class="spread">
        ${
          other === false
            ? html`<p class="hint">${this.t('assets.noPrice')}</p>`
            : html`<wm-button
                data-key="entry"
                variant="quiet"
                ?disabled=${this.isPending}
                .label=${this.t(entry === 'money' ? 'send.inAsset' : 'send.inMoney', { amount: other, symbol: asset.symbol })}
                @click=${this.toggleEntry}
                ><wm-icon slot="icon" name="swap"></wm-icon><bdi translate="no">≈&nbsp;${other}</bdi></wm-button
              >`
        }
        <wm-button
          data-key="max"
          variant="quiet"
          ?disabled=${this.isPending}
          .label=${this.t('send.maxOf', { amount: balance === undefined ? this.t('assets.unknown') : exactSum(this.core, balance, asset) })}
          @click=${() => this.use(createDraft).change({ isMax: true, locale: this.formatTag })}
          >${this.t('assets.max')}</wm-button
        >
      </div>
      <p class="meta">${this.balanceText()}</p>`
  }

  private balanceText() {
    const { means } = this.check.value
    if (!means) return nothing
    const balance = balanceOf(means)
    const { symbol, decimals } = means.asset
    return balance === undefined
      ? this.t('send.balanceUnknown', { symbol })
      : this.t('assets.balance', { amount: shortAmount(this.core, balance, decimals), symbol })
  }

  private receiverField() {
    const receiver = this.receiver.value
    const hasNames = this.core.deps.namespaces[this.core.publicState.$account.get()?.namespace ?? 'eip155']?.hasNames
    const isWhole = this.draft.value.to.trim().length >= WHOLE_ADDRESS
    return html`<wm-text-field
        data-key="to"
        .label=${this.t('send.to')}
        placeholder=${this.t(hasNames ? 'send.toPlaceholder' : 'send.addressPlaceholder')}
        .value=${this.draft.value.to}
        .error=${receiverError(this.core, this.check.value, this.isPressed || this.hasLeft || isWhole)}
        .hint=${
          receiver.status === 'looking' && receiver.name !== undefined
            ? this.t('send.resolving', { name: receiver.name })
            : undefined
        }
        ?disabled=${this.isPending}
        @wm-input=${({ value }: WmInputEvent) => {
          this.hasLeft = this.isPressed = false
          this.use(createDraft).change({ to: value })
        }}
        @focusout=${() => (this.hasLeft = true)}
      ></wm-text-field>
      ${when(
        receiver.status === 'found' && receiver.name !== undefined && receiver,
        ({ name, address }) => html`<p class="hint"><bdi translate="no">${name}</bdi><br />${fullAddress(address)}</p>`,
      )}`
  }

  /** Other ways to go on with too little. */
  private ways() {
    const { problem } = this.check.value
    if (problem !== 'insufficient' && problem !== 'insufficientFee') return nothing
    const router = this.use(createRouter)
    const [receive, buy] = [this.existing('WalletReceive'), this.existing('OnRampProviders')]
    return html`${when(
        receive,
        (view) =>
          html`<wm-button data-key="receive" variant="secondary" @click=${() => router.push(view)}
            >${this.t('send.receiveMore')}</wm-button
          >`,
      )}
      ${when(
        buy,
        (view) =>
          html`<wm-button data-key="buy" variant="secondary" @click=${() => router.push(view)}
            >${this.t('send.buyMore')}</wm-button
          >`,
      )}
      <wm-button data-key="wallet" variant="quiet" @click=${() => router.push({ name: 'Connect' })}
        >${this.t('send.otherWallet')}</wm-button
      >`
  }

  /** A view of the page's table, if it has one of this name. */
  private existing(name: string): View | undefined {
    const view = { name } as View // the table says whether it is one
    return this.core.deps.views.find(view)?.tag === this.core.deps.views.find({ name: 'Connect' })?.tag ? undefined : view
  }

  private unable() {
    return html`<wm-empty-state icon="wallet" .heading=${this.t('send.unable')}>
      ${this.t('send.unableHint')}
      <wm-button slot="action" data-key="back" @click=${() => this.use(createModal).back()}>${this.t('common.back')}</wm-button>
    </wm-empty-state>`
  }

  private typeAmount({ value }: WmInputEvent) {
    this.isPressed = false
    this.use(createDraft).change({ amount: value, isMax: false, locale: this.formatTag })
  }

  /** The other way to count the same amount. */
  private toggleEntry() {
    const { means, amount } = this.check.value
    const { entry } = this.draft.value
    if (!means) return
    const { decimals, price } = means.asset
    const worth = worthOf(amount?.amount ?? 0n, decimals, price)
    const isThere = amount?.amount !== undefined && amount.amount > 0n
    const text = entry === 'money' ? formatUnits(amount?.amount ?? 0n, decimals) : plainMoney(worth ?? 0n, FIAT_DIGITS)
    this.use(createDraft).change({
      entry: entry === 'money' ? 'asset' : 'money',
      amount: isThere ? fieldNumber(text, this.formatTag) : '',
      locale: this.formatTag,
    })
  }

  private chooseToken() {
    this.use(createRouter).push({ name: 'WalletSendSelectToken' })
  }

  private goOn() {
    const { problem, field } = this.check.value
    if (this.isPending || this.use(createSend).review()) return this.use(createRouter).push({ name: 'WalletSendPreview' })
    this.isPressed = true
    if (field === 'token') return this.chooseToken()
    if (problem === 'maxUnknown') this.use(createCost).retry()
    if (problem === 'unavailable') this.use(createReceiver).retry()
    if (problem === 'looking') return
    const message =
      problem === 'both'
        ? this.t('errors.AMOUNT_AND_RECEIVER_REQUIRED')
        : (amountError(this.core, this.check.value, true) ?? receiverError(this.core, this.check.value, true) ?? '')
    this.use(createNotices).announce('failed', { message }, { assertive: true })
    this.renderRoot.querySelector<HTMLElement>(`[data-key=${field ?? 'amount'}]`)?.focus()
  }
}
register('wm-wallet-send-view', WmWalletSendView)

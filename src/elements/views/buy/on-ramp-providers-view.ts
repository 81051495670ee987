// Prepares a purchase: how much, of what, paid how; what it costs; and who sells it.
import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit'
import { when } from 'lit/directives/when.js'
import { FIAT_DIGITS } from '../../../vocabulary/constants.js'
import { parseUnits } from '../../../vocabulary/amount.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createBuy } from '../../../state/buy/buy.js'
import { BUY_PRESETS, createBuyDraft } from '../../../state/buy/draft.js'
import { type BuyOptions, createBuyMarket } from '../../../state/buy/options.js'
import type { BuyProvider } from '../../../state/buy/providers.js'
import { createPurchases } from '../../../state/buy/purchases.js'
import { refusalOf } from '../../../state/buy/quote.js'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { Age } from '../../lib/age.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { goTo } from '../../lib/go-to.js'
import { createMessages } from '../../lib/localize.js'
import { buyStyles } from '../../styles/buy.js'
import { laterStyles } from '../../styles/view-more.js'
import { amountError, methodName, sumText, tokenText } from '../../templates/buy-texts.js'
import { facts } from '../../templates/facts.js'
import { ageText } from '../../templates/quote-age.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/network-icon.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/text-field.js'
import '../../primitives/token-icon.js'

/** Most pictures of networks in a row. */
const NETWORKS_COUNT = 5
/** A part: views whose parameters have been taken over. Going back to one keeps what was entered since. */
function createBegun(): WeakSet<ViewNamed<'OnRampProviders'>> {
  return new WeakSet()
}

/**
 * @summary A purchase to prepare: amount, currency, way to pay and token, the price with its age, and the providers, which open in a window. With the
 * attribute `embedded` it is a part of a page.
 */
export class WmOnRampProvidersView extends WmView {
  static override styles = [laterStyles, buyStyles]
  static override properties: PropertyDeclarations = { isPressed: { state: true } }

  declare view: ViewNamed<'OnRampProviders'>
  /** The visitor wanted to go on, so that what is missing is said. */
  declare private isPressed: boolean

  private readonly offer = this.watch((core) => core.use(createBuyMarket).$offer)
  private readonly options = this.watch((core) => core.use(createBuyMarket).$options)
  private readonly providers = this.watch((core) => core.use(createBuyMarket).$providers)
  private readonly draft = this.watch((core) => core.use(createBuyDraft).$draft)
  private readonly quote = this.watch((core) => core.use(createBuyDraft).$quote)
  private readonly problem = this.watch((core) => core.use(createBuyDraft).$problem)
  private readonly run = this.watch((core) => core.use(createBuy).$run)
  private readonly purchases = this.watch((core) => core.use(createPurchases).$own)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)
  private readonly age = new Age(this, () => this.core.deps.now())

  constructor() {
    super()
    this.isPressed = false
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    const begun = this.use(createBegun)
    if (!begun.has(this.view)) {
      begun.add(this.view)
      if (!this.hasAttribute('embedded')) this.core.emit('event', { name: 'SELECT_BUY_CRYPTO' }) // nobody has chosen what stands in the page
      this.use(createBuyDraft).begin(this.view)
    }
    this.age.since = this.quote.value.updatedAt
  }

  override render() {
    const offer = this.offer.value
    if (!offer || offer.refused)
      return html`<wm-empty-state icon="card" .heading=${this.t(offer ? 'buy.region' : 'buy.off')}></wm-empty-state>`
    const { value, fetchStatus, status, error } = this.options.value
    if (value && value.tokens.length > 0) return this.form(value)
    if (value && !value.isEstimate) return this.nothingSold()
    if (value || status === 'error')
      return html`<wm-error-state
        .heading=${this.t('buy.providersFailed')}
        .message=${error ? this.t(`errors.${error.code}`) : this.t('buyRefusals.failed')}
        .retryLabel=${this.t('common.retry')}
        ?busy=${fetchStatus === 'fetching'}
        @wm-retry=${this.reload}
      ></wm-error-state>`
    if (fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    return html`<div class="stack" aria-busy="true">
      <span class="visually-hidden">${this.t('assets.loading')}</span>
      <wm-skeleton class="tall" shape="block"></wm-skeleton>
      <wm-skeleton class="tall" shape="block"></wm-skeleton>
      <wm-skeleton rows="2"></wm-skeleton>
    </div>`
  }

  private nothingSold() {
    return html`<wm-empty-state icon="card" .heading=${this.t('buy.nothing', { chain: this.network.value.name })}>
      ${this.t('buy.nothingHint')}
      <wm-button
        slot="action"
        data-key="networks"
        @pointerenter=${() => this.preload('Networks')}
        @click=${() => goTo(this, { name: 'Networks' })}
        >${this.t('networks.title')}</wm-button
      >
      <wm-button slot="action" data-key="receive" variant="secondary" @click=${() => goTo(this, { name: 'WalletReceive' })}
        >${this.t('receive.title')}</wm-button
      >
    </wm-empty-state>`
  }

  private form(options: BuyOptions) {
    return html`
      ${when(
        options.isEstimate,
        () =>
          html`<wm-banner variant="warning"
            >${this.t('buy.estimate')}
            <wm-button slot="end" data-key="reload" variant="quiet" @click=${this.reload}>${this.t('common.retry')}</wm-button>
          </wm-banner>`,
      )}
      <div class="stack">${this.amountField()} ${this.presets()} ${this.methods()} ${this.tokenField()}</div>
      ${this.price()}
      <h3 class="section" id="providers">${this.t('buy.providers')}</h3>
      ${this.sellers(options)} ${this.rest()}
    `
  }

  private amountField() {
    const { text, method, currency } = this.draft.value
    const code = currency?.id ?? ''
    const limits = method && { min: sumText(this.core, method.min, code), max: sumText(this.core, method.max, code) }
    return html`<wm-text-field
      data-key="amount"
      size="lg"
      inputmode="decimal"
      placeholder="0"
      .label=${this.t('buy.pay')}
      .value=${text}
      .hint=${limits ? this.t('buy.limits', limits) : undefined}
      .error=${amountError(this.core, this.problem.value, this.draft.value, this.isPressed)}
      @wm-input=${(event: WmInputEvent) => {
        this.isPressed = false
        this.use(createBuyDraft).type(event.value)
      }}
      >${this.choice('currency', 'onramp.currency', code, 'OnRampFiatSelect')}</wm-text-field
    >`
  }

  /** The button at the end of a field, which leads to a list to choose from. */
  private choice(
    key: string,
    label: 'onramp.currency' | 'send.chooseToken',
    text: string,
    name: 'OnRampFiatSelect' | 'OnRampTokenSelect',
  ) {
    return html`<wm-button
      slot="end"
      variant="secondary"
      data-key=${key}
      @pointerenter=${() => this.preload(name)}
      @focusin=${() => this.preload(name)}
      @click=${() => goTo(this, { name })}
    >
      ${when(key === 'token', () => html`<wm-token-icon class="small" slot="icon" .name=${text}></wm-token-icon>`)}
      <span class="visually-hidden">${this.t(label)}:</span>
      <bdi translate="no">${text}</bdi>
      <wm-icon name="chevron-down"></wm-icon>
    </wm-button>`
  }

  private presets() {
    const { currency, reading } = this.draft.value
    return html`<div class="chips" role="group" aria-label=${this.t('buy.presets')}>
      ${BUY_PRESETS.map((amount) => {
        const isChosen = reading.amount === parseUnits(amount, FIAT_DIGITS)
        return html`<button
          type="button"
          class="chip"
          data-key=${`preset:${amount}`}
          aria-pressed=${isChosen ? 'true' : 'false'}
          @click=${() => this.use(createBuyDraft).typePreset(amount)}
        >
          ${sumText(this.core, amount, currency?.id ?? '', true)}
        </button>`
      })}
    </div>`
  }

  /** The ways to pay; none to choose from where there is one. */
  private methods() {
    const { currency, method } = this.draft.value
    const methods = currency?.payment_method_limits ?? []
    if (methods.length < 2) return nothing
    return html`<fieldset class="chips">
      <legend>${this.t('buy.method')}</legend>
      ${methods.map(
        ({ id }) =>
          html`<label class="chip">
            <input
              class="visually-hidden"
              type="radio"
              name="method"
              data-key=${`method:${id}`}
              .checked=${id === method?.id}
              @change=${() => this.use(createBuyDraft).chooseMethod(id)}
            />
            <wm-icon name=${id === 'ach_bank_account' ? 'bank' : 'card'}></wm-icon>${methodName(this.core, id)}
          </label>`,
      )}
    </fieldset>`
  }

  private tokenField() {
    const { token } = this.draft.value
    const amount = this.quote.value.value?.quote.purchaseAmount.amount
    return html`<wm-text-field
      size="lg"
      readonly
      placeholder=${this.isQuoting ? '…' : '0'}
      .label=${this.t('buy.get')}
      .value=${amount === undefined ? '' : tokenText(this.core, amount)}
      >${this.choice('token', 'send.chooseToken', token?.symbol ?? '?', 'OnRampTokenSelect')}</wm-text-field
    >`
  }

  private get isQuoting() {
    return this.quote.value.status === 'pending' && this.quote.value.fetchStatus === 'fetching'
  }

  /** What it costs and how old that is; why there is no price. */
  private price() {
    const { value, error, status, fetchStatus } = this.quote.value
    if (status === 'error' && error) {
      const refusal = refusalOf(error)
      if (refusal === 'amount') return nothing // said at the field
      const isFinal = this.problem.value !== undefined
      return html`<wm-banner variant=${isFinal ? 'danger' : 'warning'}
        >${this.t(`buyRefusals.${refusal}`)} ${isFinal ? nothing : this.t('buy.noQuote')}
        <wm-button
          slot="end"
          data-key="requote"
          variant="quiet"
          ?busy=${fetchStatus === 'fetching'}
          @click=${() => this.use(createBuyDraft).refresh()}
          >${this.t('common.retry')}</wm-button
        >
      </wm-banner>`
    }
    if (fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    if (this.isQuoting) return html`<p class="hint center" aria-busy="true">${this.t('buy.quoting')}</p>`
    if (!value) return nothing
    const { coinbaseFee, networkFee, paymentTotal } = value.quote
    const sum = ({ amount, currency }: typeof coinbaseFee) => html`<bdi>${sumText(this.core, amount, currency)}</bdi>`
    return facts([
      { name: this.t('buy.providerFee'), value: sum(coinbaseFee) },
      { name: this.t('assets.fee'), value: sum(networkFee) },
      { name: this.t('buy.total'), value: sum(paymentTotal) },
      { name: this.t('assets.quote'), value: ageText(this.core, this.age.seconds) },
    ])
  }

  private sellers(options: BuyOptions) {
    const { value, status, fetchStatus } = this.providers.value
    if (value && value.length > 0)
      return html`<ul class="group" role="list" aria-labelledby="providers">
          ${value.map((provider) => this.seller(provider, options))}
        </ul>
        <p class="hint center">${this.t('buy.away')}</p>`
    if (value) return html`<p class="hint center">${this.t('buy.noProviders')}</p>`
    if (status === 'error')
      return html`<wm-error-state
        .heading=${this.t('buy.providersFailed')}
        .message=${this.t('buyRefusals.failed')}
        .retryLabel=${this.t('common.retry')}
        ?busy=${fetchStatus === 'fetching'}
        @wm-retry=${this.reload}
      ></wm-error-state>`
    return html`<div class="group" aria-busy=${fetchStatus === 'fetching' ? 'true' : 'false'}>
      <wm-skeleton rows="2"></wm-skeleton>
    </div>`
  }

  private seller(provider: BuyProvider, { networks }: BuyOptions) {
    const { name, label } = provider
    const shown = networks.slice(0, NETWORKS_COUNT)
    const names = new Intl.ListFormat(this.use(createMessages).formatTag()).format(networks.map((each) => each.name))
    const isOpening = this.run.value?.phase === 'opening'
    return html`<li>
      <wm-row
        data-key=${`provider:${name}`}
        .named=${label !== undefined}
        .label=${label ?? this.t('buy.test')}
        .description=${this.termsOf(provider)}
        ?busy=${isOpening && this.run.value?.provider.name === name}
        @pointerenter=${() => this.preload('BuyInProgress')}
        @focusin=${() => this.preload('BuyInProgress')}
        @click=${() => this.leaveFor(provider)}
      >
        <wm-icon slot="icon" name="card"></wm-icon>
        <span slot="end" class="nets">
          <span class="visually-hidden">${this.t('buy.networks', { networks: names })}</span>
          ${shown.map(
            ({ caipNetworkId, name: network, imageUrl }) =>
              html`<wm-network-icon
                aria-hidden="true"
                .chain=${caipNetworkId}
                .name=${network}
                .src=${imageUrl}
              ></wm-network-icon>`,
          )}
        </span>
        <wm-icon slot="end" name="external"></wm-icon>
      </wm-row>
    </li>`
  }

  private termsOf({ label, fee }: BuyProvider): string {
    if (label === undefined) return this.t('buy.testHint')
    if (!fee) return this.t('buy.feeThere')
    const format = new Intl.NumberFormat(this.use(createMessages).formatTag(), { style: 'unit', unit: 'percent' })
    return this.t('buy.feeRange', { range: format.formatRange(fee.least, fee.most) })
  }

  /** What was bought before, and what buying is. */
  private rest() {
    const link = (name: 'OnRampActivity' | 'WhatIsABuy', label: 'onramp.activity' | 'whatIsABuy.title', icon: 'store' | 'info') =>
      html`<li>
        <wm-row
          data-key=${name}
          chevron
          .label=${this.t(label)}
          @pointerenter=${() => this.preload(name)}
          @focusin=${() => this.preload(name)}
          @click=${() => this.show(name)}
        >
          <wm-icon slot="icon" name=${icon}></wm-icon>
          ${when(
            name === 'OnRampActivity' && this.purchases.value.some(({ status }) => status === 'waiting' || status === 'paying'),
            () => html`<span slot="end" class="meta">${this.t('buyActivity.paying')}</span>`,
          )}
        </wm-row>
      </li>`
    return html`<ul class="group" role="list" aria-label=${this.t('onramp.title')}>
      ${link('OnRampActivity', 'onramp.activity', 'store')} ${link('WhatIsABuy', 'whatIsABuy.title', 'info')}
    </ul>`
  }

  private show(name: 'OnRampActivity' | 'WhatIsABuy') {
    if (name === 'WhatIsABuy') this.core.emit('event', { name: 'SELECT_WHAT_IS_A_BUY' })
    goTo(this, { name })
  }

  /** In the click itself: browsers open windows only there. */
  private leaveFor(provider: BuyProvider) {
    const name = provider.label ?? this.t('buy.test')
    const app = filledMetadata(this.core).name
    if (this.use(createBuy).begin(provider, this.t('buyProgress.leaving', { app, provider: name })))
      return goTo(this, { name: 'BuyInProgress' })
    this.isPressed = true
    const { announce } = this.use(createNotices)
    const error = amountError(this.core, this.problem.value, this.draft.value, true)
    if (error !== undefined) announce('failed', { message: error }, { assertive: true })
    void focusReady(this.renderRoot.querySelector(`[data-key=${this.problem.value === 'token' ? 'token' : 'amount'}]`))
  }

  private reload() {
    this.use(createBuyMarket).refresh()
  }
}
register('wm-on-ramp-providers-view', WmOnRampProvidersView)

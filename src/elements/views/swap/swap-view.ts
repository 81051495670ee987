// Prepares a swap: which tokens, how much, and what comes of it.
import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit'
import { when } from 'lit/directives/when.js'
import { readAmount } from '../../../vocabulary/amount-input.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import type { Asset } from '../../../vocabulary/asset.js'
import { isWalletError } from '../../../vocabulary/errors.js'
import { formatMoney } from '../../../vocabulary/money.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createAssets } from '../../../state/account/assets.js'
import { createTransactions } from '../../../state/account/transactions.js'
import { createWalletFeatures } from '../../../state/account/wallet-features.js'
import { createRouter } from '../../../state/interface/router.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { IMPACT_WARNING, isUnpriced, SLIPPAGE_WARNING_PERCENT, worthIn } from '../../../state/swap/details.js'
import { createSwapDraft, type SwapProblem, type SwapSide } from '../../../state/swap/draft.js'
import { createSwapTokens } from '../../../state/swap/swap-tokens.js'
import { isUnderWay } from '../../../state/swap/run.js'
import { createSwap } from '../../../state/swap/swap.js'
import { Age } from '../../lib/age.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { createMessages } from '../../lib/localize.js'
import { laterStyles } from '../../styles/view-more.js'
import { amountOf } from '../../templates/asset-rows.js'
import { quoteFacts } from '../../templates/swap-facts.js'
import { percentText, shortAmount } from '../../templates/amounts.js'
import { percentOf, problemText, slippageText } from '../../templates/swap-texts.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/icon-button.js'
import '../../primitives/skeleton.js'
import '../../primitives/text-field.js'
import '../../primitives/token-icon.js'

/** In percent, beside that of the settings. */
const SLIPPAGES = [0.1, 0.5, 1]
/** A part: views whose parameters have been taken over. Going back to one keeps what was typed since. */
function createBegun(): WeakSet<ViewNamed<'Swap'>> {
  return new WeakSet()
}

/**
 * @summary A swap to prepare: amount and tokens, the quote with its details, and the button that leads to the review or says what is missing.
 */
export class WmSwapView extends WmView {
  static override styles = laterStyles
  static override properties: PropertyDeclarations = { slippage: { state: true } }

  declare view: ViewNamed<'Swap'>
  /** The text of the field for slippage; undefined: not edited. */
  declare private slippage: string | undefined

  private readonly tokens = this.watch((core) => core.use(createSwapTokens).$tokens)
  private readonly assets = this.watch((core) => core.use(createAssets).$assets)
  private readonly offers = this.watch((core) => core.use(createWalletFeatures).$offers)
  private readonly draft = this.watch((core) => core.use(createSwapDraft).$draft)
  private readonly quote = this.watch((core) => core.use(createSwapDraft).$quote)
  private readonly details = this.watch((core) => core.use(createSwapDraft).$details)
  private readonly prices = this.watch((core) => core.use(createSwapDraft).$prices)
  private readonly fee = this.watch((core) => core.use(createSwapDraft).$fee)
  private readonly problem = this.watch((core) => core.use(createSwapDraft).$problem)
  private readonly run = this.watch((core) => core.use(createSwap).$run)
  private readonly sent = this.watch((core) => core.use(createTransactions).$own)
  private readonly network = this.watch((core) => core.use(createNetworks).$network)
  private readonly age = new Age(this, () => this.core.deps.now())

  private get state() {
    return this.use(createSwapDraft)
  }
  private get formatTag() {
    return this.use(createMessages).formatTag()
  }
  private get coin() {
    return this.assets.value.find(({ contract }) => contract === undefined)
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    if (!this.use(createBegun).has(this.view)) this.begin()
    this.age.since = this.quote.value.updatedAt
  }

  private begin() {
    this.use(createBegun).add(this.view)
    const account = this.core.publicState.$account.get()
    if (account)
      this.core.emit('event', {
        name: 'OPEN_SWAP',
        network: account.chainId,
        isSmartAccount: account.type === 'smartAccount',
      })
    // A swap that is under way is shown where it stands, and its draft is not overwritten.
    if (isUnderWay(this.run.value)) return this.use(createRouter).push({ name: 'SwapPreview' })
    this.state.begin(this.view)
  }

  override render() {
    const offer = this.offers.value.find(({ feature }) => feature === 'swaps')
    if (!offer || offer.refused)
      return html`<wm-empty-state icon="swap" .heading=${this.t(offer ? 'swap.region' : 'swap.off')}></wm-empty-state>`
    const { value, status, error, fetchStatus } = this.tokens.value
    if (!value && status === 'error')
      return this.noTokens(isWalletError(error, 'SWAPS_NOT_SUPPORTED'), fetchStatus === 'fetching')
    if (!value && fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    if (!value)
      return html`<div class="stack" aria-busy="true">
        <span class="visually-hidden">${this.t('assets.loading')}</span>
        <wm-skeleton class="tall" shape="block"></wm-skeleton>
        <wm-skeleton class="tall" shape="block"></wm-skeleton>
        <wm-skeleton shape="block"></wm-skeleton>
      </div>`
    return this.form()
  }

  private noTokens(isUnsupported: boolean, busy: boolean) {
    const chain = this.network.value.name
    if (isUnsupported)
      return html`<wm-empty-state icon="swap" .heading=${this.t('swap.unsupported', { chain })}>
        ${this.t('errors.SWAPS_NOT_SUPPORTED')}
        <wm-button
          slot="action"
          data-key="networks"
          @pointerenter=${() => this.preload('Networks')}
          @click=${() => this.use(createRouter).push({ name: 'Networks' })}
          >${this.t('swap.chooseNetwork')}</wm-button
        >
      </wm-empty-state>`
    const { error } = this.tokens.value
    return html`<wm-error-state
      .heading=${this.t('swap.failed')}
      .message=${this.t(`errors.${error?.code ?? 'UNKNOWN'}`)}
      .retryLabel=${this.t('common.retry')}
      ?busy=${busy}
      @wm-retry=${() => this.use(createSwapTokens).refresh()}
    ></wm-error-state>`
  }

  private form() {
    const { from, to } = this.draft.value
    const isWaiting = this.sent.value.some(({ kind, status }) => kind === 'swap' && status === 'pending')
    return html`
      ${when(isWaiting, () => html`<wm-banner variant="info">${this.t('swap.waiting')}</wm-banner>`)}
      <div class="stack">
        ${this.sold(from)}
        <div class="center">
          <wm-icon-button
            name="swap"
            data-key="flip"
            .label=${this.t('swap.flip')}
            @click=${() => this.state.flip()}
          ></wm-icon-button>
        </div>
        ${this.bought(to)}
      </div>
      ${this.quoted()}
      <div class="actions">${this.mainButton()}</div>
    `
  }

  private sold(from: Asset | undefined) {
    const { text, reading } = this.draft.value
    const problem = this.problem.value
    const isWrong = (problem === 'amount' && text.trim() !== '' && reading.problem !== undefined) || problem === 'balance'
    const worth = from && reading.amount !== undefined ? worthIn(this.prices.value.value, from, reading.amount) : undefined
    return html`<div>
      <wm-text-field
        data-key="amount"
        size="lg"
        inputmode="decimal"
        placeholder="0"
        .label=${this.t('swap.from')}
        .value=${text}
        .error=${isWrong && problem ? problemText(this.core, problem, this.draft.value, this.coin) : undefined}
        .hint=${worth ? this.t('swap.worth', { worth: formatMoney(worth, this.formatTag) }) : undefined}
        @wm-input=${(event: WmInputEvent) => this.state.type(event.value)}
        >${this.tokenButton('from', from)}</wm-text-field
      >
      ${when(
        from,
        (token) =>
          html`<div class="spread">
            <p class="hint"><bdi translate="no">${this.balanceOf(token)}</bdi>${this.doubt(token)}</p>
            <wm-button
              variant="quiet"
              data-key="max"
              ?disabled=${!token.amount || (token.contract === undefined && this.fee.value === undefined)}
              @click=${() => this.state.max()}
              >${this.t('assets.max')}</wm-button
            >
          </div>`,
      )}
    </div>`
  }

  private bought(to: Asset | undefined) {
    const quote = this.quote.value.value?.quote
    const worth = this.details.value?.toWorth
    const isAsking = this.problem.value === 'quoting'
    return html`<div>
      <wm-text-field
        size="lg"
        readonly
        placeholder=${isAsking ? '…' : '0'}
        .label=${this.t('swap.to')}
        .value=${quote && to ? shortAmount(this.core, quote.toAmount, to.decimals) : ''}
        .hint=${worth ? this.t('swap.worth', { worth: formatMoney(worth, this.formatTag) }) : undefined}
        >${this.tokenButton('to', to)}</wm-text-field
      >
      ${when(to, (token) => html`<p class="hint"><bdi translate="no">${this.balanceOf(token)}</bdi>${this.doubt(token)}</p>`)}
    </div>`
  }

  /** A token without a price may have any name: its contract says which one it is. */
  private doubt(token: Asset) {
    return isUnpriced(this.prices.value.value, token) && token.contract !== undefined
      ? html` · <bdi class="address" dir="ltr" translate="no">${shortAddress(token.contract)}</bdi>`
      : nothing
  }

  private balanceOf(token: Asset) {
    const { amount, symbol, decimals } = token
    const text = amount === undefined ? this.t('assets.unknown') : amountOf(this.core, { amount, decimals, symbol: '' }).trim()
    return this.t('assets.balance', { amount: text, symbol: amount === undefined ? '' : symbol })
  }

  private tokenButton(side: SwapSide, token: Asset | undefined) {
    return html`<wm-button
      slot="end"
      variant=${token ? 'secondary' : 'primary'}
      data-key=${`token:${side}`}
      @pointerenter=${() => this.preload('SwapSelectToken')}
      @focusin=${() => this.preload('SwapSelectToken')}
      @click=${() => this.select(side)}
    >
      ${when(
        token,
        ({ icon, symbol }) => html`<wm-token-icon class="small" slot="icon" .src=${icon} .name=${symbol}></wm-token-icon>`,
      )}
      <span class="visually-hidden">${this.t(`swap.${side}`)}:</span>
      ${token ? html`<bdi translate="no">${token.symbol}</bdi>` : this.t('swap.selectToken')}
    </wm-button>`
  }

  /** The details of the quote, what to be warned of, and the choice of slippage. */
  private quoted() {
    const { from, to, slippagePercent } = this.draft.value
    const details = this.details.value
    const { error, status } = this.quote.value
    const hasFailed = status === 'error' && this.problem.value === 'failed'
    const { impact } = details ?? {}
    return html`
      ${when(hasFailed && error, (failure) => html`<wm-banner variant="danger">${this.t(`errors.${failure.code}`)}</wm-banner>`)}
      ${when(this.quote.value.fetchStatus === 'paused', () => html`<p class="hint center">${this.t('common.offline')}</p>`)}
      ${
        impact !== undefined && impact > IMPACT_WARNING
          ? html`<wm-banner variant="warning"
              >${this.t('swap.impactHigh', { percent: percentText(this.core, impact) })}</wm-banner
            >`
          : nothing
      }
      ${when(
        details && impact === undefined && this.prices.value.status !== 'pending',
        () => html`<wm-banner variant="warning">${this.t('swap.impactUnknown')}</wm-banner>`,
      )}
      ${
        from && to && details
          ? quoteFacts(this.core, {
              from,
              to,
              details,
              slippagePercent,
              fee: this.fee.value,
              coin: this.coin,
              prices: this.prices.value.value,
              age: { seconds: this.age.seconds },
            })
          : nothing
      }
      ${when(from && to, () => this.slippageChoice(slippagePercent))}
    `
  }

  private slippageChoice(percent: number) {
    const isWrong = this.problem.value === 'slippage'
    const choices = [...new Set([...SLIPPAGES, this.state.defaultSlippage])].sort((a, b) => a - b)
    return html`${when(
        percent > SLIPPAGE_WARNING_PERCENT && !isWrong,
        () =>
          html`<wm-banner variant="warning"
            >${this.t('swap.slippageHigh', { percent: slippageText(this.core, percent) })}</wm-banner
          >`,
      )}
      <details class="message" ?open=${isWrong}>
        <summary>${this.t('swap.slippage')}: ${isWrong ? this.t('assets.unknown') : slippageText(this.core, percent)}</summary>
        <div class="actions horizontal">
          ${choices.map(
            (each) =>
              html`<wm-button variant="secondary" data-key=${`slippage:${each}`} @click=${() => this.setSlippage(each)}
                >${slippageText(this.core, each)}</wm-button
              >`,
          )}
        </div>
        <wm-text-field
          data-key="slippage"
          inputmode="decimal"
          .label=${this.t('swap.slippageField')}
          .hint=${this.t('swap.slippageHint')}
          .value=${this.slippage ?? percent.toLocaleString(this.formatTag, { useGrouping: false })}
          .error=${isWrong ? problemText(this.core, 'slippage', this.draft.value, undefined) : undefined}
          @wm-input=${(event: WmInputEvent) => this.typeSlippage(event.value)}
        ></wm-text-field>
      </details>`
  }

  private setSlippage(percent: number) {
    this.slippage = undefined
    this.state.setSlippage(percent)
  }

  private typeSlippage(text: string) {
    this.slippage = text
    const { amount } = readAmount(text, 2, { locale: this.formatTag, max: 10_000n })
    this.state.setSlippage(amount === undefined ? Number.NaN : percentOf(amount)) // NaN: a problem of the draft
  }

  private mainButton() {
    const problem = this.problem.value
    const label = problem ? problemText(this.core, problem, this.draft.value, this.coin) : this.t('swap.reviewTitle')
    return html`<wm-button
      data-key="review"
      variant=${problem && problem !== 'quoting' ? 'secondary' : 'primary'}
      ?busy=${problem === 'quoting' && this.quote.value.fetchStatus === 'fetching'}
      @pointerenter=${() => this.preload('SwapPreview')}
      @focusin=${() => this.preload('SwapPreview')}
      @click=${() => this.goOn(problem)}
      >${problem === 'failed' ? this.t('common.retry') : label}</wm-button
    >`
  }

  /** Leads to the review, or to what is missing. */
  private goOn(problem: SwapProblem | undefined) {
    const focus = (key: string) => focusReady(this.renderRoot.querySelector(`[data-key="${key}"]`))
    const { from } = this.draft.value
    if (problem === undefined) {
      this.use(createSwap).review()
      this.use(createRouter).push({ name: 'SwapPreview' })
    } else if (problem === 'token') this.select(from ? 'to' : 'from')
    else if (problem === 'failed') this.state.refresh()
    else if (problem === 'unsupported') this.use(createRouter).push({ name: 'Networks' })
    else void focus(problem === 'slippage' ? 'slippage' : 'amount')
  }

  private select(side: SwapSide) {
    this.use(createRouter).push({ name: 'SwapSelectToken', side })
  }
}
register('wm-swap-view', WmSwapView)

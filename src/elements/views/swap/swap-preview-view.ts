// The review of a swap, and its way through the wallet and the network.
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { when } from 'lit/directives/when.js'
import type { Asset } from '../../../vocabulary/asset.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import { formatMoney, type Money } from '../../../vocabulary/money.js'
import { createAssets } from '../../../state/account/assets.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { detailsOf, IMPACT_DANGER, IMPACT_WARNING, isUnpriced, SLIPPAGE_WARNING_PERCENT } from '../../../state/swap/details.js'
import { createSwapDraft } from '../../../state/swap/draft.js'
import type { SwapRun, SwapStep } from '../../../state/swap/run.js'
import { createSwap } from '../../../state/swap/swap.js'
import { Age } from '../../lib/age.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { createMessages } from '../../lib/localize.js'
import { laterStyles } from '../../styles/view-more.js'
import { facts } from '../../templates/facts.js'
import { quoteFacts } from '../../templates/swap-facts.js'
import { exactAmount, percentText, shortAmount } from '../../templates/amounts.js'
import { slippageText, swapErrorText } from '../../templates/swap-texts.js'
import { explorerLink, hashButton } from '../../templates/transaction-rows.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/checkbox.js'
import '../../primitives/copy-button.js'
import '../../primitives/empty-state.js'
import type { WmChangeEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/spinner.js'

/**
 * @summary Both sides of a swap with their worth, what is allowed to which contract, the steps in the wallet, and how it ended.
 */
export class WmSwapPreviewView extends WmView {
  static override styles = laterStyles
  static override properties: PropertyDeclarations = { agreed: { state: true } }

  /** The loss that the visitor accepts, also one that nobody knows. */
  declare private agreed: bigint | 'unknown' | undefined

  private readonly run = this.watch((core) => core.use(createSwap).$run)
  private readonly prices = this.watch((core) => core.use(createSwapDraft).$prices)
  private readonly assets = this.watch((core) => core.use(createAssets).$assets)
  private readonly age = new Age(this, () => this.core.deps.now())
  private said: SwapRun['phase'] | undefined

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    this.age.since = this.run.value?.quotedAt
    this.tell(this.run.value)
  }

  /** Reads out what changes without a press. */
  private tell(run: SwapRun | undefined) {
    if (!run || this.said === run.phase) return
    this.said = run.phase
    const notices = this.use(createNotices)
    if (run.phase === 'confirming') notices.announce('connecting', { wallet: run.account.wallet.name })
    else if (run.phase === 'done') {
      notices.hide() // this view says it better, and the notice would lie on its button
      notices.announce('swapDone', { out: run.from.symbol, in: run.to.symbol })
    } else if (run.error) notices.announce('failed', { message: this.errorText(run) }, { assertive: true })
  }

  private errorText({ error, from }: SwapRun): string {
    return error ? swapErrorText(this.core, error, from, this.coin?.symbol ?? '') : ''
  }

  private get coin() {
    return this.assets.value.find(({ contract }) => contract === undefined)
  }

  override render() {
    const run = this.run.value
    if (!run)
      return html`<wm-empty-state icon="swap" .heading=${this.t('swapReview.none')}>
        <wm-button slot="action" data-key="start" @click=${() => this.use(createRouter).reset({ name: 'Swap' })}
          >${this.t('swapReview.start')}</wm-button
        >
      </wm-empty-state>`
    if (run.phase === 'done' || run.phase === 'replaced') return this.end(run)
    return html`
      ${this.sides(run)} ${this.details(run)} ${this.permission(run)} ${this.steps(run)} ${this.warnings(run)}
      <div class="actions">${this.buttons(run)}</div>
    `
  }

  private sides({ from, to, amount, quote }: SwapRun) {
    const { fromWorth, toWorth } = this.detailsOf(this.run.value) ?? {}
    return facts([
      {
        name: this.t('swap.from'),
        value: this.amount(exactAmount(this.core, amount, from.decimals), from),
        note: this.note(fromWorth, from),
      },
      {
        name: this.t('swap.to'),
        value: this.amount(shortAmount(this.core, quote.toAmount, to.decimals), to),
        note: this.note(toWorth, to),
      },
    ])
  }

  private amount(text: string, { symbol }: Asset): TemplateResult {
    return html`<bdi translate="no"><strong>${text} ${symbol}</strong></bdi>`
  }

  /** What it is worth, and which contract a token has that may have any name. */
  private note(worth: Money | undefined, token: Asset): TemplateResult | string {
    return isUnpriced(this.prices.value.value, token) && token.contract !== undefined
      ? html`${this.worth(worth)} · <bdi class="address" dir="ltr" translate="no">${shortAddress(token.contract)}</bdi>`
      : this.worth(worth)
  }

  private worth(worth: Money | undefined): string {
    return worth === undefined ? this.t('assets.noPrice') : formatMoney(worth, this.use(createMessages).formatTag())
  }

  private detailsOf(run: SwapRun | undefined) {
    return run && detailsOf(run.quote, { ...run, prices: this.prices.value.value })
  }

  private details(run: SwapRun) {
    const details = this.detailsOf(run)
    if (!details) return nothing
    const { from, to, slippagePercent, fee } = run
    const { coin } = this
    return quoteFacts(this.core, {
      ...{ from, to, details, slippagePercent, fee, coin },
      prices: this.prices.value.value,
      age: run.phase === 'ready' || run.phase === 'checking' ? { seconds: this.age.seconds } : undefined,
    })
  }

  /** Whom the visitor is asked to allow what, in plain words. */
  private permission({ spender, step, amount, from, account, isByTransaction }: SwapRun) {
    if (!spender || !step || step === 'swap') return nothing
    const texts = { amount: exactAmount(this.core, amount, from.decimals), symbol: from.symbol }
    const text = {
      reset: () => this.t('swapReview.resetHint', texts),
      approve: () => this.t('swapReview.exact', texts),
      permit: () => this.t('swapReview.permitHint', texts),
    }[step]()
    return html`${
        isByTransaction === 'failed'
          ? html`<wm-banner variant="info">${this.t('swapReview.notSigned', { wallet: account.wallet.name })}</wm-banner>`
          : nothing
      }
      <p class="hint">${text}</p>
      ${facts([
        {
          name: this.t('common.contract'),
          value: html`<wm-copy-button
            variant="chip"
            data-key="spender"
            .value=${spender}
            .label=${this.t('swapReview.copyContract')}
            ><bdi class="address" dir="ltr" translate="no">${shortAddress(spender, 6, 6)}</bdi></wm-copy-button
          >`,
        },
      ])}`
  }

  private steps({ steps, step, from, phase }: SwapRun) {
    if (steps.length < 2) return nothing
    const now = step ? steps.indexOf(step) : steps.length
    const isBusy = phase === 'confirming' || phase === 'pending'
    return html`<h3 class="section" id="steps">${this.t('swapReview.steps')}</h3>
      <ol class="group named" aria-labelledby="steps">
        ${steps.map(
          (each, index) =>
            html`<li aria-current=${index === now ? 'step' : nothing}>
              ${index === now && isBusy ? html`<wm-spinner></wm-spinner>` : html`<wm-icon name=${index < now ? 'check' : 'chevron-end'}></wm-icon>`}
              <span
                >${index + 1} ·
                ${this.stepName(each, from)}${
                  index < now ? html`<span class="visually-hidden"> ${this.t('swapReview.stepDone')}</span>` : nothing
                }</span
              >
            </li>`,
        )}
      </ol>`
  }

  private stepName(step: SwapStep, { symbol }: Asset): string {
    switch (step) {
      case 'swap':
        return this.t('swap.title')
      case 'reset':
        return this.t('swapReview.reset')
      case 'approve':
        return this.t('swapReview.approve', { symbol })
      case 'permit':
        return this.t('swapReview.permit', { symbol })
    }
  }

  private warnings(run: SwapRun) {
    const { moved, to, error, phase, account, hash } = run
    const impact = this.detailsOf(run)?.impact
    const wallet = account.wallet.name
    return html`
      ${when(
        moved,
        (quote) =>
          html`<wm-banner variant="warning"
            >${this.t('swapReview.moved', { amount: shortAmount(this.core, quote.toAmount, to.decimals), symbol: to.symbol })}</wm-banner
          >`,
      )}
      ${when(error, () => html`<wm-banner variant="danger">${this.errorText(run)}</wm-banner>`)}
      ${when(run.isUnsure !== undefined && ['checking', 'ready'].includes(phase), () => this.lost(run))}
      ${when(phase === 'confirming', () => html`<p class="hint center">${this.t('swapReview.openWallet', { wallet })}</p>`)}
      ${when(
        phase === 'pending' && hash,
        (sent) =>
          html`<p class="hint center">${this.t('swapReview.pendingHint')}</p>
            <div class="center">${hashButton(this.core, sent)}</div>
            ${explorerLink(this.core, account.chainId, sent)}`,
      )}
      ${when(phase === 'ready' && run.step === 'swap', () => html`<p class="hint center">${this.t('swapReview.careful')}</p>`)}
      ${
        impact !== undefined && impact > IMPACT_WARNING && phase === 'ready'
          ? html`<wm-banner variant="warning"
                >${this.t('swap.impactHigh', { percent: percentText(this.core, impact) })}</wm-banner
              >
              ${impact > IMPACT_DANGER ? this.consent(impact) : nothing}`
          : nothing
      }
      ${when(
        impact === undefined && !run.isWrapping && phase === 'ready',
        () => html`<wm-banner variant="warning">${this.t('swap.impactUnknown')}</wm-banner> ${this.consent('unknown')}`,
      )}
      ${when(
        run.slippagePercent > SLIPPAGE_WARNING_PERCENT && phase === 'ready',
        () =>
          html`<wm-banner variant="warning"
            >${this.t('swap.slippageHigh', { percent: slippageText(this.core, run.slippagePercent) })}</wm-banner
          >`,
      )}
    `
  }

  /** The wallet may have sent the swap without an answer: before another one the visitor looks. */
  private lost({ isUnsure, account, step }: SwapRun) {
    return html`<wm-banner variant="warning">${this.t('assets.unsure', { wallet: account.wallet.name })}</wm-banner> ${when(
        step === 'swap',
        () =>
          html`<wm-checkbox
            data-key="lost"
            .checked=${!isUnsure}
            @wm-change=${({ checked }: WmChangeEvent) => this.use(createSwap).setUnsure(!checked)}
            >${this.t('swapReview.repeat')}</wm-checkbox
          >`,
      )}`
  }

  /** A great loss is agreed to apart; a greater one than that is asked about again. */
  private consent(impact: bigint | 'unknown') {
    return html`<wm-checkbox
      data-key="impact"
      .checked=${this.hasAgreed(impact)}
      @wm-change=${({ checked }: WmChangeEvent) => (this.agreed = checked ? impact : undefined)}
      >${
        impact === 'unknown'
          ? this.t('swap.unknownConfirm')
          : this.t('swap.impactConfirm', { percent: percentText(this.core, impact) })
      }</wm-checkbox
    >`
  }

  private hasAgreed(impact: bigint | 'unknown'): boolean {
    if (impact === 'unknown' || typeof this.agreed !== 'bigint') return this.agreed === impact
    return impact <= this.agreed
  }

  private buttons(run: SwapRun) {
    const { phase, step, moved } = run
    const swap = this.use(createSwap)
    const impact = this.detailsOf(run)?.impact ?? 'unknown'
    const isQuestion = impact === 'unknown' ? !run.isWrapping : impact > IMPACT_DANGER
    const needsConsent = isQuestion && !this.hasAgreed(impact)
    const button = (key: string, label: string, press: () => void, busy = false) =>
      html`<wm-button data-key=${key} ?busy=${busy} @click=${press}>${label}</wm-button>`
    const leave = (label: string) =>
      html`<wm-button data-key="cancel" variant="secondary" @click=${this.leave}>${label}</wm-button>`
    switch (phase) {
      case 'checking':
        return [button('go', this.t('swapReview.checking'), () => {}, true), leave(this.t('common.cancel'))]
      case 'building':
        return [button('go', this.t('swapReview.building'), () => {}, true), leave(this.t('common.cancel'))]
      case 'confirming':
        return [
          button('go', this.t('assets.confirmIn', { wallet: run.account.wallet.name }), () => {}, true),
          leave(this.t('swapReview.leave')),
        ]
      case 'pending':
        return button('go', this.t('assets.sending'), () => {}, true)
      case 'over':
        return leave(this.t('common.back'))
      default:
        if (moved) return [button('accept', this.t('swapReview.accept'), () => swap.accept()), leave(this.t('common.cancel'))]
        if (!step) return [button('retry', this.t('common.retry'), () => swap.check()), leave(this.t('common.cancel'))]
        return [
          // What is not agreed to leads to its question.
          button('go', this.stepName(step, run.from), () =>
            step === 'swap' && (run.isUnsure || needsConsent) ? this.askConsent(run) : this.proceed(),
          ),
          step === 'permit'
            ? html`<wm-button data-key="transaction" variant="secondary" @click=${() => swap.allowByTransaction()}
                >${this.t('swapReview.byTransaction')}</wm-button
              >`
            : nothing,
          leave(this.t('common.cancel')),
        ]
    }
  }

  private askConsent({ isUnsure }: SwapRun) {
    void focusReady(this.renderRoot.querySelector(`[data-key="${isUnsure ? 'lost' : 'impact'}"]`))
  }

  private proceed() {
    this.use(createSwap)
      .proceed()
      .catch(() => undefined) // shown by the run
  }

  private leave() {
    this.use(createSwap).leave()
    if (!this.use(createRouter).pop()) this.use(createRouter).reset({ name: 'Swap' })
  }

  private end(run: SwapRun) {
    const { phase, from, to, amount, quote, account, hash } = run
    const isDone = phase === 'done'
    const texts = {
      out: exactAmount(this.core, amount, from.decimals),
      from: from.symbol,
      in: shortAmount(this.core, quote.toAmount, to.decimals),
      to: to.symbol,
    }
    return html`<div class="center hero">
        <span class=${isDone ? 'mark good' : 'mark'}><wm-icon name=${isDone ? 'check' : 'warning'}></wm-icon></span>
        <h3>${this.t(isDone ? 'swapReview.done' : 'swapReview.replaced')}</h3>
        <p class="hint">${isDone ? this.t('swapReview.doneHint', texts) : this.t('swapReview.replacedHint')}</p>
        ${hash ? hashButton(this.core, hash) : nothing}
      </div>
      ${hash ? explorerLink(this.core, account.chainId, hash) : nothing}
      <div class="actions">
        <wm-button data-key="finish" @click=${this.finish}>${this.t('common.done')}</wm-button>
      </div>`
  }

  /** Leads to the account, where the balances are. */
  private finish() {
    this.use(createSwap).leave()
    this.use(createRouter).reset(this.use(createModal).home())
  }
}
register('wm-swap-preview-view', WmSwapPreviewView)

// What becomes of a purchase: its page is opened, it waits for the visitor there, and it ends.
import { html, nothing } from 'lit'
import { when } from 'lit/directives/when.js'
import { isWebUrl } from '../../../vocabulary/image-url.js'
import type { View, ViewNamed } from '../../../vocabulary/view.js'
import { type BuyRun, createBuy } from '../../../state/buy/buy.js'
import { createPurchases, type Purchase } from '../../../state/buy/purchases.js'
import { refusalOf } from '../../../state/buy/quote.js'
import { createBuyDraft } from '../../../state/buy/draft.js'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import type { IconName } from '../../icons/all.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { goInline } from '../../lib/go-to.js'
import { laterStyles } from '../../styles/view-more.js'
import { providerName, sumText, tokenText } from '../../templates/buy-texts.js'
import { facts } from '../../templates/facts.js'
import { explorerLink, hashButton } from '../../templates/transaction-rows.js'
import '../../primitives/button.js'
import '../../primitives/copy-button.js'
import '../../primitives/empty-state.js'
import '../../primitives/icon.js'
import '../../primitives/spinner.js'

/** What is shown: the state of the way to the provider, then that of the purchase. */
type Stage = BuyRun['phase'] | Exclude<Purchase['status'], 'waiting'>

/** What a stage looks like. */
const marks: Readonly<Partial<Record<Stage, { readonly kind: string; readonly icon: IconName }>>> = {
  blocked: { kind: 'replaced', icon: 'external' },
  refused: { kind: '', icon: 'danger' },
  done: { kind: 'confirmed', icon: 'check' },
  failed: { kind: '', icon: 'danger' },
  overdue: { kind: 'replaced', icon: 'warning' },
  untold: { kind: 'replaced', icon: 'info' },
}

const form: View = { name: 'OnRampProviders' }

/**
 * @summary A purchase under way: the link to the provider's page, and how it ended.
 */
export class WmBuyInProgressView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'BuyInProgress'>

  private readonly run = this.watch((core) => core.use(createBuy).$run)
  private readonly purchases = this.watch((core) => core.use(createPurchases).$own)
  private told: string | undefined

  /** The way that belongs to what is shown. */
  private get shownRun(): BuyRun | undefined {
    const run = this.run.value
    return this.view.id === undefined || this.view.id === run?.purchase ? run : undefined
  }

  private get purchase(): Purchase | undefined {
    const id = this.view.id ?? this.run.value?.purchase
    if (id !== undefined) return this.purchases.value.find((each) => each.id === id)
    return this.run.value ? undefined : this.purchases.value[0]
  }

  private get stage(): Stage | undefined {
    const { purchase, shownRun } = this
    if (purchase && purchase.status !== 'waiting') return purchase.status
    return shownRun?.phase ?? (purchase && 'away')
  }

  private get provider(): string {
    const { purchase, shownRun } = this
    return providerName(this.core, shownRun?.provider.name ?? purchase?.provider ?? '')
  }

  protected override updated() {
    const { stage } = this
    if (stage === this.told) return
    // Only what changes while the view is shown: the heading is read out with the view.
    if (this.told !== undefined && stage !== undefined)
      this.use(createNotices).announce(
        'failed',
        { message: this.heading(stage) },
        { assertive: stage === 'failed' || stage === 'refused' },
      )
    this.told = stage
  }

  override render() {
    const { stage, provider } = this
    if (stage === undefined)
      return html`<wm-empty-state icon="card" .heading=${this.t('buyProgress.none')}>
        <wm-button slot="action" data-key="buy" @click=${this.startAgain}>${this.t('onramp.title')}</wm-button>
      </wm-empty-state>`
    const mark = marks[stage]
    const isLeaving = stage === 'opening' || stage === 'away' || stage === 'blocked'
    return html`<div class="center hero">
        <span class="mark ${mark ? mark.kind : 'pending'}" aria-hidden="true"
          >${mark ? html`<wm-icon name=${mark.icon}></wm-icon>` : html`<wm-spinner></wm-spinner>`}</span
        >
        <h3>${this.heading(stage)}</h3>
        <p class="hint">${this.hint(stage)}</p>
        ${when(
          isLeaving,
          () => html`<p class="hint">${this.t('buyProgress.leaving', { app: filledMetadata(this.core).name, provider })}</p>`,
        )}
      </div>
      ${this.details()} ${this.transaction()}
      <div class="actions">${this.buttons(stage)}</div>`
  }

  private heading(stage: Stage): string {
    const { provider } = this
    if (stage === 'away') return this.t('buyProgress.window', { provider })
    return this.t(`buyProgress.${stage}`, { provider })
  }

  private hint(stage: Stage): string {
    const { provider, purchase } = this
    const { error } = this.shownRun ?? {}
    switch (stage) {
      case 'opening':
        return ''
      case 'away':
        return this.t('buyProgress.windowHint')
      case 'refused':
        return this.t(`buyRefusals.${error ? refusalOf(error) : 'failed'}`)
      case 'done': {
        const { amount, symbol = '' } = purchase ?? {}
        return amount === undefined
          ? this.t('buyProgress.doneUnknown', { symbol })
          : this.t('buyProgress.doneHint', { amount: tokenText(this.core, amount), symbol })
      }
      default:
        return this.t(`buyProgress.${stage}Hint`, { provider })
    }
  }

  private details() {
    const { symbol, paid, currency } = this.shownRun ?? this.purchase ?? {}
    const { orderId, amount } = this.purchase ?? {}
    if (symbol === undefined || paid === undefined || currency === undefined) return nothing
    return facts([
      { name: this.t('buy.pay'), value: html`<bdi>${sumText(this.core, paid, currency)}</bdi>` },
      {
        name: this.t('buy.get'),
        value: html`<bdi translate="no">${amount === undefined ? symbol : `${tokenText(this.core, amount)} ${symbol}`}</bdi>`,
      },
      orderId === undefined
        ? undefined
        : {
            name: this.t('buyProgress.order'),
            value: html`<wm-copy-button
              variant="chip"
              data-key="order"
              .value=${orderId}
              .label=${this.t('buyProgress.copyOrder')}
              @wm-copied=${this.sayCopied}
              @wm-copy-failed=${this.sayNotCopied}
              ><bdi class="address" dir="ltr" translate="no">${`${orderId.slice(0, 8)}…`}</bdi></wm-copy-button
            >`,
          },
    ])
  }

  private transaction() {
    const { hash, chainId, status } = this.purchase ?? {}
    return hash !== undefined && chainId && (status === 'done' || status === 'paying')
      ? html`<div class="center">${hashButton(this.core, hash)}</div>
          ${explorerLink(this.core, chainId, hash)}`
      : nothing
  }

  private buttons(stage: Stage) {
    const button = (key: string, label: string, press: () => void, variant: 'primary' | 'secondary' = 'primary') =>
      html`<wm-button data-key=${key} variant=${variant} @click=${press}>${label}</wm-button>`
    const done = button('done', this.t('common.done'), this.finish)
    const again = button('again', this.t('buyProgress.startAgain'), this.startAgain)
    switch (stage) {
      case 'opening':
        return button('cancel', this.t('common.cancel'), this.cancel, 'secondary')
      case 'blocked':
      case 'away':
      case 'paying':
        return [this.link(stage), button('done', this.t('common.done'), this.finish, 'secondary')]
      case 'refused':
        return button('again', this.t('common.back'), this.startAgain)
      case 'failed':
        return [again, button('done', this.t('common.done'), this.finish, 'secondary')]
      case 'overdue':
        return [
          button('look', this.t('buyProgress.lookAgain'), this.lookAgain),
          button('again', this.t('buyProgress.startAgain'), this.startAgain, 'secondary'),
        ]
      default:
        return done
    }
  }

  /** A link that the visitor presses is opened by every browser. */
  private link(stage: Stage) {
    const { url } = this.shownRun ?? {}
    const { provider } = this
    if (url === undefined || !isWebUrl(url)) return nothing
    return html`<wm-button data-key="open" variant=${stage === 'blocked' ? 'primary' : 'secondary'} href=${url} target="_blank"
        ><wm-icon slot="icon" name="external"></wm-icon
        >${this.t(stage === 'blocked' ? 'buyProgress.open' : 'buyProgress.again', { provider })}
        <span class="visually-hidden">${this.t('common.opensNewTab')}</span></wm-button
      >
      <wm-copy-button
        data-key="copy"
        .value=${url}
        .label=${this.t('common.copyLink')}
        @wm-copied=${this.sayCopied}
        @wm-copy-failed=${this.sayNotCopied}
      ></wm-copy-button>`
  }

  private sayCopied() {
    this.use(createNotices).show('success', 'copied')
  }

  private sayNotCopied() {
    this.use(createNotices).show('error', 'copyFailed')
  }

  private lookAgain() {
    const { purchase } = this
    if (purchase) this.use(createPurchases).lookAgain(purchase.id)
  }

  /** The page is not opened any more, if it has not been. */
  private cancel() {
    this.use(createBuy).leave()
    this.toForm()
  }

  private startAgain() {
    this.use(createBuy).leave()
    this.use(createBuyDraft).refresh()
    this.toForm()
  }

  private toForm() {
    if (goInline(this, form)) return
    const router = this.use(createRouter)
    const before = router.$history.get().at(-2)
    if (before?.name === 'OnRampProviders') router.pop()
    else router.reset(form)
  }

  /** To the account, where the balances are; in the page to the form. */
  private finish() {
    if (this.stage !== 'away' && this.stage !== 'blocked' && this.stage !== 'paying') this.use(createBuy).leave()
    if (!goInline(this, form)) this.use(createRouter).reset(this.use(createModal).home())
  }
}
register('wm-buy-in-progress-view', WmBuyInProgressView)

// Every wallet there is: searched, filtered, forty at a time. Real rows in a real list, of which those in sight are in the page, however long it gets.
import { when } from 'lit/directives/when.js'
import { isPhone } from '../../state/phone.js'
import { html, nothing, type PropertyValues, type PropertyDeclarations } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { DEBOUNCE_MS } from '../../constants.js'
import { createConsent } from '../../state/consent.js'
import { createDirectory } from '../../state/directory.js'
import { createNotices } from '../../state/notices.js'
import type { PairingPart } from '../../state/pairing.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import type { Wallet } from '../../wallet.js'
import { Delay } from '../lib/delay.js'
import { register } from '../lib/define.js'
import { WmView } from '../lib/element.js'
import { activeIn } from '../lib/focus-note.js'
import { laterStyles } from '../styles/view-more.js'
import { focusReady } from '../lib/focus-ready.js'
import { keyOfPiece, RowWindow, type KeptRows, type Piece } from '../lib/row-window.js'
import '../primitives/button.js'
import '../primitives/checkbox.js'
import '../primitives/empty-state.js'
import '../primitives/error-state.js'
import type { WmChangeEvent, WmInputEvent } from '../primitives/events.js'
import '../primitives/search-field.js'
import '../primitives/skeleton.js'
import { chooseWallet, viewOf } from '../lib/choose-wallet.js'
import { consentBox } from '../templates/consent-box.js'
import { walletRow } from '../templates/wallet-row.js'

/** Where each of these views was left, and the wallet that was chosen in it: Back leads there. */
const left = new WeakMap<View, KeptRows & { readonly chosen: string | undefined }>()

/**
 * @summary The wallet list with search, a certified filter, and more on scrolling or by button.
 */
export class WmAllWalletsView extends WmView {
  static override properties: PropertyDeclarations = { typed: { state: true } }
  static override styles = laterStyles

  private readonly list = this.watch((core) => core.use(createDirectory).$list)
  private readonly consent = this.watch((core) => core.use(createConsent).$given)
  private readonly settled = new Delay(this, DEBOUNCE_MS)
  private announced = ''
  /** Of the whole list, as far as it is known. */
  private total = 0
  private shownCount = 0
  private hadMoreFocus = false
  /** Some wallet of this list is certified: where none is, a filter for it is of no use. */
  private hasMarks = false
  private observer: IntersectionObserver | undefined

  private readonly rowWindow: RowWindow = new RowWindow(this, () => this.rows)
  private chosen: string | undefined

  private preparing = false
  private pairing: PairingPart | undefined

  /** As typed: the state layer trims what it searches for. */
  declare private typed: string | undefined

  private get more(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('[data-key="more"]')
  }
  private get rows(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('ul')
  }

  override connectedCallback() {
    super.connectedCallback()
    // Loading begins a little before the end comes into sight, whether the page scrolls or a box in it. A browser that does not know the
    // second margin begins when it is in sight.
    const options: IntersectionObserverInit = { rootMargin: '240px', scrollMargin: '240px' }
    const load: IntersectionObserverCallback = (entries) => entries.some((entry) => entry.isIntersecting) && this.loadMore()
    // A document without layout has none, and its button loads more.
    this.observer = typeof IntersectionObserver === 'function' ? new IntersectionObserver(load, options) : undefined
    const before = left.get(this.view)
    if (!before) return
    this.rowWindow.restore(before)
    this.rowWindow.wanted = before.chosen
  }

  /** On a phone each of these wallets is an app behind a link, and a browser opens it only within the click: the code in it is made ahead. */
  private async prepareLinks() {
    if (this.preparing || !this.consent.value || !this.core.config.services.relay || !isPhone(this.core)) return
    this.preparing = true
    try {
      const { createPairing } = await import('../../state/pairing.js')
      if (!this.isConnected) return
      this.pairing = this.use(createPairing)
      this.pairing.prefetch()
    } catch {
      this.preparing = false // the next view fetches it again, and says so if it cannot
    }
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.observer?.disconnect()
    left.set(this.view, { ...this.rowWindow.kept, chosen: this.chosen })
  }

  protected override willUpdate() {
    const { status, query: text, certifiedOnly, total, wallets, hasMore } = this.list.value
    // The button that was pressed goes with the last page: focus goes on to the first row that it brought.
    if (!hasMore && this.hadMoreFocus) this.rowWindow.wanted = wallets[this.shownCount]?.id
    this.hasMarks ||= certifiedOnly || wallets.some(({ certified }) => certified)
    if (text === '' && !certifiedOnly) this.total = total
    const result = `${text}|${certifiedOnly}|${total}`
    if (status === 'ready' && this.settled.passed && result !== this.announced) {
      this.announced = result
      this.use(createNotices).announce('walletsFound', { count: total })
    }
  }

  protected override updated(changed: PropertyValues<this>) {
    super.updated(changed)
    void this.prepareLinks()
    const { wallets, hasMore, status } = this.list.value
    const first = this.shownCount > 0 && wallets[this.shownCount]
    if (first && !hasMore && this.hadMoreFocus)
      void focusReady(this.rows?.querySelector(`[data-key="${CSS.escape(`wallet:${first.id}`)}"]`))
    this.hadMoreFocus = this.more !== null && activeIn(this) === this.more
    this.shownCount = wallets.length
    this.observer?.disconnect()
    if (this.more && status === 'ready') this.observer?.observe(this.more)
  }

  override render() {
    const { query: text, certifiedOnly, wallets, status, error } = this.list.value
    const consent = this.use(createConsent)
    return html`
      ${when(consent.required, () => consentBox((key, params) => this.t(key, params), this.core.config, consent, this.consent.value))}
      <wm-search-field
        .label=${this.t('allWallets.search')}
        .placeholder=${this.total > 0 ? this.t('allWallets.placeholder', { count: this.total }) : undefined}
        .value=${this.typed ?? text}
        .clearLabel=${this.t('common.clearSearch')}
        @wm-input=${this.search}
      ></wm-search-field>
      ${when(
        this.hasMarks,
        () =>
          html`<wm-checkbox data-key="certified" .checked=${certifiedOnly} @wm-change=${this.filter}
            >${this.t('allWallets.certified')}</wm-checkbox
          >`,
      )}
      <div aria-busy=${status === 'loading' ? 'true' : 'false'}>
        ${wallets.length > 0 ? this.found(wallets) : nothing}
        ${status === 'error' && wallets.length === 0 ? this.failed() : nothing}
        ${status === 'loading' && !this.list.value.hasMore ? this.skeleton() : nothing}
        ${status === 'ready' && wallets.length === 0 ? this.none() : nothing}
        ${when(error && wallets.length > 0, () => html`<p class="hint" role="note">${this.t('allWallets.moreFailed')}</p>`)}
        ${this.moreButton()}
      </div>
      ${this.scanButton()}
    `
  }

  private found(wallets: readonly Wallet[]) {
    const keys = wallets.map(({ id }) => id)
    return html`<ul class="list" role="list" aria-label=${this.t('connect.allWallets')}>
      ${repeat(
        this.rowWindow.pieces(keys),
        (piece) => keyOfPiece(piece, keys),
        (piece) => this.piece(wallets, piece),
      )}
    </ul>`
  }

  private piece(wallets: readonly Wallet[], piece: Piece) {
    const wallet = typeof piece === 'number' ? wallets[piece] : undefined
    if (!wallet) return html`<li role="presentation" aria-hidden="true"></li>`
    // The others are as they were when a few rows come into sight.
    return guard([wallet, this.consent.value, this.texts.value], () => this.row(wallet))
  }

  private row(wallet: Wallet) {
    const isInstalled = wallet.installed.length > 0
    return walletRow(wallet, {
      meta: isInstalled ? this.t('allWallets.installed') : wallet.certified ? this.t('allWallets.certifiedBadge') : undefined,
      disabled: !this.consent.value,
      prepare: () => this.preload(viewOf(this.core, wallet).name),
      choose: () => {
        this.chosen = wallet.id
        if (!isInstalled) this.pairing?.openLink(wallet, 'mobile') // within the click; the next view offers it again
        chooseWallet(this.core, wallet)
      },
    })
  }

  private moreButton() {
    const { hasMore, status, wallets, error } = this.list.value
    if (wallets.length === 0 || !(hasMore || error)) return nothing
    return html`<div class="actions">
      <wm-button data-key="more" variant="secondary" ?busy=${status === 'loading'} @click=${error ? this.retry : this.loadMore}
        >${error ? this.t('common.retry') : this.t('common.showMore')}</wm-button
      >
    </div>`
  }

  private skeleton() {
    return html`<span class="visually-hidden">${this.t('allWallets.loading')}</span><wm-skeleton .rows=${6}></wm-skeleton>`
  }

  private failed() {
    return html`<wm-error-state
      .heading=${this.t('allWallets.failed')}
      .message=${this.t(`errors.${this.list.value.error?.code ?? 'UNKNOWN'}`)}
      .retryLabel=${this.t('common.retry')}
      @wm-retry=${this.retry}
    ></wm-error-state>`
  }

  private none() {
    const { query: text, certifiedOnly } = this.list.value
    if (text === '') return this.empty()
    return html`<wm-empty-state
      icon="search"
      .heading=${this.t(certifiedOnly ? 'allWallets.noneCertified' : 'allWallets.none', { query: text })}
    >
      ${this.core.config.services.relay ? this.t('allWallets.noneHint') : nothing}
      <wm-button slot="action" data-key="clear" @click=${this.clear}>${this.t('common.clearSearch')}</wm-button>
    </wm-empty-state>`
  }

  private empty() {
    return html`<wm-empty-state icon="wallet" .heading=${this.t('allWallets.empty')}>
      <wm-button slot="action" data-key="back" @click=${() => this.use(createRouter).reset({ name: 'Connect' })}
        >${this.t('connecting.anotherWay')}</wm-button
      >
    </wm-empty-state>`
  }

  /** On a phone the code is for another device: a quiet way, not the first. */
  private scanButton() {
    if (!this.core.config.services.relay || !isPhone(this.core)) return nothing
    return html`<div class="actions">
      <wm-button
        data-key="scan"
        variant="quiet"
        ?disabled=${!this.consent.value}
        @focusin=${() => this.preload('ConnectingWalletConnect')}
        @click=${() => this.use(createRouter).push({ name: 'ConnectingWalletConnect' })}
        >${this.t('allWallets.scan')}</wm-button
      >
    </div>`
  }

  private search({ value }: WmInputEvent) {
    this.typed = value
    this.use(createDirectory).setQuery(value)
    this.settled.start()
  }

  private filter({ checked }: WmChangeEvent) {
    this.use(createDirectory).setCertifiedOnly(checked)
    this.settled.start()
  }

  private async clear() {
    this.typed = ''
    this.use(createDirectory).setQuery('')
    this.settled.start()
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector('wm-search-field')) // its button is gone
  }

  private loadMore() {
    const { status, hasMore } = this.list.value
    if (status === 'ready' && hasMore) this.use(createDirectory).loadMore()
  }

  private retry() {
    this.use(createDirectory).retry()
  }
}
register('wm-all-wallets-view', WmAllWalletsView)

// The list of all wallets, with a search, a filter, and forty wallets per page of the list. Only the rows in sight are in the document (`RowWindow`).
import { when } from 'lit/directives/when.js'
import { isPhone } from '../../../state/interface/phone.js'
import { html, nothing, type PropertyValues, type PropertyDeclarations } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { DEBOUNCE_MS } from '../../../vocabulary/constants.js'
import { createConsent } from '../../../state/interface/consent.js'
import { createAllWallets } from '../../../state/wallets/all-wallets.js'
import { createNotices } from '../../../state/interface/notices.js'
import type { PairingPart } from '../../../state/connections/pairing.js'
import { createRouter } from '../../../state/interface/router.js'
import type { View } from '../../../vocabulary/view.js'
import type { Wallet } from '../../../vocabulary/wallet.js'
import { Delay } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { activeIn } from '../../lib/focus-note.js'
import { laterStyles } from '../../styles/view-more.js'
import { focusReady } from '../../lib/focus-ready.js'
import { keyOfPiece, RowWindow, type KeptRows, type Piece } from '../../lib/row-window.js'
import '../../primitives/button.js'
import '../../primitives/checkbox.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import type { WmChangeEvent, WmInputEvent } from '../../primitives/events.js'
import '../../primitives/search-field.js'
import '../../primitives/skeleton.js'
import { chooseWallet, viewOf } from '../../lib/choose-wallet.js'
import { consentBox } from '../../templates/consent-box.js'
import { Pictures } from '../../templates/pictures.js'
import { walletRow, walletRowStyles } from '../../templates/wallet-row.js'

/** The kept pictures are dropped after this many rendered rows. */
const KEPT_PICTURES_COUNT = 100
/** The scroll position of each view and the wallet that was chosen in it, which Back restores. */
const left = new WeakMap<View, KeptRows & { readonly chosen: string | undefined }>()

/**
 * @summary The list of all wallets, with a search and a filter for certified ones. More wallets are loaded on scrolling or by a button.
 */
export class WmAllWalletsView extends WmView {
  static override properties: PropertyDeclarations = { typed: { state: true } }
  static override styles = [laterStyles, walletRowStyles]

  private readonly list = this.watch((core) => core.use(createAllWallets).$list)
  private readonly consent = this.watch((core) => core.use(createConsent).$given)
  private readonly settled = new Delay(this, DEBOUNCE_MS)
  private announced = ''
  /** The number of wallets in the unfiltered list, as last reported; 0 while unknown. */
  private total = 0
  private shownCount = 0
  private hadMoreFocus = false
  /** A wallet of the list is certified. If none is, the filter is not shown. */
  private hasMarks = false
  private observer: IntersectionObserver | undefined
  /** The number of wallets when the button for more was last observed; 0: it is not. */
  private observedAt = 0

  private readonly rowWindow: RowWindow = new RowWindow(this, () => this.rows)
  private pictures = new Pictures(this)
  private drawnCount = 0
  private chosen: string | undefined
  /** Where the pointer was on the screen when it last came to a row. */
  private pointedAt: string | undefined

  private preparing = false
  private pairing: PairingPart | undefined

  /** The text as it was typed; the state layer trims its query. */
  declare private typed: string | undefined

  private get more(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('[data-key="more"]')
  }
  private get rows(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('ul')
  }

  override connectedCallback() {
    super.connectedCallback()
    // Load more 240 px before the end of the list comes into sight, in a scrolling page or a scrolling box. Browsers without `scrollMargin` load
    // when the end is in sight.
    const options: IntersectionObserverInit = { rootMargin: '240px', scrollMargin: '240px' }
    const load: IntersectionObserverCallback = (entries) => entries.some((entry) => entry.isIntersecting) && this.loadMore()
    // Documents without layout have no IntersectionObserver; the button loads more there.
    this.observer = typeof IntersectionObserver === 'function' ? new IntersectionObserver(load, options) : undefined
    const before = left.get(this.view)
    if (!before) return
    this.rowWindow.restore(before)
    this.rowWindow.wanted = before.chosen
  }

  /** On a phone a wallet opens by a link, and browsers open links only within the click: make the pairing that the link needs in advance. */
  private async prepareLinks() {
    if (this.preparing || !this.consent.value || !this.core.config.services.relay || !isPhone(this.core)) return
    this.preparing = true
    try {
      const { createPairing } = await import('../../../state/connections/pairing.js')
      if (!this.isConnected) return
      this.pairing = this.use(createPairing)
      this.pairing.preload() // its files together, instead of one after the other
      this.pairing.prefetch()
    } catch {
      this.preparing = false // the next view loads the module again, and shows the failure
    }
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.observer?.disconnect()
    this.observedAt = 0
    left.set(this.view, { ...this.rowWindow.kept, chosen: this.chosen })
  }

  protected override willUpdate() {
    const { status, query: text, certifiedOnly, total, wallets, hasMore } = this.list.value
    // The last page of the list removes the button that was pressed: focus goes to the first row of that page.
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
    // An IntersectionObserver reports changes only. Observe the button again after each page of the list, in case it stays in sight.
    const place = status === 'ready' && this.more ? wallets.length : 0
    if (place === this.observedAt) return
    this.observedAt = place
    this.observer?.disconnect()
    if (this.more && place > 0) this.observer?.observe(this.more)
  }

  override render() {
    const { query: text, certifiedOnly, wallets, status, error } = this.list.value
    const consent = this.use(createConsent)
    return html`
      ${when(consent.required, () => consentBox(this.t, this.core.config, consent, this.consent.value))}
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
    // Other rows do not render again when some come into sight.
    return guard([wallet, this.consent.value, this.texts.value], () => this.row(wallet))
  }

  private row(wallet: Wallet) {
    // Pictures are kept for rows that come back, but not those of the whole list: they are the largest part of a row.
    if (++this.drawnCount % KEPT_PICTURES_COUNT === 0) this.pictures = new Pictures(this)
    const isInstalled = wallet.installed.length > 0
    return walletRow(wallet, this.pictures, {
      meta: isInstalled ? this.t('allWallets.installed') : wallet.certified ? this.t('allWallets.certifiedBadge') : undefined,
      disabled: !this.consent.value,
      prepare: (event) => this.isMeant(event) && this.preload(viewOf(this.core, wallet)),
      choose: () => {
        this.chosen = wallet.id
        if (!isInstalled) this.pairing?.openLink(wallet, 'mobile') // within the click; the next view has a button for it too
        void chooseWallet(this.core, wallet)
      },
    })
  }

  /** Whether the visitor has turned to a row. A list that scrolls under a pointer at rest sends `pointerenter` too. */
  private isMeant(event: Event): boolean {
    if (!(event instanceof MouseEvent)) return true
    const place = `${event.screenX} ${event.screenY}`
    const before = this.pointedAt
    this.pointedAt = place
    return before !== undefined && before !== place
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

  /** On a phone: opens the QR code, for a wallet on another device. */
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
    this.use(createAllWallets).setQuery(value)
    this.settled.start()
  }

  private filter({ checked }: WmChangeEvent) {
    this.use(createAllWallets).setCertifiedOnly(checked)
    this.settled.start()
  }

  private async clear() {
    this.typed = ''
    this.use(createAllWallets).setQuery('')
    this.settled.start()
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector('wm-search-field')) // the button that had focus is gone
  }

  private loadMore() {
    const { status, hasMore } = this.list.value
    if (status === 'ready' && hasMore) this.use(createAllWallets).loadMore()
  }

  private retry() {
    this.use(createAllWallets).retry()
  }
}
register('wm-all-wallets-view', WmAllWalletsView)

// The NFTs of the account as a grid. Only the rows of tiles in sight are in the document (`RowWindow`), and only pictures near it are loaded (`Near`).
import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { createNfts, type Nft, type NftList } from '../../../state/nfts/nfts.js'
import type { View } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { LoadMore } from '../../lib/load-more.js'
import { createMessages } from '../../lib/localize.js'
import { Near } from '../../lib/near.js'
import { keyOfPiece, RowWindow, type KeptRows, type Piece } from '../../lib/row-window.js'
import { laterStyles } from '../../styles/view-more.js'
import { COLUMNS_COUNT, nftStyles, nftTile } from '../../templates/nft-tiles.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import '../../primitives/skeleton.js'

/** New rows of tiles in a frame: three of them, each with pictures, took a slow phone more than 50 ms. */
const NEW_ROWS_COUNT = 1
const SKELETON_TILES = [0, 1, 2, 3]
/** What each view showed when it was left, which Back restores. */
const left = new WeakMap<View, KeptRows & { readonly chosen: string | undefined; readonly withSpam: boolean }>()

/**
 * @summary The NFTs of the connected account on its chain. More are loaded on scrolling or by a button. With the attribute `embedded` it is a part of
 * another view.
 */
export class WmNftsView extends WmView {
  static override properties: PropertyDeclarations = { withSpam: { state: true } }
  static override styles = [laterStyles, nftStyles]

  private readonly nfts = this.watch((core) => core.use(createNfts).$nfts)
  private readonly available = this.watch((core) => core.use(createNfts).$hasNfts)

  private readonly near = new Near(this)
  private readonly windows = {
    nfts: new RowWindow(this, () => this.renderRoot.querySelector<HTMLElement>('#nfts'), NEW_ROWS_COUNT),
    spam: new RowWindow(this, () => this.renderRoot.querySelector<HTMLElement>('#spam'), NEW_ROWS_COUNT),
  }
  private chosen: string | undefined
  private heard: { readonly more: NftList['more'] | undefined; readonly hasFailed: boolean } = {
    more: undefined,
    hasFailed: false,
  }

  /** What is probably spam is shown too. */
  declare private withSpam: boolean

  constructor() {
    super()
    this.withSpam = false
    new LoadMore(this, {
      button: () => this.renderRoot.querySelector<HTMLElement>('[data-key="more"]'),
      count: () => this.list?.nfts.length ?? 0,
      isReady: () => this.list?.more === 'ready',
      load: () => this.use(createNfts).loadMore(),
      focus: (index) => void this.focusTile(index),
    })
  }

  private get list(): NftList | undefined {
    return this.nfts.value.value
  }

  override connectedCallback() {
    super.connectedCallback()
    const before = this.view && left.get(this.view)
    if (!before) return
    this.windows.nfts.restore(before)
    this.withSpam = before.withSpam
    this.chosen = before.chosen
    for (const part of ['nfts', 'spam'] as const) this.windows[part].wanted = before.chosen
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    if (this.view) left.set(this.view, { ...this.windows.nfts.kept, chosen: this.chosen, withSpam: this.withSpam })
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    const { status, fetchStatus, error } = this.nfts.value
    const more = this.list?.more
    const hasFailed = (status === 'error' && fetchStatus === 'idle') || more === 'failed'
    const { announce } = this.use(createNotices)
    const reason = () => this.t(error ? `errors.${error.code}` : 'nfts.moreFailed') // `error` is that of the first page
    if (hasFailed && !this.heard.hasFailed) announce('failed', { message: reason() })
    else if (this.heard.more === 'fetching' && (more === 'ready' || more === 'end'))
      announce('itemsShown', { count: this.list?.nfts.length ?? 0 })
    this.heard = { more, hasFailed }
  }

  override render() {
    if (!this.available.value) return html`<wm-empty-state icon="empty" .heading=${this.t('nfts.unavailable')}></wm-empty-state>`
    const { list } = this
    const { status, fetchStatus } = this.nfts.value
    const isWaiting = status === 'pending'
    return html`<div aria-busy=${isWaiting && fetchStatus === 'fetching' ? 'true' : 'false'}>
      ${status === 'error' ? this.failure(list !== undefined) : nothing}
      ${fetchStatus === 'paused' ? html`<p class="hint" role="note">${this.t('common.offline')}</p>` : nothing}
      ${list?.isIncomplete ? html`<p class="hint" role="note">${this.t('nfts.incomplete')}</p>` : nothing}
      ${isWaiting && fetchStatus !== 'paused' ? this.skeleton() : nothing}
      ${list && list.nfts.length > 0 ? this.grid('nfts', list.nfts, this.t('nfts.title')) : nothing}
      ${list && list.nfts.length === 0 && list.more === 'end' && !list.isIncomplete ? this.none() : nothing}
      ${list ? this.end(list) : nothing}
    </div>`
  }

  /** Tiles in rows. `part` is the id of its list. */
  private grid(part: 'nfts' | 'spam', nfts: readonly Nft[], label: string) {
    const rows = Array.from({ length: Math.ceil(nfts.length / COLUMNS_COUNT) }, (_, row) =>
      nfts.slice(row * COLUMNS_COUNT, (row + 1) * COLUMNS_COUNT),
    )
    // A row is known by its first tile. What has to be in the document may be any of its tiles.
    const keys = rows.map(([first]) => first?.id ?? '')
    const { [part]: rowWindow } = this.windows
    const place = nfts.findIndex(({ id }) => id === rowWindow.wanted)
    if (place >= 0) rowWindow.wanted = keys[Math.floor(place / COLUMNS_COUNT)]
    return html`<div id=${part} role="list" aria-label=${label}>
      ${repeat(
        rowWindow.pieces(keys),
        (piece) => keyOfPiece(piece, keys),
        (piece) => this.piece(rows, piece, nfts.length),
      )}
    </div>`
  }

  private piece(rows: readonly (readonly Nft[])[], piece: Piece, count: number) {
    const row = typeof piece === 'number' ? rows[piece] : undefined
    if (!row || typeof piece !== 'number') return html`<div role="presentation" aria-hidden="true"></div>`
    const near = row.map(({ id }) => this.near.has(id))
    const tile = (nft: Nft, at: number) =>
      nftTile({
        nft,
        unnamed: this.t('nfts.unnamed'),
        amount: BigInt(nft.amount) > 1n ? `×${this.format(nft.amount)}` : '',
        isNear: near[at] === true,
        place: piece * COLUMNS_COUNT + at + 1,
        count,
        prepare: () => this.preload('Nft'),
        choose: () => {
          this.chosen = nft.id
          this.use(createRouter).push({ name: 'Nft', nft })
        },
      })
    return guard(
      [...row, ...near, piece, count, this.texts.value],
      () => html`<div role="presentation" class="beside">${row.map(tile)}</div>`,
    )
  }

  private format(amount: string): string {
    return new Intl.NumberFormat(this.use(createMessages).formatTag()).format(BigInt(amount))
  }

  private end({ spam, more, nfts }: NftList) {
    return html`${spam.length > 0 ? this.spamPart(spam) : nothing}
    ${more === 'failed' ? html`<p class="hint" role="note">${this.t('nfts.moreFailed')}</p>` : nothing}
    ${more === 'paused' ? html`<p class="hint" role="note">${this.t('common.offline')}</p>` : nothing}
    ${
      more === 'end'
        ? nothing
        : html`<div class="actions">
            <wm-button
              data-key="more"
              variant="secondary"
              ?busy=${more === 'fetching'}
              @click=${() => this.use(createNfts).loadMore()}
              >${this.t(more === 'failed' ? 'common.retry' : 'common.showMore')}</wm-button
            >
          </div>`
    }
    ${nfts.length === 0 && more !== 'end' ? html`<p class="hint center">${this.t('nfts.noneYet')}</p>` : nothing}`
  }

  /** What is probably spam: how much, and a way to see it. */
  private spamPart(spam: readonly Nft[]) {
    const toggle = () => (this.withSpam = !this.withSpam)
    return html`<div class="spread">
        <p class="hint">${this.t('nfts.spamHidden', { count: spam.length })}</p>
        <wm-button data-key="spam" variant="quiet" @click=${toggle}
          >${this.t(this.withSpam ? 'nfts.hide' : 'nfts.show')}</wm-button
        >
      </div>
      ${this.withSpam ? this.grid('spam', spam, this.t('nfts.spam')) : nothing}`
  }

  private skeleton() {
    return html`<span class="visually-hidden">${this.t('nfts.loading')}</span>
      <div class="beside">${SKELETON_TILES.map(() => html`<wm-skeleton class="art" shape="block"></wm-skeleton>`)}</div>`
  }

  private failure(hasList: boolean) {
    const { error, fetchStatus } = this.nfts.value
    const retry = () => this.use(createNfts).refresh()
    if (!hasList)
      return html`<wm-error-state
        .heading=${this.t('nfts.failed')}
        .message=${this.t(`errors.${error?.code ?? 'UNKNOWN'}`)}
        .retryLabel=${this.t('common.retry')}
        ?busy=${fetchStatus === 'fetching'}
        @wm-retry=${retry}
      ></wm-error-state>`
    return html`<div class="spread">
      <p class="hint">${this.t('common.stale')}</p>
      <wm-button data-key="retry" variant="quiet" ?busy=${fetchStatus === 'fetching'} @click=${retry}
        >${this.t('common.retry')}</wm-button
      >
    </div>`
  }

  private none() {
    return html`<wm-empty-state icon="empty" .heading=${this.t('nfts.empty')}>${this.t('nfts.emptyHint')}</wm-empty-state>`
  }

  private async focusTile(index: number) {
    const id = this.list?.nfts[index]?.id
    if (id === undefined) return
    this.windows.nfts.wanted = id
    this.requestUpdate()
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector(`[data-key="${CSS.escape(`nft:${id}`)}"]`))
  }
}
register('wm-nfts-view', WmNftsView)

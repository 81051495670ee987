// The NFTs of the account as a grid. Only the rows of tiles in sight are in the document (`RowWindow`), and only pictures near it are loaded (`Near`).
import { html, nothing, type PropertyDeclarations } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { createRouter } from '../../../state/interface/router.js'
import { createNfts, type Nft, type NftList } from '../../../state/nfts/nfts.js'
import type { View } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { createMessages } from '../../lib/localize.js'
import { Near } from '../../lib/near.js'
import { WmPagedView } from '../../lib/paged-view.js'
import { keyOfPiece, RowWindow, type KeptRows, type Piece } from '../../lib/row-window.js'
import { laterStyles } from '../../styles/view-more.js'
import { COLUMNS_COUNT, nftStyles, nftTile } from '../../templates/nft-tiles.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
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
export class WmNftsView extends WmPagedView<NftList> {
  static override properties: PropertyDeclarations = { withSpam: { state: true } }
  static override styles = [laterStyles, nftStyles]

  protected override readonly pages = this.watch((core) => core.use(createNfts).$nfts)
  private readonly available = this.watch((core) => core.use(createNfts).$hasNfts)

  private readonly near: Near = new Near(this)
  protected override readonly rowWindow = this.windowOf('nfts')
  private readonly spamWindow = this.windowOf('spam')
  private chosen: string | undefined

  protected override readonly refresh = () => this.use(createNfts).refresh()
  protected override readonly loadMore = () => this.use(createNfts).loadMore()
  protected override readonly itemsOf = ({ nfts }: NftList) => nfts
  protected override readonly keyOf = (id: string) => `nft:${id}`

  /** What is probably spam is shown too. */
  declare private withSpam: boolean

  constructor() {
    super()
    this.withSpam = false
  }

  /** The tiles in sight of the list with this id. */
  private windowOf(id: 'nfts' | 'spam'): RowWindow {
    return new RowWindow(this, () => this.renderRoot.querySelector<HTMLElement>(`#${id}`), NEW_ROWS_COUNT)
  }

  override connectedCallback() {
    super.connectedCallback()
    const before = this.view && left.get(this.view)
    if (!before) return
    this.rowWindow.restore(before)
    this.withSpam = before.withSpam
    this.chosen = before.chosen
    this.rowWindow.wanted = this.spamWindow.wanted = before.chosen
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    if (this.view) left.set(this.view, { ...this.rowWindow.kept, chosen: this.chosen, withSpam: this.withSpam })
  }

  override render() {
    if (!this.available.value) return html`<wm-empty-state icon="empty" .heading=${this.t('nfts.unavailable')}></wm-empty-state>`
    return this.frame({
      found: ({ nfts }) => this.grid('nfts', nfts, this.t('nfts.title')),
      waiting: () => this.skeleton(),
      none: () =>
        html`<wm-empty-state icon="empty" .heading=${this.t('nfts.empty')}>${this.t('nfts.emptyHint')}</wm-empty-state>`,
      below: ({ spam, more, nfts }) =>
        html`${spam.length > 0 ? this.spamPart(spam) : nothing}
        ${nfts.length === 0 && more !== 'end' ? html`<p class="hint center">${this.t('nfts.noneYet')}</p>` : nothing}`,
    })
  }

  /** Tiles in rows. `part` is the id of its list. */
  private grid(part: 'nfts' | 'spam', nfts: readonly Nft[], label: string) {
    const rows = Array.from({ length: Math.ceil(nfts.length / COLUMNS_COUNT) }, (_, row) =>
      nfts.slice(row * COLUMNS_COUNT, (row + 1) * COLUMNS_COUNT),
    )
    // A row is known by its first tile. What has to be in the document may be any of its tiles.
    const keys = rows.map(([first]) => first?.id ?? '')
    const rowWindow = part === 'nfts' ? this.rowWindow : this.spamWindow
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

  protected override words() {
    return {
      failed: this.t('nfts.failed'),
      stale: this.t('common.stale'),
      moreFailed: this.t('nfts.moreFailed'),
      incomplete: this.t('nfts.incomplete'),
    }
  }
}
register('wm-nfts-view', WmNftsView)

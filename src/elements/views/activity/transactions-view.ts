// The transactions of the account by month, with a link to the block explorer each. Only the rows in sight are in the document (`RowWindow`).
import { html, nothing, type PropertyValues } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { repeat } from 'lit/directives/repeat.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createActivity, type ActivityList } from '../../../state/activity/activity.js'
import { createWalletFeatures } from '../../../state/account/wallet-features.js'
import { createNetworks } from '../../../state/networks/networks.js'
import type { View } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { createMessages } from '../../lib/localize.js'
import { WmPagedView } from '../../lib/paged-view.js'
import { keyOfPiece, RowWindow, type KeptRows, type Piece } from '../../lib/row-window.js'
import { laterStyles } from '../../styles/view-more.js'
import { ActivityRows, activityRowStyles } from '../../templates/activity-rows.js'
import { Pictures } from '../../templates/pictures.js'
import '../../primitives/empty-state.js'
import '../../primitives/skeleton.js'

const SKELETON_ROWS = 7
/** The headings of this many months are always in the document, for those who go from heading to heading. */
const HEADINGS_COUNT = 36
/** The kept pictures are dropped after this many rendered rows. */
const KEPT_PICTURES_COUNT = 100
/** The scroll position of each view, which Back restores, and the views that have been opened. */
const left = new WeakMap<View, KeptRows>()

/** What the view draws a list from. */
interface Drawn {
  readonly rows: ActivityList['rows']
  /** One per row. */
  readonly keys: readonly string[]
  /** The months by the index of their first row. */
  readonly starts: ReadonlyMap<number, number>
  /** Indices of rows that are always in the document. */
  readonly kept: readonly number[]
}
const drawnOf = ({ rows, months }: ActivityList): Drawn => ({
  rows,
  keys: rows.map(({ id }) => id),
  starts: new Map(months.map(({ from, month }) => [from, month])),
  kept: months.slice(0, HEADINGS_COUNT).map(({ from }) => from),
})

/**
 * @summary The transactions of the connected account on its chain, by month. More are loaded on scrolling or by a button. With the attribute `embedded` it
 * is a part of another view.
 */
export class WmTransactionsView extends WmPagedView<ActivityList> {
  static override styles = [laterStyles, activityRowStyles]

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  protected override readonly pages = this.watch((core) => core.use(createActivity).$activity)
  private readonly history = this.watch((core) => core.use(createWalletFeatures).$history)

  protected override readonly rowWindow: RowWindow = new RowWindow(this, () => this.renderRoot.querySelector('ul'))
  private pictures = new Pictures(this)
  private drawnCount = 0
  /** Made again when the rows are others, not in each frame in which they are scrolled. */
  private drawn: Drawn | undefined
  private rows: ActivityRows | undefined
  private said = ''

  protected override readonly refresh = () => this.use(createActivity).refresh()
  protected override readonly loadMore = () => this.use(createActivity).loadMore()
  protected override readonly itemsOf = ({ rows }: ActivityList) => rows
  protected override readonly keyOf = (id: string) => `tx:${id}`

  override connectedCallback() {
    super.connectedCallback()
    const before = this.view && left.get(this.view)
    if (before) this.rowWindow.restore(before)
    else if (this.hasCore)
      this.core.emit('event', { name: 'CLICK_TRANSACTIONS', isSmartAccount: this.account.value?.type === 'smartAccount' })
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    if (this.view) left.set(this.view, this.rowWindow.kept)
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    // Formats are made again only when something that they depend on has changed.
    const key = [this.account.value?.accountId, this.use(createMessages).formatTag()].join(' ')
    if (this.rows === undefined || key !== this.said) {
      const { chainId } = this.account.value ?? {}
      this.rows = new ActivityRows(this.core, chainId && this.use(createNetworks).find(chainId))
      this.said = key
    }
  }

  override render() {
    if (!this.history.value) return this.unavailable()
    return this.frame({
      found: (list) => this.found(list),
      waiting: () => this.skeleton(),
      none: () =>
        html`<wm-empty-state icon="empty" .heading=${this.t('activity.empty')}>${this.t('activity.emptyHint')}</wm-empty-state>`,
      below: ({ hidden }) =>
        hidden > 0 ? html`<p class="hint center">${this.t('activity.spamHidden', { count: hidden })}</p>` : nothing,
    })
  }

  private found(list: ActivityList) {
    if (this.drawn?.rows !== list.rows) this.drawn = drawnOf(list)
    const { keys, starts, kept } = this.drawn
    return html`<ul class="list" role="list" aria-label=${this.t('activity.title')}>
      ${repeat(
        this.rowWindow.pieces(keys, kept),
        (piece) => keyOfPiece(piece, keys),
        (piece) => this.piece(list, piece, starts),
      )}
    </ul>`
  }

  private piece({ rows, hasPrices }: ActivityList, piece: Piece, starts: ReadonlyMap<number, number>) {
    const row = typeof piece === 'number' ? rows[piece] : undefined
    if (!row || typeof piece !== 'number') return html`<li role="presentation" aria-hidden="true"></li>`
    const month = starts.get(piece)
    const heading = month === undefined ? undefined : this.rows?.monthName(month, this.core.deps.now())
    // Other rows do not render again when some come into sight.
    return guard([row, heading, hasPrices, this.rows, this.texts.value], () => {
      // Pictures are kept for rows that come back, but not those of the whole list.
      if (++this.drawnCount % KEPT_PICTURES_COUNT === 0) this.pictures = new Pictures(this)
      return this.rows?.row(row, { pictures: this.pictures, heading, hasPrices })
    })
  }

  private skeleton() {
    return html`<span class="visually-hidden">${this.t('activity.loading')}</span
      ><wm-skeleton .rows=${SKELETON_ROWS}></wm-skeleton>`
  }

  protected override words() {
    const { updatedAt } = this.pages.value
    const time =
      updatedAt && new Intl.DateTimeFormat(this.use(createMessages).formatTag(), { timeStyle: 'short' }).format(updatedAt)
    const moreFailed = this.t('errors.HISTORY_UNAVAILABLE')
    return {
      failed: this.t('activity.loadFailed'),
      stale: time ? this.t('activity.stale', { time }) : moreFailed,
      moreFailed,
      incomplete: this.t('activity.incomplete'),
    }
  }

  private unavailable() {
    return html`<wm-empty-state icon="empty" .heading=${this.t('activity.unavailable')}></wm-empty-state>`
  }
}
register('wm-transactions-view', WmTransactionsView)

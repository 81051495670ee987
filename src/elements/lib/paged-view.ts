// What views of a list that comes in pages have in common: the list in its frame, more of it on scrolling or by a button, and what is said of a page.
import { html, nothing, type TemplateResult } from 'lit'
import type { Paged } from '../../state/lib/paged-query.js'
import type { QueryState } from '../../state/lib/query.js'
import { createNotices } from '../../state/interface/notices.js'
import { moreButton } from '../templates/more-button.js'
import '../primitives/button.js'
import '../primitives/error-state.js'
import { WmView } from './element.js'
import { focusReady } from './focus-ready.js'
import { LoadMore } from './load-more.js'
import type { RowWindow } from './row-window.js'
import type { Watched } from './watch.js'

/** A list as its store has it. */
export interface PagedList {
  readonly more: Paged<unknown>['more']
  /** There may be items that are not in the list. */
  readonly isIncomplete?: boolean
}

/** What a view puts in the frame. */
export interface PagedContent<List extends PagedList> {
  /** Not asked for while there are no items. */
  readonly found: (list: List) => unknown
  /** While nothing has come. */
  readonly waiting: () => unknown
  /** There are no items at all. */
  readonly none: () => unknown
  /** Between the items and the button for more. */
  readonly below: (list: List) => unknown
}

/** The base class of such views. */
export abstract class WmPagedView<List extends PagedList> extends WmView {
  /** The list, as far as it is loaded. */
  protected abstract readonly pages: Watched<QueryState<List>>
  /** The items in sight. */
  protected abstract readonly rowWindow: RowWindow
  protected abstract readonly itemsOf: (list: List) => readonly { readonly id: string }[]
  /** The `data-key` of an item. */
  protected abstract readonly keyOf: (id: string) => string
  /** What is said when no list comes, when the list may be old, when its next page does not come, and when items may be missing. */
  protected abstract words(): Readonly<Record<'failed' | 'stale' | 'moreFailed' | 'incomplete', string>>
  protected abstract readonly refresh: () => void
  protected abstract readonly loadMore: () => void

  private heard: { readonly more: PagedList['more'] | undefined; readonly hasFailed: boolean } = {
    more: undefined,
    hasFailed: false,
  }

  constructor() {
    super()
    new LoadMore(this, {
      button: () => this.renderRoot.querySelector<HTMLElement>('[data-key="more"]'),
      count: () => this.items.length,
      isReady: () => this.list?.more === 'ready',
      load: () => this.loadMore(),
      focus: (index) => void this.focusItem(index),
    })
  }

  protected get list(): List | undefined {
    return this.pages.value.value
  }

  private get items(): readonly { readonly id: string }[] {
    return this.list ? this.itemsOf(this.list) : []
  }

  protected override willUpdate(changed: Parameters<WmView['willUpdate']>[0]) {
    super.willUpdate(changed)
    this.announce()
  }

  /** Says when a page has come, and when one has not. */
  private announce() {
    const { status, fetchStatus, error } = this.pages.value
    const more = this.list?.more
    const hasFailed = (status === 'error' && fetchStatus === 'idle') || more === 'failed'
    const { announce } = this.use(createNotices)
    if (hasFailed && !this.heard.hasFailed)
      announce('failed', { message: error ? this.t(`errors.${error.code}`) : this.words().moreFailed }) // `error` is that of the first page
    else if (this.heard.more === 'fetching' && (more === 'ready' || more === 'end'))
      announce('itemsShown', { count: this.items.length })
    this.heard = { more, hasFailed }
  }

  protected frame({ found, waiting, none, below }: PagedContent<List>): TemplateResult {
    const { list, items } = this
    const { status, fetchStatus } = this.pages.value
    const [isWaiting, isOffline, hasFailed] = [status === 'pending', fetchStatus === 'paused', status === 'error']
    const isEmpty = list?.more === 'end' && !list.isIncomplete && items.length === 0
    return html`<div aria-busy=${isWaiting && fetchStatus === 'fetching' ? 'true' : 'false'}>
      ${hasFailed && items.length > 0 ? this.stale() : nothing} ${isOffline ? this.note(this.t('common.offline')) : nothing}
      ${list?.isIncomplete ? this.note(this.words().incomplete) : nothing} ${list && items.length > 0 ? found(list) : nothing}
      ${isWaiting && !isOffline ? waiting() : nothing} ${hasFailed && items.length === 0 ? this.failed() : nothing}
      ${isEmpty && !hasFailed ? none() : nothing} ${list ? this.end(list, below) : nothing}
    </div>`
  }

  protected note(text: string): TemplateResult {
    return html`<p class="hint" role="note">${text}</p>`
  }

  private end(list: List, below: PagedContent<List>['below']) {
    const { more } = list
    return html`${below(list)} ${more === 'failed' ? this.note(this.words().moreFailed) : nothing}
    ${more === 'paused' ? this.note(this.t('common.offline')) : nothing} ${moreButton(this.core, more, this.loadMore)}`
  }

  /** The items are there, but the newest may not be among them. */
  private stale() {
    return html`<div class="spread">
      <p class="hint">${this.words().stale}</p>
      <wm-button
        data-key="retry"
        variant="quiet"
        size="sm"
        ?busy=${this.pages.value.fetchStatus === 'fetching'}
        @click=${this.refresh}
        >${this.t('common.retry')}</wm-button
      >
    </div>`
  }

  private failed() {
    const { error, fetchStatus } = this.pages.value
    return html`<wm-error-state
      .heading=${this.words().failed}
      .message=${this.t(`errors.${error?.code ?? 'UNKNOWN'}`)}
      .retryLabel=${this.t('common.retry')}
      ?busy=${fetchStatus === 'fetching'}
      @wm-retry=${this.refresh}
    ></wm-error-state>`
  }

  private async focusItem(index: number) {
    const id = this.items[index]?.id
    if (id === undefined) return
    this.rowWindow.wanted = id
    this.requestUpdate()
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector(`[data-key="${CSS.escape(this.keyOf(id))}"]`))
  }
}

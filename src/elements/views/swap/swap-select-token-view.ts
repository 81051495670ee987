// Chooses the token of one side of a swap.
import { html, nothing, type PropertyDeclarations } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Asset } from '../../../vocabulary/asset.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createRouter } from '../../../state/interface/router.js'
import { createSwapDraft } from '../../../state/swap/draft.js'
import { createSwapTokens, groupTokens, searchTokens } from '../../../state/swap/swap-tokens.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { laterStyles } from '../../styles/view-more.js'
import { assetRow } from '../../templates/asset-rows.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import '../../primitives/error-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/search-field.js'
import '../../primitives/skeleton.js'

/** Most rows of a group: a longer list is searched. */
const ROWS_COUNT = 100

/**
 * @summary The tokens that can be swapped: own ones, suggestions, all of them, and a search. The token of the other side cannot be chosen.
 */
export class WmSwapSelectTokenView extends WmView {
  static override styles = laterStyles
  static override properties: PropertyDeclarations = { text: { state: true } }

  declare view: ViewNamed<'SwapSelectToken'>
  declare private text: string

  private readonly tokens = this.watch((core) => core.use(createSwapTokens).$tokens)
  private readonly draft = this.watch((core) => core.use(createSwapDraft).$draft)

  constructor() {
    super()
    this.text = ''
  }

  override render() {
    const { value, status, error, fetchStatus } = this.tokens.value
    if (!value && status === 'error')
      return html`<wm-error-state
        .heading=${this.t('swap.failed')}
        .message=${this.t(`errors.${error?.code ?? 'UNKNOWN'}`)}
        .retryLabel=${this.t('common.retry')}
        ?busy=${fetchStatus === 'fetching'}
        @wm-retry=${() => this.use(createSwapTokens).refresh()}
      ></wm-error-state>`
    return html`
      <wm-search-field
        data-key="search"
        .label=${this.t('assets.search')}
        .placeholder=${this.t('assets.searchHint')}
        .clearLabel=${this.t('common.clearSearch')}
        .value=${this.text}
        @wm-input=${(event: WmInputEvent) => (this.text = event.value)}
      ></wm-search-field>
      ${value ? this.lists(value) : this.loading(fetchStatus === 'paused')}
    `
  }

  private loading(isOffline: boolean) {
    if (isOffline) return html`<p class="hint center">${this.t('common.offline')}</p>`
    return html`<div aria-busy="true">
      <span class="visually-hidden">${this.t('assets.loading')}</span><wm-skeleton rows="5"></wm-skeleton>
    </div>`
  }

  private lists(tokens: readonly Asset[]) {
    if (this.text.trim() !== '') {
      const found = searchTokens(tokens, this.text)
      return found.length > 0 ? this.group('assets.all', found) : this.none()
    }
    const { own, suggested, all } = groupTokens(tokens)
    return html`
      ${own.length > 0 ? this.group('assets.yours', own) : nothing}
      ${suggested.length > 0 ? this.group('swap.suggested', suggested) : nothing} ${this.group('assets.all', all)}
    `
  }

  private group(title: 'assets.yours' | 'swap.suggested' | 'assets.all', tokens: readonly Asset[]) {
    const other = this.draft.value[this.view.side === 'from' ? 'to' : 'from']
    const shown = tokens.slice(0, ROWS_COUNT)
    return html`<h3 class="section" id=${title}>${this.t(title)}</h3>
      <ul class="group" role="list" aria-labelledby=${title}>
        ${repeat(
          shown,
          ({ id }) => id,
          (token) => assetRow(this.core, token, { disabled: token.id === other?.id, choose: () => this.choose(token) }),
        )}
      </ul>
      ${tokens.length > shown.length ? html`<p class="hint center">${this.t('swap.more')}</p>` : nothing}`
  }

  private none() {
    return html`<wm-empty-state icon="search" .heading=${this.t('assets.none', { query: this.text })}>
      <wm-button slot="action" data-key="clear" @click=${this.clear}>${this.t('common.clearSearch')}</wm-button>
    </wm-empty-state>`
  }

  private clear() {
    this.text = ''
    void focusReady(this.renderRoot.querySelector('wm-search-field'))
  }

  private choose(token: Asset) {
    this.use(createSwapDraft).choose(this.view.side, token)
    if (!this.use(createRouter).pop()) this.use(createRouter).reset({ name: 'Swap' })
  }
}
register('wm-swap-select-token-view', WmSwapSelectTokenView)

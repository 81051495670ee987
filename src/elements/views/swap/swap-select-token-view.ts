// Chooses the token of one side of a swap.
import { html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Asset } from '../../../vocabulary/asset.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { createRouter } from '../../../state/interface/router.js'
import { createSwapDraft } from '../../../state/swap/draft.js'
import { createSwapTokens, groupTokens, searchTokens } from '../../../state/swap/swap-tokens.js'
import { register } from '../../lib/define.js'
import { WmSearchedView } from '../../lib/searched-view.js'
import { assetRow } from '../../templates/asset-rows.js'
import '../../primitives/error-state.js'
import '../../primitives/skeleton.js'

/** Most rows of a group: a longer list is searched. */
const ROWS_COUNT = 100

/**
 * @summary The tokens that can be swapped: own ones, suggestions, all of them, and a search. The token of the other side cannot be chosen.
 */
export class WmSwapSelectTokenView extends WmSearchedView {
  declare view: ViewNamed<'SwapSelectToken'>

  private readonly tokens = this.watch((core) => core.use(createSwapTokens).$tokens)
  private readonly draft = this.watch((core) => core.use(createSwapDraft).$draft)

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
      ${this.searchField(this.t('assets.search'), this.t('assets.searchHint'))}
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
    return this.noMatch(this.t('assets.none', { query: this.text }))
  }

  private choose(token: Asset) {
    this.use(createSwapDraft).choose(this.view.side, token)
    if (!this.use(createRouter).pop()) this.use(createRouter).reset({ name: 'Swap' })
  }
}
register('wm-swap-select-token-view', WmSwapSelectTokenView)

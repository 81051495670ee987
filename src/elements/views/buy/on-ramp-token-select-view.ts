// Chooses the token that is bought.
import { html, type PropertyDeclarations } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { when } from 'lit/directives/when.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import { createBuyDraft } from '../../../state/buy/draft.js'
import { type BuyToken, createBuyMarket } from '../../../state/buy/options.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { goBack } from '../../lib/go-to.js'
import { laterStyles } from '../../styles/view-more.js'
import { waitingForOptions } from '../../templates/buy-choices.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/row.js'
import '../../primitives/search-field.js'
import '../../primitives/token-icon.js'

/** Most rows: a longer list is searched. */
const ROWS_COUNT = 200

/**
 * @summary The tokens that are sold on the account's network, with a search.
 */
export class WmOnRampTokenSelectView extends WmView {
  static override styles = laterStyles
  static override properties: PropertyDeclarations = { text: { state: true } }

  declare private text: string

  private readonly options = this.watch((core) => core.use(createBuyMarket).$options)
  private readonly draft = this.watch((core) => core.use(createBuyDraft).$draft)

  constructor() {
    super()
    this.text = ''
  }

  override render() {
    const { value } = this.options.value
    if (!value) return waitingForOptions(this.core, this.options.value)
    const wanted = this.text.trim().toLowerCase()
    const found = value.tokens.filter(({ name, symbol }) => `${name} ${symbol}`.toLowerCase().includes(wanted))
    return html`<wm-search-field
        data-key="search"
        .label=${this.t('assets.search')}
        .placeholder=${this.t('buy.search')}
        .clearLabel=${this.t('common.clearSearch')}
        .value=${this.text}
        @wm-input=${(event: WmInputEvent) => (this.text = event.value)}
      ></wm-search-field>
      ${
        found.length === 0
          ? html`<wm-empty-state icon="search" .heading=${this.t('assets.none', { query: this.text })}>
              <wm-button slot="action" data-key="clear" @click=${this.clear}>${this.t('common.clearSearch')}</wm-button>
            </wm-empty-state>`
          : html`<ul class="group" role="list" aria-label=${this.t('assets.all')}>
              ${repeat(
                found.slice(0, ROWS_COUNT),
                ({ key }) => key,
                (token) => this.row(token),
              )}
            </ul>`
      }`
  }

  private row(token: BuyToken) {
    const { key, name, symbol, contract } = token
    const isChosen = key === this.draft.value.token?.key
    return html`<li>
      <wm-row
        data-key=${`token:${key}`}
        .named=${true}
        .label=${name}
        .description=${contract === undefined ? symbol : `${symbol} · ${shortAddress(contract)}`}
        ?current=${isChosen}
        @click=${() => this.choose(token)}
      >
        <wm-token-icon slot="icon" .name=${symbol}></wm-token-icon>
        ${when(isChosen, () => html`<wm-icon slot="end" name="check"></wm-icon>`)}
      </wm-row>
    </li>`
  }

  private clear() {
    this.text = ''
    void focusReady(this.renderRoot.querySelector('wm-search-field'))
  }

  private choose(token: BuyToken) {
    this.use(createBuyDraft).chooseToken(token)
    goBack(this)
  }
}
register('wm-on-ramp-token-select-view', WmOnRampTokenSelectView)

// Chooses the token that is bought.
import { html } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { when } from 'lit/directives/when.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import { createBuyDraft } from '../../../state/buy/draft.js'
import { type BuyToken, createBuyMarket } from '../../../state/buy/options.js'
import { register } from '../../lib/define.js'
import { WmSearchedView } from '../../lib/searched-view.js'
import { goBack } from '../../lib/go-to.js'
import { waitingForOptions } from '../../templates/buy-choices.js'
import '../../primitives/icon.js'
import '../../primitives/row.js'
import '../../primitives/token-icon.js'

/** Most rows: a longer list is searched. */
const ROWS_COUNT = 200

/**
 * @summary The tokens that are sold on the account's network, with a search.
 */
export class WmOnRampTokenSelectView extends WmSearchedView {
  private readonly options = this.watch((core) => core.use(createBuyMarket).$options)
  private readonly draft = this.watch((core) => core.use(createBuyDraft).$draft)

  override render() {
    const { value } = this.options.value
    if (!value) return waitingForOptions(this.core, this.options.value)
    const wanted = this.text.trim().toLowerCase()
    const found = value.tokens.filter(({ name, symbol }) => `${name} ${symbol}`.toLowerCase().includes(wanted))
    return html`${this.searchField(this.t('assets.search'), this.t('buy.search'))}
    ${
      found.length === 0
        ? this.noMatch(this.t('assets.none', { query: this.text }))
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

  private choose(token: BuyToken) {
    this.use(createBuyDraft).chooseToken(token)
    goBack(this)
  }
}
register('wm-on-ramp-token-select-view', WmOnRampTokenSelectView)

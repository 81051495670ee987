// Chooses the currency that is paid with.
import { html } from 'lit'
import { when } from 'lit/directives/when.js'
import { createBuyDraft } from '../../../state/buy/draft.js'
import { createBuyMarket } from '../../../state/buy/options.js'
import { register } from '../../lib/define.js'
import { WmSearchedView } from '../../lib/searched-view.js'
import { goBack } from '../../lib/go-to.js'
import { createMessages } from '../../lib/localize.js'
import { waitingForOptions } from '../../templates/buy-choices.js'
import '../../primitives/icon.js'
import '../../primitives/row.js'

/**
 * @summary The currencies that can be paid with, by their names in the visitor's language, with a search.
 */
export class WmOnRampFiatSelectView extends WmSearchedView {
  private readonly options = this.watch((core) => core.use(createBuyMarket).$options)
  private readonly draft = this.watch((core) => core.use(createBuyDraft).$draft)

  override render() {
    const { value } = this.options.value
    if (!value) return waitingForOptions(this.core, this.options.value)
    const wanted = this.text.trim().toLowerCase()
    const names = new Intl.DisplayNames(this.use(createMessages).formatTag(), { type: 'currency' })
    const named = value.currencies.map(({ id }) => ({ id, name: names.of(id) ?? id }))
    const found = named.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
    return html`${this.searchField(this.t('buy.searchCurrency'))}
    ${
      found.length === 0
        ? this.noMatch(this.t('buy.noCurrency', { query: this.text }))
        : html`<ul class="group" role="list" aria-label=${this.t('onramp.currency')}>
            ${found.map(({ id, name }) => this.row(id, name))}
          </ul>`
    }`
  }

  private row(id: string, name: string) {
    const isChosen = id === this.draft.value.currency?.id
    return html`<li>
      <wm-row
        data-key=${`currency:${id}`}
        .label=${name}
        .meta=${id}
        ?current=${isChosen}
        @click=${() => {
          this.use(createBuyDraft).chooseCurrency(id)
          goBack(this)
        }}
      >
        ${when(isChosen, () => html`<wm-icon slot="end" name="check"></wm-icon>`)}
      </wm-row>
    </li>`
  }
}
register('wm-on-ramp-fiat-select-view', WmOnRampFiatSelectView)

// Chooses the currency that is paid with.
import { html, type PropertyDeclarations } from 'lit'
import { when } from 'lit/directives/when.js'
import { createBuyDraft } from '../../../state/buy/draft.js'
import { createBuyMarket } from '../../../state/buy/options.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import { goBack } from '../../lib/go-to.js'
import { createMessages } from '../../lib/localize.js'
import { laterStyles } from '../../styles/view-more.js'
import { waitingForOptions } from '../../templates/buy-choices.js'
import '../../primitives/button.js'
import '../../primitives/empty-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/row.js'
import '../../primitives/search-field.js'

/**
 * @summary The currencies that can be paid with, by their names in the visitor's language, with a search.
 */
export class WmOnRampFiatSelectView extends WmView {
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
    const names = new Intl.DisplayNames(this.use(createMessages).formatTag(), { type: 'currency' })
    const named = value.currencies.map(({ id }) => ({ id, name: names.of(id) ?? id }))
    const found = named.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
    return html`<wm-search-field
        data-key="search"
        .label=${this.t('buy.searchCurrency')}
        .clearLabel=${this.t('common.clearSearch')}
        .value=${this.text}
        @wm-input=${(event: WmInputEvent) => (this.text = event.value)}
      ></wm-search-field>
      ${
        found.length === 0
          ? html`<wm-empty-state icon="search" .heading=${this.t('buy.noCurrency', { query: this.text })}>
              <wm-button slot="action" data-key="clear" @click=${this.clear}>${this.t('common.clearSearch')}</wm-button>
            </wm-empty-state>`
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

  private clear() {
    this.text = ''
    void focusReady(this.renderRoot.querySelector('wm-search-field'))
  }
}
register('wm-on-ramp-fiat-select-view', WmOnRampFiatSelectView)

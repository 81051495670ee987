// The search over the rows of the Connect view. Loaded only where there are many.
import { html, type TemplateResult } from 'lit'
import { DEBOUNCE_MS } from '../../constants.js'
import { createNotices } from '../../state/notices.js'
import type { Wallet } from '../../wallet.js'
import { Delay } from '../lib/delay.js'
import type { WmView } from '../lib/element.js'
import { when } from 'lit/directives/when.js'
import type { WmInputEvent } from '../primitives/events.js'
import '../primitives/search-field.js'

type Groups = readonly (readonly Wallet[])[]

export class WalletFinder {
  /** What was typed, without the spaces around it. */
  text = ''
  readonly #view: WmView
  readonly #settled: Delay
  #found = 0
  #announced = ''

  constructor(view: WmView) {
    this.#view = view
    this.#settled = new Delay(view, DEBOUNCE_MS)
  }

  /** The same groups with what matches; says the number when the visitor rests. */
  narrow<T extends Groups>(groups: T): T {
    const wanted = this.text.toLowerCase()
    const fits = ({ name, rdns = '' }: Wallet) => [name, rdns].some((field) => field.toLowerCase().includes(wanted))
    const found = groups.map((wallets) => wallets.filter(fits)) as unknown as T // as many groups as before
    this.#found = found.reduce((sum, wallets) => sum + wallets.length, 0)
    if (this.#settled.passed && this.#announced !== wanted) {
      this.#announced = wanted
      this.#view.core.use(createNotices).announce('walletsFound', { count: this.#found })
    }
    return found
  }

  field(): TemplateResult {
    const view = this.#view
    return html`<wm-search-field
        data-key="search"
        .label=${view.t('allWallets.search')}
        .value=${this.text}
        .clearLabel=${view.t('common.clearSearch')}
        @wm-input=${this.#typed}
      ></wm-search-field>
      ${when(this.#found === 0, () => html`<p class="hint">${view.t('allWallets.none', { query: this.text })}</p>`)}`
  }

  readonly #typed = ({ value }: WmInputEvent) => {
    this.text = value.trim()
    this.#settled.start()
    this.#view.requestUpdate()
  }
}

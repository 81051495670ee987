// The search over the wallets of the Connect view. Loaded only if there are many wallets.
import { html, type TemplateResult } from 'lit'
import { DEBOUNCE_MS } from '../../vocabulary/constants.js'
import { createNotices } from '../../state/interface/notices.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import { Delay } from '../lib/delay.js'
import type { WmView } from '../lib/element.js'
import { when } from 'lit/directives/when.js'
import type { WmInputEvent } from '../primitives/events.js'
import '../primitives/search-field.js'

type Groups = readonly (readonly Wallet[])[]

/** The search field of the Connect view, and the filter that it sets. */
export class WalletFinder {
  /** The text that was typed, trimmed. */
  text = ''
  readonly #view: WmView
  readonly #settled: Delay
  #found = 0
  #announced = ''

  constructor(view: WmView) {
    this.#view = view
    this.#settled = new Delay(view, DEBOUNCE_MS)
  }

  /** `groups` with the wallets whose name or rdns contains the text. Announces their number `DEBOUNCE_MS` after the last change. */
  narrow<T extends Groups>(groups: T): T {
    const wanted = this.text.toLowerCase()
    const fits = ({ name, rdns = '' }: Wallet) => [name, rdns].some((field) => field.toLowerCase().includes(wanted))
    const found = groups.map((wallets) => wallets.filter(fits)) as unknown as T // the same number of groups
    this.#found = found.reduce((sum, wallets) => sum + wallets.length, 0)
    if (this.#settled.passed && this.#announced !== wanted) {
      this.#announced = wanted
      this.#view.core.use(createNotices).announce('walletsFound', { count: this.#found })
    }
    return found
  }

  /** The search field, and a hint if the last `narrow()` found no wallet. */
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

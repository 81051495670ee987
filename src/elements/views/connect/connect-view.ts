// The first view: the installed wallets, other wallets, and other ways to connect.
import { isPhone } from '../../../state/interface/phone.js'
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { createConnectRows, roundedCount, showsAllWallets } from '../../../state/wallets/connect-rows.js'
import { createConsent } from '../../../state/interface/consent.js'
import { createRouter } from '../../../state/interface/router.js'
import type { ViewName } from '../../../vocabulary/view.js'
import type { Wallet } from '../../../vocabulary/wallet.js'
import { type AfterOpen, afterOpen, painted } from '../../lib/after-open.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { createMessages, type MessageKey } from '../../lib/localize.js'
import { drawing } from '../../icons/drawing.js'
import { paths } from '../../icons/first.js'
import type { consentBox } from '../../templates/consent-box.js'
import type { WalletFinder } from '../../templates/wallet-finder.js'
import { viewStyles } from '../../styles/view.js'
import { buttonRow } from '../../templates/button-row.js'
import { Pictures } from '../../templates/pictures.js'
import { walletRow, walletRowStyles } from '../../templates/wallet-row.js'

/** The views without parameters that the view leads to. */
type Destination = Extract<ViewName, 'AllWallets' | 'ConnectingWalletConnect' | 'GetWallet'>
/** For preloads: the click loads again, and shows a failure. */
const ignore = () => undefined
/** From this number of wallets on the view has a search. */
const SEARCH_FROM_COUNT = 12

/**
 * @summary The wallets and other ways to connect. `view.namespace` narrows the wallets to those of one family of networks.
 */
export class WmConnectView extends WmView {
  static override properties: PropertyDeclarations = { box: { state: true }, finder: { state: true } }

  static override styles = [viewStyles, walletRowStyles]

  readonly #pictures = new Pictures(this)
  readonly #walletGroups = this.watch((core) => core.use(createConnectRows).$rows)
  readonly #consent = this.watch((core) => core.use(createConsent).$given)

  /** Loaded only if the page asks for consent. Until then the wallets are disabled, as without consent. */
  declare protected box: typeof consentBox | undefined
  declare protected finder: WalletFinder | undefined
  /** Loaded only if the view is narrowed to one family of networks. */
  #families: Pick<AfterOpen, 'canServe' | 'familyName'> | undefined

  protected override async scheduleUpdate() {
    if (this.hasCore)
      await Promise.all([
        this.use(createConnectRows).ready,
        this.#namespace && this.#bringFamilies(),
        // The wallets are shown with the field for an address and the social logins: a list that moves is pressed at the wrong place.
        !this.hasUpdated &&
          this.core.config.services.frame &&
          Promise.all([import('../../shell/logins.js'), this.use(createMessages).load('logins')]).catch(ignore),
      ])
    await super.scheduleUpdate()
  }

  protected override firstUpdated() {
    // With installed wallets the first paint comes first; without, the visitor waits for the other wallets.
    const { $rows, complete } = this.use(createConnectRows)
    void Promise.resolve($rows.get().detected[0] && painted()).then(complete)
    if (!this.use(createConsent).required) return
    Promise.all([import('../../templates/consent-box.js'), this.use(createMessages).load('shell')]).then(
      ([module]) => (this.box = module.consentBox),
      this.fail,
    )
  }

  /** Loads what narrows the wallets to one family of networks, before they are shown. */
  #bringFamilies() {
    return Promise.all([afterOpen(this.core), this.use(createMessages).load('shell')]).then(
      ([module]) => (this.#families = module),
      this.fail,
    )
  }

  get #namespace() {
    return this.view?.name === 'Connect' ? this.view.namespace : undefined
  }

  override render() {
    const { config } = this.core
    const wallets = this.#wallets()
    // The element knows where the field stands among the wallets. Where it did not load, the wallets stand alone.
    return html`${this.box?.(this.t, config, this.use(createConsent), this.#consent.value)}
    ${config.services.frame ? html`<wm-logins>${wallets}</wm-logins>` : wallets}`
  }

  #wallets() {
    const namespace = this.#namespace
    const families = this.#families
    const { detected, other, loading } = this.#walletGroups.value
    const fits = (wallet: Wallet) => namespace === undefined || families?.canServe(this.core, wallet, namespace)
    const all = [detected.filter(fits), other.filter(fits)] as const
    const count = all[0].length + all[1].length
    const isLong = count >= SEARCH_FROM_COUNT
    if (isLong) this.#bringFinder()
    const [here, elsewhere] = (isLong && this.finder?.narrow(all)) || all
    const tiles = this.#tiles(elsewhere, loading && !this.finder?.text)
    const connectMethods = this.#connectMethods()
    const prepareHelp = () => this.preload('GetWallet')
    return html`
      ${namespace ? html`<p class="hint">${this.t('connect.only', { family: families?.familyName(this.core, namespace) ?? '' })}</p>` : nothing}
      ${isLong ? html`<div class="search">${this.finder?.field()}</div>` : nothing}
      ${this.#group(
        'detected',
        'connect.detected',
        here.map((wallet) => this.#row(wallet, 'large')),
      )}
      ${count + connectMethods.length === 0 && !loading ? this.#nothingFound() : nothing}
      ${this.#group('wallets', this.core.config.services.wallets ? 'connect.popular' : 'connect.wallets', tiles, loading)}
      ${this.#group('connect-methods', 'connect.otherWays', connectMethods)}
      <div class="center">
        <button
          type="button"
          class="wide"
          data-key="no-wallet"
          @pointerenter=${prepareHelp}
          @focusin=${prepareHelp}
          @click=${() => this.#go('GetWallet', 'CLICK_GET_WALLET')}
        >
          ${this.t('connect.noWallet')}
        </button>
      </div>
    `
  }

  /** A section with a heading; nothing without rows. With `loading` set, true or false, it is a grid of tiles, else a list. */
  #group(id: string, label: MessageKey, rows: readonly unknown[], loading?: boolean) {
    if (rows.length === 0) return nothing
    return html`<h3 class="section" id=${id}>${this.t(label)}</h3>
      <ul
        class=${loading === undefined ? 'group' : 'group grid'}
        role="list"
        aria-labelledby=${id}
        aria-busy=${loading ?? nothing}
      >
        ${rows}
      </ul>`
  }

  #row(wallet: Wallet, shape: 'large' | 'tile') {
    const prepare = () =>
      void afterOpen(this.core).then(({ viewOf }) => this.preload(viewOf(this.core, wallet, this.#namespace)), ignore)
    const choose = () =>
      void afterOpen(this.core).then(({ chooseWallet }) => chooseWallet(this.core, wallet, this.#namespace), this.fail)
    const meta = wallet.recent && this.t('connect.lastUsed')
    return walletRow(wallet, this.#pictures, { shape, meta, disabled: !this.#consent.value, prepare, choose })
  }

  /** A tile per wallet. While the wallet list is loading also placeholders for the wallets that it may bring, in their places, so that no tile moves. */
  #tiles(wallets: readonly Wallet[], loading: boolean) {
    const tiles = wallets.map((wallet) => this.#row(wallet, 'tile'))
    if (!loading) return tiles
    const featured = this.core.config.featuredWalletIds.filter((id) => !wallets.some((wallet) => wallet.id === id))
    const blank = html`<li aria-hidden="true"><wm-skeleton .rows=${1} shape="tile"></wm-skeleton></li>`
    tiles.splice(wallets.filter(({ recent }) => recent).length, 0, ...featured.map(() => blank))
    return [...tiles, blank, blank, blank, blank]
  }

  /** Loads the search, once. */
  #bringFinder() {
    if (!this.finder)
      Promise.all([import('../../templates/wallet-finder.js'), this.use(createMessages).load('shell', 'wallets')]).then(
        ([{ WalletFinder }]) => (this.finder ??= new WalletFinder(this)),
        ignore,
      )
  }

  /** The rows "phone" and "All wallets". On a phone, "phone" is left out beside "All wallets", because all its wallets are phone wallets. */
  #connectMethods(): TemplateResult[] {
    const showAllWallets = showsAllWallets(this.core)
    const { total } = this.#walletGroups.value
    const rows: TemplateResult[] = []
    const { count, more } = roundedCount(total ?? 0)
    const meta = total !== undefined && this.t(more ? 'connect.countAtLeast' : 'connect.count', { count })
    if (this.core.config.services.relay && !(isPhone(this.core) && showAllWallets)) {
      rows.push(this.#connectMethod('phone', 'phone', this.t('connect.phone'), '', 'ConnectingWalletConnect'))
    }
    if (showAllWallets) rows.push(this.#connectMethod('all', 'grid', this.t('connect.allWallets'), meta, 'AllWallets'))
    return rows
  }

  #connectMethod(key: string, icon: 'phone' | 'grid', label: string, meta: string | false, to: Destination) {
    return buttonRow({
      key,
      disabled: !this.#consent.value,
      picture: drawing(icon, paths[icon], 'symbol'),
      label,
      meta,
      prepare: () => this.preload(to),
      choose: () => this.#go(to, to === 'AllWallets' && 'CLICK_ALL_WALLETS'),
    })
  }

  #nothingFound() {
    return html`<div class="center">
      <p>${this.t('connect.noneHeading')}</p>
      <p class="hint">${this.t('connect.noneHint')}</p>
    </div>`
  }

  #go(name: Destination, event: 'CLICK_ALL_WALLETS' | 'CLICK_GET_WALLET' | false) {
    if (event) this.core.emit('event', { name: event })
    this.use(createRouter).push({ name })
  }
}
register('wm-connect-view', WmConnectView)

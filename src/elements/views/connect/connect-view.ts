// The first view: the installed wallets, other wallets, and other ways to connect.
import { isPhone } from '../../../state/interface/phone.js'
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { createConnectRows, roundedCount, showsAllWallets } from '../../../state/wallets/connect-rows.js'
import { createConsent } from '../../../state/interface/consent.js'
import { createRouter } from '../../../state/interface/router.js'
import type { ViewName } from '../../../vocabulary/view.js'
import type { Wallet } from '../../../vocabulary/wallet.js'
import { afterOpen, painted } from '../../lib/after-open.js'
import { register } from '../../lib/define.js'
import { WmView, WmViewFailedEvent } from '../../lib/element.js'
import { familyName } from '../../lib/family-name.js'
import { createMessages, type MessageKey } from '../../lib/localize.js'
import { drawing, strokeStyles } from '../../icons/drawing.js'
import { paths } from '../../icons/first.js'
import { canServe } from '../../lib/wallet-namespaces.js'
import type { consentBox } from '../../templates/consent-box.js'
import type { WalletFinder } from '../../templates/wallet-finder.js'
import { pictureStyles } from '../../styles/picture.js'
import { rowStyles } from '../../styles/row.js'
import { viewStyles } from '../../styles/view.js'
import { Pictures } from '../../templates/pictures.js'

/** For preloads: the click loads again, and shows a failure. */
const ignore = () => undefined
/** From this number of wallets on the view has a search. */
const SEARCH_FROM_COUNT = 12

/**
 * @summary The wallets and other ways to connect. `view.namespace` narrows the wallets to those of one family of networks.
 */
export class WmConnectView extends WmView {
  static override properties: PropertyDeclarations = { box: { state: true }, finder: { state: true } }

  static override styles = [viewStyles, rowStyles, pictureStyles, strokeStyles]

  private readonly pictures = new Pictures(this)
  private readonly walletGroups = this.watch((core) => core.use(createConnectRows).$rows)
  private readonly consent = this.watch((core) => core.use(createConsent).$given)

  /** Loaded only if the page asks for consent. Until then the wallets are disabled, as without consent. */
  declare protected box: typeof consentBox | undefined
  declare protected finder: WalletFinder | undefined

  protected override async scheduleUpdate() {
    if (this.hasCore) await this.use(createConnectRows).ready
    await super.scheduleUpdate()
  }

  protected override firstUpdated() {
    // With installed wallets the first paint comes first; without, the visitor waits for the other wallets.
    const { $rows, complete } = this.use(createConnectRows)
    void ($rows.get().detected.length > 0 ? painted() : Promise.resolve()).then(complete)
    if (!this.use(createConsent).required) return
    Promise.all([import('../../templates/consent-box.js'), this.use(createMessages).load('shell')]).then(
      ([module]) => (this.box = module.consentBox),
      (error: unknown) => this.dispatchEvent(new WmViewFailedEvent(error)),
    )
  }

  protected override updated() {
    this.pictures.colour()
  }

  private get namespace() {
    return this.view?.name === 'Connect' ? this.view.namespace : undefined
  }

  override render() {
    const consent = this.use(createConsent)
    return html`
      ${consent.required ? this.box?.((key, params) => this.t(key, params), this.core.config, consent, this.consent.value) : nothing}
      ${this.wallets()}
    `
  }

  private wallets() {
    const { namespace } = this
    const { detected, other, loading } = this.walletGroups.value
    const fits = (wallet: Wallet) => namespace === undefined || canServe(this.core, wallet, namespace)
    const all = [detected.filter(fits), other.filter(fits)] as const
    const count = all[0].length + all[1].length
    const isLong = count >= SEARCH_FROM_COUNT
    if (isLong) this.bringFinder()
    const [here, elsewhere] = (isLong && this.finder?.narrow(all)) || all
    const tiles = this.tiles(elsewhere, loading && !this.finder?.text)
    const connectMethods = this.connectMethods()
    return html`
      ${namespace ? html`<p class="hint">${this.t('connect.only', { family: familyName(this.core, namespace) })}</p>` : nothing}
      ${isLong ? html`<div class="search">${this.finder?.field()}</div>` : nothing}
      ${this.group(
        'detected',
        'connect.detected',
        here.map((wallet) => this.row(wallet, 'large')),
      )}
      ${count + connectMethods.length === 0 && !loading ? this.nothingFound() : nothing}
      ${this.group('wallets', this.core.config.services.wallets ? 'connect.popular' : 'connect.wallets', tiles, loading)}
      ${this.group('connect-methods', 'connect.otherWays', connectMethods)}
      <div class="center">
        <button
          type="button"
          class="wide"
          data-key="no-wallet"
          @pointerenter=${() => this.preload('GetWallet')}
          @focusin=${() => this.preload('GetWallet')}
          @click=${this.askForWallet}
        >
          ${this.t('connect.noWallet')}
        </button>
      </div>
    `
  }

  /** A section with a heading; nothing without rows. With `loading` set, true or false, it is a grid of tiles, else a list. */
  private group(id: string, label: MessageKey, rows: readonly unknown[], loading?: boolean) {
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

  private row(wallet: Wallet, shape: 'large' | 'tile') {
    const prepare = () =>
      void afterOpen(this.core).then(({ viewOf }) => this.preload(viewOf(this.core, wallet, this.namespace)), ignore)
    const choose = () =>
      void afterOpen(this.core).then(
        ({ chooseWallet }) => chooseWallet(this.core, wallet, this.namespace),
        (error: unknown) => this.dispatchEvent(new WmViewFailedEvent(error)),
      )
    const meta = wallet.recent ? this.t('connect.lastUsed') : ''
    return this.button(`wallet:${wallet.id}`, shape, this.pictures.of(wallet), wallet.name, meta, prepare, choose, 'no')
  }

  /**
   * A row: one button in this shadow root, because an element per row would cost the first open a shadow root each. It looks as `<wm-row>`.
   * `translate`: `no` for a name, which the browser must not translate.
   */
  private button(
    key: string,
    shape: 'large' | 'tile' | '',
    picture: TemplateResult,
    label: string,
    meta: string,
    prepare: () => void,
    choose: () => void,
    translate?: 'no',
  ) {
    return html`<li>
      <button
        type="button"
        class="row ${shape}"
        data-key=${key}
        ?disabled=${!this.consent.value}
        @pointerenter=${prepare}
        @focusin=${prepare}
        @click=${choose}
      >
        ${picture}
        <span class="words"><span class="label" dir="auto" translate=${translate ?? nothing}>${label}</span></span>
        ${meta ? html`<span class="meta">${meta}</span>` : nothing}${shape ? nothing : drawing('chevron-end', paths['chevron-end'])}
      </button>
    </li>`
  }

  /** A tile per wallet. While the wallet list is loading also placeholders for the wallets that it may bring, in their places, so that no tile moves. */
  private tiles(wallets: readonly Wallet[], loading: boolean) {
    const tiles = wallets.map((wallet) => this.row(wallet, 'tile'))
    if (!loading) return tiles
    const featured = this.core.config.featuredWalletIds.filter((id) => !wallets.some((wallet) => wallet.id === id))
    const blank = html`<li aria-hidden="true"><wm-skeleton .rows=${1} shape="tile"></wm-skeleton></li>`
    const recents = wallets.filter(({ recent }) => recent)
    tiles.splice(recents.length, 0, ...featured.map(() => blank))
    return [...tiles, blank, blank, blank, blank]
  }

  /** Loads the search, once. */
  private bringFinder() {
    if (!this.finder)
      Promise.all([import('../../templates/wallet-finder.js'), this.use(createMessages).load('shell', 'wallets')]).then(
        ([{ WalletFinder }]) => (this.finder ??= new WalletFinder(this)),
        ignore,
      )
  }

  /** The rows "phone" (not on a phone with "All wallets", which are all phone wallets there) and "All wallets". */
  private connectMethods(): TemplateResult[] {
    const showAllWallets = showsAllWallets(this.core)
    const { total } = this.walletGroups.value
    const rows: TemplateResult[] = []
    const { count, more } = roundedCount(total ?? 0)
    const meta = total === undefined ? '' : this.t(more ? 'connect.countAtLeast' : 'connect.count', { count })
    if (this.core.config.services.relay && !(isPhone(this.core) && showAllWallets)) {
      rows.push(this.connectMethod('phone', 'phone', this.t('connect.phone'), '', 'ConnectingWalletConnect'))
    }
    if (showAllWallets) rows.push(this.connectMethod('all', 'grid', this.t('connect.allWallets'), meta, 'AllWallets'))
    return rows
  }

  private connectMethod(
    key: string,
    icon: 'phone' | 'grid',
    label: string,
    meta: string,
    to: 'ConnectingWalletConnect' | 'AllWallets',
  ) {
    const symbol = drawing(icon, paths[icon], 'symbol')
    const prepare = () => this.preload(to)
    return this.button(key, '', symbol, label, meta, prepare, () => this.go(to))
  }

  private nothingFound() {
    return html`<div class="center stack">
      <p>${this.t('connect.noneHeading')}</p>
      <p class="hint">${this.t('connect.noneHint')}</p>
    </div>`
  }

  private go(name: Extract<ViewName, 'AllWallets' | 'ConnectingWalletConnect'>) {
    if (name === 'AllWallets') this.core.emit('event', { name: 'CLICK_ALL_WALLETS' })
    this.use(createRouter).push({ name })
  }

  private askForWallet() {
    this.core.emit('event', { name: 'CLICK_GET_WALLET' })
    this.use(createRouter).push({ name: 'GetWallet' })
  }
}
register('wm-connect-view', WmConnectView)

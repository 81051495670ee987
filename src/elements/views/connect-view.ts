// The first view: which wallet? What is in this browser first, then a phone, then all that there are.
import { isPhone } from '../../state/phone.js'
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { createConnectRows, roundedCount, showsAllWallets } from '../../state/connect-rows.js'
import { createConsent } from '../../state/consent.js'
import { createRouter } from '../../state/router.js'
import type { ViewName } from '../../view.js'
import type { Wallet } from '../../wallet.js'
import { afterOpen, painted } from '../lib/after-open.js'
import { register } from '../lib/define.js'
import { WmView, WmViewFailedEvent } from '../lib/element.js'
import { familyName } from '../lib/family-name.js'
import { createMessages, type MessageKey } from '../lib/localize.js'
import '../primitives/icon.js'
import '../primitives/row.js'
import { serves } from '../lib/wallet-namespaces.js'
import type { consentBox } from '../templates/consent-box.js'
import type { WalletFinder } from '../templates/wallet-finder.js'
import { walletRow } from '../templates/wallet-row.js'

const ignore = () => undefined // the click asks again, and tells
/** So many wallets are too many to look through. */
const SEARCH_FROM_COUNT = 12

/**
 * @summary The ways to connect. `view.namespace` narrows the wallets to those of one family.
 */
export class WmConnectView extends WmView {
  static override properties: PropertyDeclarations = { box: { state: true }, finder: { state: true } }

  private readonly lists = this.watch((core) => core.use(createConnectRows).$rows)
  private readonly consent = this.watch((core) => core.use(createConsent).$given)

  /** Comes only where the page asks for consent; until it is there nothing can be chosen, as without the tick. */
  declare protected box: typeof consentBox | undefined
  declare protected finder: WalletFinder | undefined

  protected override async scheduleUpdate() {
    if (this.hasCore) await this.use(createConnectRows).ready
    await super.scheduleUpdate()
  }

  protected override firstUpdated() {
    // Where no wallet is here, the others are what the visitor waits for.
    const { $rows, complete } = this.use(createConnectRows)
    void ($rows.get().detected.length > 0 ? painted() : Promise.resolve()).then(complete)
    if (!this.use(createConsent).required) return
    Promise.all([import('../templates/consent-box.js'), this.use(createMessages).load('shell')]).then(
      ([module]) => (this.box = module.consentBox),
      (error: unknown) => this.dispatchEvent(new WmViewFailedEvent(error)),
    )
  }

  private get namespace() {
    return this.view?.name === 'Connect' ? this.view.namespace : undefined
  }

  /** Wallets are the one way to connect that there is so far: no setting can leave them out, or has anything to put before them. */
  override render() {
    const consent = this.use(createConsent)
    return html`
      ${consent.required ? this.box?.((key, params) => this.t(key, params), this.core.config, consent, this.consent.value) : nothing}
      ${this.wallets()}
    `
  }

  private wallets() {
    const { namespace } = this
    const { detected, other, loading } = this.lists.value
    const fits = (wallet: Wallet) => namespace === undefined || serves(this.core, wallet, namespace)
    const all = [detected.filter(fits), other.filter(fits)] as const
    const count = all[0].length + all[1].length
    const isLong = count >= SEARCH_FROM_COUNT
    if (isLong) this.bringFinder()
    const [here, elsewhere] = (isLong && this.finder?.narrow(all)) || all
    const tiles = this.tiles(elsewhere, loading && !this.finder?.text)
    const ways = this.otherWays()
    return html`
      ${namespace ? html`<p class="hint">${this.t('connect.only', { family: familyName(this.core, namespace) })}</p>` : nothing}
      ${isLong ? html`<div class="search">${this.finder?.field()}</div>` : nothing}
      ${this.group(
        'detected',
        'connect.detected',
        here.map((wallet) => this.row(wallet, 'large')),
      )}
      ${count + ways.length === 0 && !loading ? this.nothingFound() : nothing}
      ${this.group('wallets', this.core.config.services.wallets ? 'connect.popular' : 'connect.wallets', tiles, loading)}
      ${this.group('ways', 'connect.otherWays', ways)}
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

  /** Nothing without rows. `loading`: undefined for a list of rows, else one of tiles. */
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
    return walletRow(wallet, {
      shape,
      meta: wallet.recent ? this.t('connect.lastUsed') : undefined,
      disabled: !this.consent.value,
      prepare: () =>
        void afterOpen(this.core).then(({ viewOf }) => this.preload(viewOf(this.core, wallet, this.namespace).name), ignore),
      choose: () =>
        void afterOpen(this.core).then(
          ({ chooseWallet }) => chooseWallet(this.core, wallet, this.namespace),
          (error: unknown) => this.dispatchEvent(new WmViewFailedEvent(error)),
        ),
    })
  }

  /** One for each wallet, and an empty one for each that the list may still bring, in the place where it will stand: nothing moves when it comes. */
  private tiles(wallets: readonly Wallet[], loading: boolean) {
    const tiles = wallets.map((wallet) => this.row(wallet, 'tile'))
    if (!loading) return tiles
    const featured = this.core.config.featuredWalletIds.filter((id) => !wallets.some((wallet) => wallet.id === id))
    const blank = html`<li aria-hidden="true"><wm-skeleton .rows=${1} shape="tile"></wm-skeleton></li>`
    const recents = wallets.filter(({ recent }) => recent)
    tiles.splice(recents.length, 0, ...featured.map(() => blank))
    return [...tiles, blank, blank, blank, blank]
  }

  /** A search comes only where there is much to choose from. */
  private bringFinder() {
    if (!this.finder)
      Promise.all([import('../templates/wallet-finder.js'), this.use(createMessages).load('shell', 'wallets')]).then(
        ([{ WalletFinder }]) => (this.finder ??= new WalletFinder(this)),
        ignore,
      )
  }

  /** A phone (hidden on one, where all wallets are phone wallets), and the whole list. */
  private otherWays(): TemplateResult[] {
    const showAllWallets = showsAllWallets(this.core)
    const { total } = this.lists.value
    const rows: TemplateResult[] = []
    const { count, more } = roundedCount(total ?? 0)
    const meta = total === undefined ? '' : this.t(more ? 'connect.countAtLeast' : 'connect.count', { count })
    if (this.core.config.services.relay && !(isPhone(this.core) && showAllWallets)) {
      rows.push(this.way('phone', 'phone', this.t('connect.phone'), '', 'ConnectingWalletConnect'))
    }
    if (showAllWallets) rows.push(this.way('all', 'grid', this.t('connect.allWallets'), meta, 'AllWallets'))
    return rows
  }

  private way(key: string, icon: string, label: string, meta: string, to: 'ConnectingWalletConnect' | 'AllWallets') {
    return html`<li>
      <wm-row
        data-key=${key}
        chevron
        .label=${label}
        .meta=${meta}
        ?disabled=${!this.consent.value}
        @pointerenter=${() => this.preload(to)}
        @focusin=${() => this.preload(to)}
        @click=${() => this.go(to)}
      >
        <wm-icon slot="icon" name=${icon}></wm-icon>
      </wm-row>
    </li>`
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

// Pairing over the relay: by QR code, or by a link to the wallet's app, site or desktop program.
import { when } from 'lit/directives/when.js'
import { html, nothing, type PropertyValues, type PropertyDeclarations } from 'lit'
import { PAIRING_MARGIN_MS } from '../../../vocabulary/constants.js'
import type { WalletError } from '../../../vocabulary/errors.js'
import { createAppSwitch, type AppSwitch } from '../../../state/connections/app-switch.js'
import { createConnection, type Connection } from '../../../state/connections/connection.js'
import { createNotices } from '../../../state/interface/notices.js'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createPairing } from '../../../state/connections/pairing.js'
import { createRelayStatus } from '../../../state/connections/relay-status.js'
import type { Platform } from '../../../vocabulary/wallet.js'
import { Countdown, Delay } from '../../lib/delay.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { activeIn } from '../../lib/focus-note.js'
import type { Translate } from '../../lib/localize.js'
import { focusReady } from '../../lib/focus-ready.js'
import { Online } from '../../lib/online.js'
import { laterStyles } from '../../styles/view-more.js'
import type { WmFailedEvent, WmSelectEvent } from '../../primitives/events.js'
import { codePanel } from '../../templates/pairing-code.js'
import type { linkPanel } from '../../templates/pairing-link.js'
import type * as More from '../../templates/pairing-outcome.js'

/** The time left is shown from this many seconds on. */
const COUNT_FROM_SECONDS = 60
/** The seconds left at which a screen reader announces the time. */
const SAID_SECONDS: readonly number[] = [60, 10]
/** Time without an answer after which the view shows another hint, ms. */
const LATE_MS = 8_000

/**
 * @summary A code or a link that connects a wallet over the relay; an expiring code is renewed. Tabs if there are several platforms.
 */
export class WmConnectingWalletConnectView extends WmView {
  static override properties: PropertyDeclarations = {
    chosen: { state: true },
    linkPanel: { state: true },
    more: { state: true },
  }
  static override styles = laterStyles

  /** "Scan with …" if a code is the first platform, else the wallet's name. */
  override get dialogTitle(): string | undefined {
    const wallet = this.view.name === 'ConnectingWalletConnect' ? this.view.wallet : undefined
    const [first] = this.use(createPairing).platforms(wallet)
    if (first !== 'qrcode') return wallet?.name
    return wallet ? this.t('pairing.titleWallet', { wallet: wallet.name }) : this.t('pairing.title')
  }

  private readonly pairing = this.watch((core) => core.use(createPairing).$pairing)
  private readonly appSwitch = this.watch((core) => core.use(createAppSwitch).$appSwitch)
  private readonly restoring = this.watch((core) => core.use(createRelayStatus).$isRestoring)
  private readonly connections = this.watch((core) => core.use(createConnection).$connections)
  private readonly late = new Delay(this, LATE_MS)
  private readonly online = new Online(this)
  private readonly countdown = new Countdown(this, {
    fromSeconds: COUNT_FROM_SECONDS,
    now: () => this.core.deps.now(),
    onSecond: (seconds) => SAID_SECONDS.includes(seconds) && this.use(createNotices).announce('codeExpires', { count: seconds }),
  })
  private uri: string | undefined
  private hasRenewed = false
  private told: WalletError | undefined
  /** The connections when the wallet approved. */
  private earlier: readonly Connection[] | undefined
  private hadFocus = false
  private wasRestoring = false
  private toldOutcome: AppSwitch['outcome'] | undefined

  declare private chosen: Platform | undefined
  /** Loaded with the first link. */
  declare private linkPanel: typeof linkPanel | undefined
  /** Loaded once there is a code, or it is known that none will come. */
  declare private more: typeof More | undefined

  private get wallet() {
    return this.view.name === 'ConnectingWalletConnect' ? this.view.wallet : undefined // embedded in `ConnectingWalletConnectBasic` there is no wallet
  }

  private get platforms(): readonly Platform[] {
    return this.use(createPairing).platforms(this.wallet)
  }

  private get platform(): Platform {
    const [first = 'qrcode'] = this.platforms
    return this.chosen && this.platforms.includes(this.chosen) ? this.chosen : first
  }

  /** Without a wallet the code is shown on a phone too, for a wallet on another device. */
  private get showsCode() {
    return !this.wallet || this.platform === 'qrcode'
  }

  /** The wallet opens this page in its own browser: there is a link, and no pairing. */
  private get browses() {
    return this.platform === 'mobile' && this.wallet !== undefined && this.use(createPairing).browses(this.wallet)
  }

  private get needsPairing() {
    return this.platform !== 'browser' && this.platform !== 'unsupported' && !this.browses
  }

  /** What the page has seen since the link of this wallet was opened; undefined: it was not opened, or what it led to is over. */
  private get outcome() {
    const opened = this.appSwitch.value
    return opened?.wallet === this.wallet?.id ? opened?.outcome : undefined
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    if (!this.hasUpdated) this.start()
    this.fetchPieces()
    const pairing = this.pairing.value
    this.hadFocus ||= !!activeIn(this)
    this.countdown.until = pairing.status === 'waiting' && this.showsCode ? pairing.expiresAt - PAIRING_MARGIN_MS : undefined
    this.tellRestoring()
    this.tellOutcome()
    if (pairing.status === 'waiting' && pairing.uri !== this.uri) this.follow(pairing.uri)
    if (pairing.status === 'approving') this.earlier ??= this.connections.value
    if (pairing.status === 'failed' && pairing.error !== this.told && this.more) {
      this.told = pairing.error
      this.late.stop()
      this.more.tellFailure(this.core, this.t, pairing.error, this.wallet)
    }
  }

  /** Loads what is not needed for a code: tabs, outcomes, links. The code comes first; elements upgrade when their class is defined. */
  private fetchPieces() {
    const { platforms, needsPairing, browses } = this
    const wanted: Promise<unknown>[] = []
    if (platforms.length > 1) wanted.push(import('../../primitives/tabs.js'))
    if (!this.more && this.pairing.value.status !== 'requesting')
      wanted.push(import('../../templates/pairing-outcome.js').then((module) => (this.more = module)))
    if ((needsPairing || browses) && !this.showsCode && !this.linkPanel)
      wanted.push(import('../../templates/pairing-link.js').then((module) => (this.linkPanel = module.linkPanel)))
    Promise.all(wanted).catch(this.fail)
  }

  protected override updated(changed: PropertyValues<this>) {
    super.updated(changed)
    // The element that had focus may have been removed with its panel, or disabled. Focus goes to the main button once `more` has loaded.
    if (!this.more) return
    if (this.hadFocus && !activeIn(this)) void focusReady(this.renderRoot.querySelector('[data-key="main"]'))
    this.hadFocus = false
  }

  override render() {
    const { platforms, platform, needsPairing, more } = this
    const { t } = this
    if (needsPairing && !this.core.config.services.relay) return more?.noServices(this, t)
    const tabs = platforms.map((id) => ({ id, label: t(`pairing.${id}`) }))
    const label = t('pairing.platforms', { wallet: this.wallet?.name ?? '' })
    return html`${when(needsPairing && !this.online.value, () => more?.offline(t))}
    ${
      tabs.length > 1
        ? html`<wm-tabs .tabs=${tabs} .selected=${platform} .label=${label} @wm-select=${this.choose}></wm-tabs>
            <div role="tabpanel" aria-label=${t(`pairing.${platform}`)}>${this.panel(t)}</div>`
        : this.panel(t)
    }`
  }

  private panel(t: Translate) {
    const { wallet, platform, uri, more, needsPairing, browses } = this
    if (wallet && !needsPairing && !browses) return more?.panelWithoutPairing(this, t, wallet, platform)
    const { href, openLink } = this.use(createPairing)
    const [pairing, retry] = [this.pairing.value, () => this.retry()]
    const content = {
      t,
      pairing,
      wallet,
      outcome: more?.outcomeOf(this, { t, pairing, wallet, earlier: this.earlier, now: this.connections.value, retry }),
      isLate: this.late.passed,
      isRestoring: this.isRestoring,
      retry,
      copied: () => this.use(createNotices).show('success', 'copied'),
      copyFailed: () => this.use(createNotices).show('error', 'copyFailed'),
    }
    if (!wallet || this.showsCode) {
      const failed = ({ error }: WmFailedEvent) => this.fail(error)
      const { seconds: secondsLeft } = this.countdown
      const [picture] = filledMetadata(this.core).icons
      return codePanel({
        ...content,
        picture,
        secondsLeft,
        hasRenewed: this.hasRenewed,
        lastUri: uri,
        failed,
      })
    }
    const link = platform as 'mobile' | 'webapp' | 'desktop' // the other platforms returned above
    return (
      this.linkPanel?.({
        ...content,
        wallet,
        platform: link,
        href: href(wallet, link),
        browses,
        copy: browses ? (this.core.deps.window?.location.href ?? '') : pairing.status === 'waiting' ? pairing.uri : '',
        opened: this.outcome,
        another: more?.anotherWayButton(this, t),
        open: () => {
          openLink(wallet, link) // within the click: browsers do not open links later
          this.late.start()
        },
      }) ?? nothing
    )
  }

  override farewell = () => this.more?.seen(this, this.earlier, this.connections.value)

  private choose({ value }: WmSelectEvent) {
    this.use(createConnection).connect.cancel() // the request of the tab for the installed wallet
    this.chosen = this.platforms.find((platform) => platform === value)
    this.start()
  }

  private start() {
    if (!this.needsPairing || !this.core.config.services.relay) return
    void this.use(createPairing).start(this.wallet) // never rejects: `$pairing` has the outcome
    if (!this.showsCode) this.late.start()
  }

  private tellOutcome() {
    const { outcome, wallet } = this
    if (outcome === this.toldOutcome) return
    this.toldOutcome = outcome
    if (!wallet) return
    const { announce } = this.use(createNotices)
    if (outcome === 'nothing') announce('nothingOpened', { wallet: wallet.name })
    if (outcome === 'back' && !this.browses) announce('requestWaits', { wallet: wallet.name })
  }

  private retry() {
    this.hasRenewed = false
    this.uri = this.earlier = undefined
    this.start()
  }

  private follow(uri: string) {
    this.hasRenewed = this.uri !== undefined
    if (!this.hasRenewed && this.showsCode) this.use(createNotices).announce('codeReady')
    this.uri = uri
    if (this.showsCode) this.late.start()
  }

  private get isRestoring() {
    return this.restoring.value && this.needsPairing && this.pairing.value.status !== 'idle'
  }

  private tellRestoring() {
    if (!this.more || this.isRestoring === this.wasRestoring) return
    this.wasRestoring = this.isRestoring
    this.more.tellRestoring(this.core, this.isRestoring)
  }
}
register('wm-connecting-walletconnect-view', WmConnectingWalletConnectView)

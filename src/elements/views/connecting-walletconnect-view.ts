// Pairing with a wallet that is not in this browser: by code, or by a link to its app, its site or its desktop program.
import { when } from '../lib/when.js'
import { html, nothing, type PropertyValues } from 'lit'
import { state } from 'lit/decorators.js'
import { PAIRING_MARGIN_MS } from '../../constants.js'
import type { WalletError } from '../../errors.js'
import { createConnection } from '../../state/connection.js'
import { createNotices } from '../../state/notices.js'
import { createPairing } from '../../state/pairing.js'
import { createRelayStatus } from '../../state/relay-status.js'
import type { View } from '../../view.js'
import type { Platform } from '../../wallet.js'
import { Countdown, Delay } from '../lib/delay.js'
import { define } from '../lib/define.js'
import { WmView, WmViewFailedEvent } from '../lib/element.js'
import { focusReady } from '../lib/focus-ready.js'
import { Online } from '../lib/online.js'
import type { WmFailedEvent, WmSelectEvent } from '../primitives/events.js'
import { codePanel } from './pairing-code.js'
import type { linkPanel } from './pairing-link.js'

/** The time left is shown from here, and said at these moments only. */
const COUNT_FROM_SECONDS = 60
const SAID_SECONDS: readonly number[] = [60, 10]
const LATE_MS = 8_000

/**
 * @summary A code or link that connects a wallet elsewhere; renews itself. Tabs only when there is a choice.
 */
@define('wm-connecting-walletconnect-view')
export class WmConnectingWalletConnectView extends WmView {
  /** "Scan with …" only where there is something to scan; elsewhere the wallet's own name. */
  override get dialogTitle(): string | undefined {
    const wallet = this.view.name === 'ConnectingWalletConnect' ? this.view.wallet : undefined
    const [first] = this.use(createPairing).platforms(wallet)
    if (first !== 'qrcode') return wallet?.name
    return wallet ? this.t('pairing.titleWallet', { wallet: wallet.name }) : this.t('pairing.title')
  }

  private readonly pairing = this.watch((core) => core.use(createPairing).$pairing)
  private readonly restoring = this.watch((core) => core.use(createRelayStatus).$isRestoring)
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
  private hadFocus = false
  private wasRestoring = false

  @state() private accessor chosen: Platform | undefined
  /** Fetched with the first link that is shown. */
  @state() private accessor linkPanel: typeof linkPanel | undefined

  private get wallet() {
    return this.view.name === 'ConnectingWalletConnect' ? this.view.wallet : undefined // `…Basic` shows it too, without a wallet
  }

  private get platforms(): readonly Platform[] {
    return this.use(createPairing).platforms(this.wallet)
  }

  private get platform(): Platform {
    const [first = 'qrcode'] = this.platforms
    return this.chosen && this.platforms.includes(this.chosen) ? this.chosen : first
  }

  /** Also on a phone, for a wallet on another device. */
  private get showsCode() {
    return !this.wallet || this.platform === 'qrcode'
  }

  private get needsPairing() {
    return this.platform !== 'browser' && this.platform !== 'unsupported'
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed)
    if (!this.hasUpdated) this.start()
    this.fetchPieces()
    const pairing = this.pairing.value
    this.hadFocus = this.shadowRoot?.activeElement != null
    this.countdown.until = pairing.status === 'waiting' && this.showsCode ? pairing.expiresAt - PAIRING_MARGIN_MS : undefined
    this.tellRestoring()
    if (pairing.status === 'waiting' && pairing.uri !== this.uri) this.follow(pairing.uri)
    if (pairing.status === 'failed' && pairing.error !== this.told) this.tell(pairing.error)
  }

  /** A code is what most come for; what else there may be is fetched when it shows. Elements upgrade where they stand. */
  private fetchPieces() {
    const { platform, platforms, needsPairing } = this
    const wanted: Promise<unknown>[] = []
    if (platforms.length > 1) wanted.push(import('../primitives/tabs.js'))
    if (needsPairing && !this.online.value) wanted.push(import('../primitives/banner.js'))
    if (needsPairing && !this.core.config.services.relay) wanted.push(import('../primitives/empty-state.js'))
    else if (platform === 'browser') wanted.push(import('./connecting-external-view.js'))
    else if (platform === 'unsupported') wanted.push(import('./downloads-view.js'))
    else if (!this.showsCode && !this.linkPanel)
      wanted.push(import('./pairing-link.js').then((module) => (this.linkPanel = module.linkPanel)))
    Promise.all(wanted).catch((error: unknown) => this.dispatchEvent(new WmViewFailedEvent(error)))
  }

  protected override updated(changed: PropertyValues<this>) {
    super.updated(changed)
    // Whatever had focus may be gone with the panel it was in.
    if (this.hadFocus && !this.shadowRoot?.activeElement) void focusReady(this.renderRoot.querySelector('[data-key="main"]'))
  }

  override render() {
    const { platforms, platform } = this
    if (this.needsPairing && !this.core.config.services.relay) return this.noServices()
    const tabs = platforms.map((id) => ({ id, label: this.t(`pairing.${id}`) }))
    const label = this.t('pairing.platforms', { wallet: this.wallet?.name ?? '' })
    return html`${when(!this.online.value && this.needsPairing, () => html`<wm-banner variant="warning">${this.t('common.offline')}</wm-banner>`)}
    ${
      platforms.length > 1
        ? html`<wm-tabs .tabs=${tabs} .selected=${platform} .label=${label} @wm-select=${this.choose}></wm-tabs>
            <div role="tabpanel" aria-label=${this.t(`pairing.${platform}`)}>${this.panel()}</div>`
        : this.panel()
    }`
  }

  private panel() {
    const { wallet, platform } = this
    if (wallet && platform === 'browser') {
      const view: View = { name: 'ConnectingExternal', wallet }
      return html`<wm-connecting-external-view embedded .view=${view}></wm-connecting-external-view>`
    }
    if (wallet && platform === 'unsupported') {
      const view: View = { name: 'Downloads', wallet }
      return html`<p class="hint center">${this.t('pairing.unsupportedHint', { wallet: wallet.name })}</p>
        <wm-downloads-view embedded .view=${view}></wm-downloads-view>`
    }
    const { href, openLink } = this.use(createPairing)
    const pairing = this.pairing.value
    const part = {
      t: this.t.bind(this),
      pairing,
      wallet,
      isRestoring: this.isRestoring,
      retry: () => this.retry(),
      copied: () => this.use(createNotices).show('success', 'copied'),
      copyFailed: () => this.use(createNotices).show('error', 'copyFailed'),
    }
    if (!wallet || this.showsCode) {
      const failed = ({ error }: WmFailedEvent) => this.dispatchEvent(new WmViewFailedEvent(error))
      return codePanel({ ...part, secondsLeft: this.countdown.seconds, hasRenewed: this.hasRenewed, failed })
    }
    const link = platform as 'mobile' | 'webapp' | 'desktop' // the others were answered above
    return (
      this.linkPanel?.({
        ...part,
        wallet,
        platform: link,
        isLate: this.late.passed,
        href: href(wallet, link),
        open: () => {
          openLink(wallet, link) // within the click: a browser lets no link open itself later
          this.late.start()
        },
      }) ?? nothing
    )
  }

  private noServices() {
    return html`<wm-empty-state icon="phone" .heading=${this.t('pairing.noServices')}
      >${this.t('pairing.noServicesHint')}</wm-empty-state
    >`
  }

  private choose({ value }: WmSelectEvent) {
    this.use(createConnection).connect.cancel() // what the browser's tab has asked
    this.chosen = this.platforms.find((platform) => platform === value)
    this.start()
  }

  private start() {
    if (!this.needsPairing || !this.core.config.services.relay) return
    void this.use(createPairing).start(this.wallet) // never rejects: its outcome is $pairing
    if (!this.showsCode) this.late.start()
  }

  private retry() {
    this.hasRenewed = false
    this.uri = undefined
    this.start()
  }

  private follow(uri: string) {
    this.hasRenewed = this.uri !== undefined
    if (!this.hasRenewed && this.showsCode) this.use(createNotices).announce('codeReady')
    this.uri = uri
  }

  private get isRestoring() {
    return this.restoring.value && this.needsPairing && this.pairing.value.status !== 'idle'
  }

  private tellRestoring() {
    if (this.isRestoring === this.wasRestoring) return
    this.wasRestoring = this.isRestoring
    this.use(createNotices).announce(this.isRestoring ? 'restoring' : 'restored')
  }

  private tell(error: WalletError) {
    this.told = error
    if (error.code === 'ABORTED') return
    const { announce } = this.use(createNotices)
    if (error.code === 'USER_REJECTED')
      announce('declined', { wallet: this.wallet?.name ?? this.t('pairing.theWallet') }, { assertive: true })
    else announce('failed', { message: this.t(`errors.${error.code}`) }, { assertive: true })
    this.late.stop()
  }
}

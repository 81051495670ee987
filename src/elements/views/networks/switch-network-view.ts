// Asks the wallet to switch the network, at once, and says what to do if the wallet refuses or cannot.
import { html, nothing } from 'lit'
import type { ErrorCode } from '../../../vocabulary/errors.js'
import { createConnection } from '../../../state/connections/connection.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRelayStatus } from '../../../state/connections/relay-status.js'
import { createRouter } from '../../../state/interface/router.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import type { MessageKey } from '../../lib/localize.js'
import '../../primitives/button.js'
import '../../primitives/wallet-icon.js'
import '../../primitives/ring.js'

const cannot = ['switchNetwork.unsupported', 'switchNetwork.unsupportedHint'] as const
/** Texts by error code: heading and hint. Other codes have a general heading, and the error's text as hint. */
const failures: Partial<Record<ErrorCode, readonly [heading: MessageKey, hint: MessageKey]>> = {
  USER_REJECTED: ['switchNetwork.declined', 'switchNetwork.declinedHint'],
  REQUEST_PENDING: ['connecting.pending', 'connecting.pendingHint'],
  UNSUPPORTED_METHOD: cannot,
  CHAIN_UNKNOWN: cannot,
  SWITCH_FAILED: cannot,
}

/**
 * @summary Asks the connected wallet to switch to `view.network`, and goes back when it has.
 */
export class WmSwitchNetworkView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'SwitchNetwork'>

  private readonly attempt = this.watch((core) => core.use(createConnection).switchTo.$state)
  private readonly restoring = this.watch((core) => core.use(createRelayStatus).$isRestoring)
  private hasStarted = false
  private wasRestoring = false

  private get network() {
    return this.view.network
  }

  private get wallet() {
    return this.use(createConnection).find(this.network.chainNamespace)?.wallet
  }

  /** The wallet is connected over the relay, and the connection to the relay is lost. */
  private get isRestoring() {
    const isRelayed = this.use(createConnection).find(this.network.chainNamespace)?.transport === 'relay'
    return isRelayed && this.restoring.value
  }

  private get error() {
    const attempt = this.attempt.value
    return this.hasStarted && attempt.status === 'failed' ? attempt.error : undefined
  }

  protected override willUpdate() {
    if (!this.hasUpdated) void this.start()
    if (this.isRestoring === this.wasRestoring) return
    this.wasRestoring = this.isRestoring
    this.use(createNotices).announce(this.isRestoring ? 'restoring' : 'restored')
  }

  override render() {
    const { wallet, error } = this
    const isDone = this.hasStarted && this.attempt.value.status === 'done'
    const state = error ? 'declined' : isDone ? 'done' : 'waiting'
    return html`<div class="center hero">
        <wm-wallet-icon
          size="lg"
          .src=${wallet?.icon}
          .name=${wallet?.name ?? this.network.name}
          .state=${state}
        ></wm-wallet-icon>
        <h3>${this.statement(isDone)}</h3>
        <p class="hint">${isDone ? nothing : this.hint()}</p>
      </div>
      <div class="actions">
        <wm-button
          data-key="main"
          variant=${error ? 'primary' : 'secondary'}
          ?disabled=${isDone}
          @click=${error ? this.start : this.cancel}
          >${this.t(error ? 'common.retry' : 'common.cancel')}</wm-button
        >
      </div>`
  }

  private statement(isDone: boolean) {
    const params = { wallet: this.wallet?.name ?? '', network: this.network.name }
    if (isDone) return this.t('notices.networkSwitched', params)
    return this.t(this.error ? (failures[this.error.code]?.[0] ?? 'switchNetwork.failed') : 'switchNetwork.approve', params)
  }

  private hint() {
    const { error, network, wallet } = this
    const stays = this.use(createNetworks).$network.get()
    if (!error && this.isRestoring) return this.t('announce.restoring')
    if (!error) return this.t('switchNetwork.hint', { network: network.name })
    const named = error.code === 'USER_REJECTED' ? stays : network
    return this.t(failures[error.code]?.[1] ?? `errors.${error.code}`, { network: named.name, wallet: wallet?.name ?? '' })
  }

  private async start() {
    const connection = this.use(createConnection)
    const modal = this.use(createModal)
    const router = this.use(createRouter)
    this.hasStarted = true
    this.use(createNotices).announce('connecting', { wallet: this.wallet?.name ?? '' })
    try {
      await connection.switchTo(this.network)
    } catch (error) {
      if (error === this.error) this.tellFailure()
      return
    }
    if (router.$view.get() === this.view) modal.back() // unless another view is shown already
  }

  private tellFailure() {
    if (!this.isConnected || this.core.signal.aborted) return
    this.use(createNotices).announce('failed', { message: `${this.statement(false)}. ${this.hint()}` }, { assertive: true })
  }

  private cancel() {
    this.use(createConnection).switchTo.cancel()
    this.use(createModal).back()
  }
}
register('wm-switch-network-view', WmSwitchNetworkView)

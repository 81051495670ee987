// A page asks to act for the account: who asks, what it may do, until when. Nothing is allowed that is not shown here.
import { html, nothing } from 'lit'
import { filledMetadata } from '../../../state/interface/metadata.js'
import { createModal } from '../../../state/interface/modal.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { createSmartSessionRequests, type ShownQuestion } from '../../../state/smart-sessions/smart-session-request.js'
import { createTokenNames } from '../../../state/smart-sessions/token-names.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import { parseAccountId } from '../../../vocabulary/caip.js'
import { isWalletError, type ErrorCode, type WalletError } from '../../../vocabulary/errors.js'
import type { ViewNamed } from '../../../vocabulary/view.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { abilityList, areKnown, momentOf, tokensOf } from '../../templates/abilities.js'
import { facts } from '../../templates/facts.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/error-state.js'
import '../../primitives/skeleton.js'
import '../../primitives/wallet-icon.js'

/** After these the wallet has agreed, and the services have not heard of it yet; or they have not made the key. */
const ofServices: ReadonlySet<ErrorCode> = new Set(['HTTP_STATUS', 'HTTP_TIMEOUT', 'MALFORMED_RESPONSE', 'NETWORK_ERROR'])

/**
 * @summary What a page asks the visitor to allow. Allow asks the wallet, once; Cancel and closing refuse.
 */
export class WmSmartSessionRequestView extends WmView {
  static override styles = laterStyles

  declare view: ViewNamed<'SmartSessionRequest'>
  private readonly account = this.watch((core) => core.publicState.$account)
  private readonly read = this.watch((core) => core.use(createSmartSessionRequests).$read)
  private readonly attempt = this.watch((core) => core.use(createSmartSessionRequests).allow.$state)
  /** Watched, so that amounts are written once the tokens are known. */
  private readonly names = this.watch((core) => core.use(createTokenNames).$names)

  private asked: object | undefined
  private named: object | undefined

  private get question(): ShownQuestion | { readonly refusal: WalletError } | undefined {
    return this.read.value.get(this.view)
  }

  private get wallet() {
    return this.account.value?.wallet.name ?? ''
  }

  protected override willUpdate() {
    const { read, allow } = this.use(createSmartSessionRequests)
    if (this.asked !== this.view) {
      this.asked = this.view
      allow.reset() // what became of another request
      read(this.view).catch(() => undefined) // shown as the refusal
    }
    const { question } = this
    if (question && 'abilities' in question) {
      if (this.named === question) return
      this.named = question
      this.use(createTokenNames).ask(parseAccountId(question.account).chainId, tokensOf(question.abilities))
    }
  }

  override render() {
    const { question } = this
    if (question === undefined)
      return html`<div class="group" aria-busy="true">
        <span class="visually-hidden">${this.t('permissions.reading')}</span>
        <wm-skeleton .rows=${3}></wm-skeleton>
      </div>`
    if ('refusal' in question) return this.refused(question.refusal.code)
    if (this.account.value?.accountId !== question.account) return this.refused('ACCOUNT_CHANGED')
    return this.ask(question)
  }

  private refused(code: ErrorCode) {
    const { wallet } = this
    const texts: Partial<Record<ErrorCode, readonly [heading: string, hint?: string]>> = {
      CONFIG_INVALID: [this.t('permissions.off')],
      NO_SERVICES: [this.t('permissions.off')],
      CHAIN_NOT_SUPPORTED: [this.t('permissions.elsewhere')],
      UNSUPPORTED_METHOD: [this.t('permissions.unsupported', { wallet }), this.t('permissions.unsupportedHint')],
      INVALID_PARAMS: [this.t('permissions.invalid'), this.t('permissions.invalidHint')],
    }
    const [heading, hint] = texts[code] ?? [this.t('permissions.invalid'), this.t(`errors.${code}`, { wallet })]
    return html`<wm-error-state
        .heading=${heading}
        .message=${hint}
        .retryLabel=${code === 'NETWORK_ERROR' ? this.t('common.retry') : undefined}
        @wm-retry=${this.again}
      ></wm-error-state>
      <div class="actions">
        <wm-button data-key="cancel" variant="secondary" @click=${this.close}>${this.t('common.close')}</wm-button>
      </div>`
  }

  private ask({ account, abilities, expiry }: ShownQuestion) {
    const { chainId, address } = parseAccountId(account)
    const app = filledMetadata(this.core)
    const isPending = this.attempt.value.status === 'pending'
    const network = this.use(createNetworks).find(chainId)
    return html`<div class="center hero">
        <wm-wallet-icon size="lg" .src=${app.icons[0]} .name=${app.name}></wm-wallet-icon>
        <h3>${this.t('permissions.heading', { app: app.name })}</h3>
        <p class="hint">${this.t('permissions.host', { host: this.core.deps.window?.location.host ?? '' })}</p>
      </div>
      <p class="hint">${this.t('permissions.body')}</p>
      ${abilityList(this.core, { chainId, abilities, names: this.names.value })}
      ${facts([
        { name: this.t('permissions.end'), value: momentOf(this.core, expiry * 1000) },
        {
          name: this.t('permissions.account'),
          value: html`<bdi class="address" dir="ltr" translate="no">${shortAddress(address)}</bdi>`,
          note: html`<bdi translate="no">${this.wallet}</bdi>`,
        },
        { name: this.t('assets.network'), value: html`<bdi translate="no">${network?.name ?? ''}</bdi>` },
      ])}
      ${this.failure()}
      <div class="actions horizontal">
        <wm-button data-key="cancel" variant="secondary" @click=${this.close}>${this.t('common.cancel')}</wm-button>
        <wm-button
          data-key="allow"
          ?busy=${isPending}
          ?disabled=${!areKnown({ chainId, abilities, names: this.names.value })}
          @click=${this.allow}
          >${isPending ? this.t('assets.confirmIn', { wallet: this.wallet }) : this.t('permissions.grant')}</wm-button
        >
      </div>`
  }

  private failure() {
    const attempt = this.attempt.value
    if (attempt.status !== 'failed') return nothing
    const { error } = attempt
    return html`<div class="stack banners">
      <wm-banner variant=${error.code === 'USER_REJECTED' ? 'warning' : 'danger'}>${this.textOf(error)}</wm-banner>
    </div>`
  }

  private textOf({ code, details }: WalletError): string {
    const { wallet } = this
    if (code === 'USER_REJECTED') return this.t('permissions.declined', { wallet })
    if (code === 'UNSUPPORTED_METHOD') return this.t('permissions.unsupported', { wallet })
    if (code === 'WALLET_FAILED' && details['keyless'] === true)
      return this.t('permissions.keyless', { wallet, app: filledMetadata(this.core).name })
    if (code === 'WALLET_FAILED') return this.t('permissions.unsafe', { wallet })
    if (ofServices.has(code) && this.use(createSmartSessionRequests).hasConsent(this.view))
      return this.t('permissions.unfinished', { wallet })
    return this.t(`errors.${code}`, { wallet })
  }

  private readonly again = () => {
    this.asked = undefined
    this.requestUpdate()
  }

  private readonly close = () => void this.use(createModal).close({ force: true })

  private readonly allow = () => {
    const { announce } = this.use(createNotices)
    announce('connecting', { wallet: this.wallet })
    this.use(createSmartSessionRequests)
      .allow(this.view)
      .catch((error: unknown) => {
        if (!this.isConnected || this.core.signal.aborted || !isWalletError(error) || error.code === 'ABORTED') return
        announce('failed', { message: this.textOf(error) }, { assertive: true })
      })
  }
}
register('wm-smart-session-request-view', WmSmartSessionRequestView)

// Choosing a name: what is free while one types, a look at everything, the signature, and what became of it.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import { when } from 'lit/directives/when.js'
import { shortAddress } from '../../../vocabulary/amount.js'
import { isWalletError, type WalletError } from '../../../vocabulary/errors.js'
import type { Account } from '../../../vocabulary/events.js'
import { createNames } from '../../../state/account/names.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { createRegisterName, type NameField } from '../../../state/names/register-name.js'
import { createNetworks } from '../../../state/networks/networks.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { focusReady } from '../../lib/focus-ready.js'
import type { MessageKey } from '../../lib/localize.js'
import { Online } from '../../lib/online.js'
import { facts } from '../../templates/facts.js'
import { noNameAccount } from '../../templates/no-name-account.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/avatar.js'
import '../../primitives/banner.js'
import '../../primitives/button.js'
import '../../primitives/error-state.js'
import type { WmInputEvent } from '../../primitives/events.js'
import '../../primitives/icon.js'
import '../../primitives/row.js'
import '../../primitives/skeleton.js'
import '../../primitives/text-field.js'

/** What the person has pressed Register for, as it was shown. */
interface Reviewed {
  readonly name: string
  readonly account: Account
}

/** Texts for a refusal of the services, by the parameter that they name. */
const refusals: Readonly<Record<string, MessageKey>> = {
  name: 'registerName.justTaken',
  timestamp: 'registerName.late',
  signature: 'registerName.badSignature',
}

/**
 * @summary A field for the name with live availability and suggestions; before the wallet is asked, all of it is shown once more.
 */
export class WmRegisterAccountNameView extends WmView {
  static override properties: PropertyDeclarations = { reviewed: { state: true }, refused: { state: true } }
  static override styles = [
    laterStyles,
    css`
      wm-text-field + .group {
        margin-block-start: 0.75em;
      }
    `,
  ]

  private readonly account = this.watch((core) => core.use(createNames).$account)
  private readonly field = this.watch((core) => core.use(createRegisterName).$field)
  private readonly step = this.watch((core) => core.use(createRegisterName).$step)
  private readonly attempt = this.watch((core) => core.use(createRegisterName).register.$state)
  private readonly registered = this.watch((core) => core.use(createRegisterName).$registered)
  private readonly online = new Online(this)
  private announced: string | undefined

  declare private reviewed: Reviewed | undefined
  /** A name that was not asked for, because another one is on its way. */
  declare private refused: { readonly name: string; readonly error: WalletError } | undefined

  private get error(): WalletError | undefined {
    const attempt = this.attempt.value
    if (this.refused && this.refused.name === this.reviewed?.name) return this.refused.error
    return attempt.status === 'failed' && this.registered.value === this.reviewed?.name ? attempt.error : undefined
  }

  protected override willUpdate() {
    if (!this.hasUpdated) this.use(createRegisterName).register.reset() // a failure of an earlier visit
    // What was looked at is of another account: look again.
    if (this.reviewed && this.account.value?.accountId !== this.reviewed.account.accountId) this.reviewed = undefined
    this.tellAvailability()
  }

  /** Reads out whether the wished name is free, once per answer. */
  private tellAvailability() {
    const { status, suggestions } = this.field.value
    const [wished] = suggestions
    if (status !== 'ready' || !wished || this.announced === wished.name) return
    this.announced = wished.name
    this.use(createNotices).announce(wished.registered ? 'nameTaken' : 'nameFree', { name: wished.name })
  }

  override render() {
    const account = this.account.value
    if (!account) return noNameAccount(this.core)
    return this.reviewed ? this.review(this.reviewed) : this.choice(account)
  }

  private choice(account: Account) {
    const { text, zone, problem, chosen, status, error } = this.field.value
    if (status === 'error' && error?.code !== 'SUGGESTIONS_UNAVAILABLE')
      return html`<wm-error-state
        .heading=${this.t(error?.code === 'NO_SERVICES' ? 'registerName.unavailable' : `errors.${error?.code ?? 'UNKNOWN'}`)}
      ></wm-error-state>`
    return html`<wm-text-field
        data-key="name"
        .label=${this.t('registerName.label')}
        .placeholder=${this.t('registerName.placeholder')}
        .value=${text}
        .hint=${this.t('registerName.rules')}
        .error=${problem && problem !== 'short' ? this.t(`nameProblems.${problem}`) : undefined}
        @wm-input=${({ value }: WmInputEvent) => this.use(createRegisterName).setText(value)}
        @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.look(account)}
      >
        ${zone ? html`<bdi slot="end" class="hint" dir="ltr" translate="no">.${zone}</bdi>` : nothing}
      </wm-text-field>
      ${this.availability()}
      <div class="actions">
        <wm-button data-key="register" ?disabled=${chosen === undefined} @click=${() => this.look(account)}
          >${this.t('registerName.register')}</wm-button
        >
      </div>`
  }

  private availability() {
    const { status, suggestions } = this.field.value
    if (status === 'error') {
      if (!this.online.value) return html`<p class="hint center">${this.t('common.offline')}</p>`
      return html`<wm-error-state
        .heading=${this.t('errors.SUGGESTIONS_UNAVAILABLE')}
        .retryLabel=${this.t('common.retry')}
        @wm-retry=${() => this.use(createRegisterName).retry()}
      ></wm-error-state>`
    }
    if (status === 'idle') return nothing
    if (status === 'checking')
      return html`<div class="group" aria-busy="true">
        <span class="visually-hidden">${this.t('registerName.checking')}</span>
        <wm-skeleton .rows=${4}></wm-skeleton>
      </div>`
    return html`<h3 class="section" id="names">${this.t('registerName.suggestions')}</h3>
      <ul class="group" role="list" aria-labelledby="names">
        ${suggestions.map((each) => this.suggestion(each))}
      </ul>`
  }

  private suggestion({ name, registered }: NameField['suggestions'][number]) {
    return html`<li>
      <wm-row
        data-key=${`name:${name}`}
        .named=${true}
        .label=${name}
        .meta=${this.t(registered ? 'registerName.taken' : 'registerName.free')}
        ?disabled=${registered}
        ?current=${name === this.field.value.chosen}
        @click=${() => this.use(createRegisterName).choose(name)}
      ></wm-row>
    </li>`
  }

  private review({ name, account }: Reviewed) {
    const isPending = this.attempt.value.status === 'pending' && this.registered.value === name
    const network = this.use(createNetworks).find(account.chainId)
    const { error } = this
    return html`<div class="center hero">
        <wm-avatar size="lg" .name=${account.address} .address=${account.address}></wm-avatar>
        <h3 tabindex="-1">${this.t('registerName.review', { name })}</h3>
      </div>
      ${facts([
        {
          name: this.t('registerName.account'),
          value: html`<bdi class="address" dir="ltr" translate="no">${shortAddress(account.address)}</bdi>`,
          note: network ? html`<bdi>${network.name}</bdi>` : undefined,
        },
        { name: this.t('registerName.cost'), value: this.t('registerName.nothing') },
      ])}
      ${when(error, (failed) => html`<wm-banner variant="danger" data-key="failure">${this.textOf(failed, name)}</wm-banner>`)}
      <div class="actions">
        ${when(isPending, () => html`<p class="hint center">${this.progress(name, account)}</p>`)}
        <wm-button data-key="confirm" ?busy=${isPending} ?disabled=${this.isTaken(error)} @click=${this.confirm}
          >${this.t(error ? 'common.retry' : 'registerName.confirm')}</wm-button
        >
        <wm-button data-key="change" variant="secondary" ?disabled=${isPending} @click=${this.change}
          >${this.t('registerName.change')}</wm-button
        >
      </div>`
  }

  private progress(name: string, { wallet }: Account) {
    return this.t(`registerSteps.${this.step.value}`, { name, wallet: wallet.name })
  }

  private isTaken(error: WalletError | undefined): boolean {
    return isWalletError(error, 'HTTP_STATUS') && error.details['field'] === 'name'
  }

  private textOf(error: WalletError, name: string): string {
    if (error.code === 'USER_REJECTED') return this.t('registerName.declined')
    const refusal = error.code === 'HTTP_STATUS' ? refusals[String(error.details['field'])] : undefined
    return this.t(refusal ?? `errors.${error.code}`, { name })
  }

  /** Shows everything once more. */
  private look(account: Account) {
    const { chosen } = this.field.value
    if (chosen === undefined) return
    this.use(createRegisterName).register.reset()
    this.refused = undefined
    this.reviewed = { name: chosen, account }
    void this.focusOn('h3')
  }

  private change() {
    this.reviewed = undefined
    void this.focusOn('wm-text-field')
  }

  /** The button that had focus is gone with its step. */
  private async focusOn(selector: string) {
    await this.updateComplete
    void focusReady(this.renderRoot.querySelector(selector))
  }

  private confirm() {
    const { reviewed, view } = this
    if (!reviewed) return
    const { name, account } = reviewed
    this.refused = undefined
    this.use(createNotices).announce('connecting', { wallet: account.wallet.name })
    const { $view, replace } = this.use(createRouter)
    this.use(createRegisterName)
      .register({ name, from: account.accountId })
      .then(
        () => {
          // The person may have gone elsewhere meanwhile; the account shows the name there.
          if ($view.get() === view) replace({ name: 'RegisterAccountNameSuccess', accountName: name })
        },
        (error: unknown) => {
          if (isWalletError(error, 'REQUEST_PENDING')) this.refused = { name, error }
          this.tellFailure(error, name)
        },
      )
  }

  private tellFailure(error: unknown, name: string) {
    if (!this.isConnected || this.core.signal.aborted || error !== this.error || !this.error) return
    this.use(createNotices).announce('failed', { message: this.textOf(this.error, name) }, { assertive: true })
  }
}
register('wm-register-account-name-view', WmRegisterAccountNameView)

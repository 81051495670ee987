// What an account name is, which ones the account has, and the way to one more.
import { html, nothing } from 'lit'
import { shortAddress } from '../../../vocabulary/amount.js'
import { visibleName } from '../../../vocabulary/visible-name.js'
import { createIdentity } from '../../../state/account/identity.js'
import { createNames } from '../../../state/account/names.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { noNameAccount } from '../../templates/no-name-account.js'
import { laterStyles } from '../../styles/view-more.js'
import '../../primitives/avatar.js'
import '../../primitives/badge.js'
import '../../primitives/button.js'
import '../../primitives/skeleton.js'

/**
 * @summary Says what an account name is and lists those of the account; Continue leads to registering one.
 */
export class WmChooseAccountNameView extends WmView {
  static override styles = laterStyles

  private readonly account = this.watch((core) => core.use(createNames).$account)
  private readonly names = this.watch((core) => core.use(createNames).$names)
  private readonly identity = this.watch((core) => core.use(createIdentity).$identity)

  override render() {
    const account = this.account.value
    if (!account) return noNameAccount(this.core)
    return html`<div class="center hero">
        <wm-avatar size="lg" .name=${account.address} .address=${account.address}></wm-avatar>
        <h3>${this.t('chooseName.heading')}</h3>
        <p class="hint">${this.t('chooseName.body', { address: shortAddress(account.address) })}</p>
        <p class="hint">${this.t('chooseName.free')}</p>
      </div>
      ${this.own()}
      <div class="actions">
        <wm-button
          data-key="continue"
          @pointerenter=${() => this.preload('RegisterAccountName')}
          @focusin=${() => this.preload('RegisterAccountName')}
          @click=${() => this.use(createRouter).push({ name: 'RegisterAccountName' })}
          >${this.t('chooseName.proceed')}</wm-button
        >
      </div>`
  }

  /** The names that there are; nothing while there are none. */
  private own() {
    const { value, status, fetchStatus } = this.names.value
    const shown = this.identity.value.value?.name
    const own = (value ?? []).flatMap(({ name }) => visibleName(name) ?? [])
    // The name that is shown may be of another registry.
    const all = [...new Set([...(shown === undefined ? [] : [shown]), ...own])]
    if (all.length > 0)
      return html`<h3 class="section" id="own">${this.t('chooseName.yours')}</h3>
        <ul class="group named" role="list" aria-labelledby="own">
          ${all.map((name) => this.name(name, name === shown))}
        </ul>`
    if (status === 'error' && fetchStatus === 'idle')
      return html`<div class="spread">
        <p class="hint">${this.t('chooseName.failed')}</p>
        <wm-button data-key="retry" variant="quiet" @click=${() => this.use(createNames).refresh()}
          >${this.t('common.retry')}</wm-button
        >
      </div>`
    if (fetchStatus === 'paused') return html`<p class="hint center">${this.t('common.offline')}</p>`
    return status === 'success' ? nothing : html`<div aria-busy="true"><wm-skeleton .rows=${1}></wm-skeleton></div>`
  }

  private name(name: string, isShown: boolean) {
    return html`<li class="spread">
      <bdi class="name" translate="no">${name}</bdi>
      ${isShown ? html`<wm-badge variant="accent">${this.t('chooseName.shown')}</wm-badge>` : nothing}
    </li>`
  }
}
register('wm-choose-account-name-view', WmChooseAccountNameView)

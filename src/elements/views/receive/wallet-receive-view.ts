// Receiving: the address of the account as a code, in full, and to copy, and what may be sent there.
import { html, nothing, type PropertyDeclarations } from 'lit'
import { when } from 'lit/directives/when.js'
import { createIdentity } from '../../../state/account/identity.js'
import { createReceiving } from '../../../state/account/receiving.js'
import { createAccounts } from '../../../state/connections/accounts.js'
import { createNotices } from '../../../state/interface/notices.js'
import { createRouter } from '../../../state/interface/router.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { accountStyles } from '../../styles/account.js'
import { laterStyles } from '../../styles/view-more.js'
import { nameOf } from '../../templates/account-identity.js'
import { typeName } from '../../templates/account-rows.js'
import { fullAddress } from '../../templates/full-address.js'
import '../../primitives/banner.js'
import '../../primitives/copy-button.js'
import type { WmSelectEvent } from '../../primitives/events.js'
import '../../primitives/network-icon.js'
import '../../primitives/qr-code.js'
import '../../primitives/row.js'
import '../../primitives/tabs.js'

/** Most icons in the row of networks. */
const ICONS_MAX_COUNT = 5

/**
 * @summary The account's address as a QR code and in full, a button that copies it, and the networks on which it is the account's.
 */
export class WmWalletReceiveView extends WmView {
  static override properties: PropertyDeclarations = { chosen: { state: true }, failed: { state: true } }
  static override styles = [laterStyles, accountStyles]

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly identity = this.watch((core) => core.use(createIdentity).$identity)
  private readonly addresses = this.watch((core) => core.use(createReceiving).$addresses)
  private readonly networks = this.watch((core) => core.use(createReceiving).$networks)

  /** The purpose whose address the visitor wants to see; undefined: that of the selected account. */
  declare private chosen: string | undefined
  /** The address whose code could not be drawn; it is there as text all the same. */
  declare private failed: string | undefined

  override render() {
    const account = this.account.value
    if (!account) return nothing // the modal leaves the view
    const addresses = this.addresses.value
    const shown = addresses.find(({ purpose }) => purpose === this.chosen) ?? addresses[0]
    const { address } = shown ?? account
    const name = address === account.address ? nameOf(account, this.identity.value.value) : shown?.label
    return html`
      ${when(
        shown,
        () =>
          html`<wm-tabs
            .label=${this.t('receive.which')}
            .tabs=${addresses.map((each) => ({ id: each.purpose ?? '', label: typeName(this.core, each) }))}
            .selected=${shown?.purpose ?? ''}
            @wm-select=${({ value }: WmSelectEvent) => (this.chosen = value)}
          ></wm-tabs>`,
      )}
      <div
        class="stack"
        role=${shown ? 'tabpanel' : nothing}
        aria-label=${shown ? typeName(this.core, shown) : nothing}
        tabindex=${shown ? '0' : nothing}
      >
        ${when(
          this.failed !== address,
          () =>
            html`<wm-qr-code
              class="code"
              .uri=${address}
              .label=${this.t('receive.code')}
              @wm-failed=${() => (this.failed = address)}
            ></wm-qr-code>`,
        )}
        ${when(name, () => html`<p class="name center" dir="auto" translate="no">${name}</p>`)}
        <p class="full address">${fullAddress(address)}</p>
        <wm-copy-button
          data-key="copy"
          .value=${address}
          .label=${this.t('account.copyAddress')}
          @wm-copied=${() => this.use(createNotices).show('success', 'copied')}
          @wm-copy-failed=${() => this.use(createNotices).show('error', 'copyFailed')}
        ></wm-copy-button>
        ${this.warning()}
      </div>
      ${this.networksRow()}
    `
  }

  /** What may be sent here. */
  private warning() {
    const [only, ...others] = this.networks.value
    if (!only) return nothing
    const text = others.length > 0 ? this.t('receive.onlyThese') : this.t('receive.only', { network: only.name })
    return html`<wm-banner variant="warning">${text}</wm-banner>`
  }

  private networksRow() {
    const networks = this.networks.value
    if (networks.length < 2) return nothing
    const view = { name: 'WalletCompatibleNetworks' } as const
    return html`<ul class="group" role="list" aria-label=${this.t('compatibleNetworks.title')}>
      <li>
        <wm-row
          data-key="networks"
          chevron
          .label=${this.t('compatibleNetworks.title')}
          @pointerenter=${() => this.preload(view)}
          @focusin=${() => this.preload(view)}
          @click=${() => this.use(createRouter).push(view)}
        >
          <span slot="end" class="icons">
            ${networks
              .slice(0, ICONS_MAX_COUNT)
              .map(
                ({ name, caipNetworkId, imageUrl }) =>
                  html`<wm-network-icon size="sm" .name=${name} .chain=${caipNetworkId} .src=${imageUrl}></wm-network-icon>`,
              )}
          </span>
        </wm-row>
      </li>
    </ul>`
  }
}
register('wm-wallet-receive-view', WmWalletReceiveView)

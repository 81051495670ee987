// How a visitor moves from the embedded wallet to one that they keep themselves.
import { css, html, nothing } from 'lit'
import { createAccounts } from '../../../state/connections/accounts.js'
import { register } from '../../lib/define.js'
import { WmView } from '../../lib/element.js'
import { laterStyles } from '../../styles/view-more.js'
import { pointList, type Point } from '../../templates/points.js'
import { walletSiteRow } from '../../templates/wallet-site-row.js'

const points: readonly Point[] = [
  { icon: 'key', heading: 'upgradeEmail.export', text: 'upgradeEmail.exportHint' },
  { icon: 'wallet', heading: 'upgradeEmail.stays', text: 'upgradeEmail.staysHint' },
  { icon: 'shield', heading: 'upgradeEmail.yours', text: 'upgradeEmail.yoursHint' },
]
/** A contract comes along with no words. */
const smartAccount: Point = { icon: 'swap', heading: 'upgradeEmail.smart', text: 'upgradeEmail.smartHint' }

/**
 * @summary Explains moving to a wallet of one's own, and links to the page of the embedded wallet, where its words are exported.
 */
export class WmUpgradeEmailWalletView extends WmView {
  static override styles = [
    laterStyles,
    css`
      .points + .group {
        margin-block-start: 1em;
      }
    `,
  ]

  private readonly account = this.watch((core) => core.use(createAccounts).$account)
  private readonly accounts = this.watch((core) => core.use(createAccounts).$accounts)

  override render() {
    const account = this.account.value
    if (!account) return nothing // the modal leaves the view
    const isSmart = this.accounts.value.some(({ type }) => type === 'smartAccount')
    const row = walletSiteRow(this.core, account)
    return html`${pointList(isSmart ? [...points, smartAccount] : points, this.t)}
    ${
      row === nothing
        ? nothing
        : html`<ul class="group" role="list" aria-label=${this.t('account.manage')}>
            ${row}
          </ul>`
    }`
  }
}
register('wm-upgrade-email-wallet-view', WmUpgradeEmailWalletView)

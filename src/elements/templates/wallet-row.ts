// A wallet as a row of a list, for all views with a list of wallets.
import { html, type TemplateResult } from 'lit'
import type { Wallet } from '../../vocabulary/wallet.js'
import '../primitives/row.js'
import '../primitives/wallet-icon.js'

/** What a row shows besides its wallet, and its handlers. */
export interface WalletRowOptions {
  /** Text at the end of the row, such as "Last used". */
  readonly meta?: string | undefined
  readonly disabled?: boolean | undefined
  /** Default `row`; `large` for an installed wallet of the Connect view, `tile` in a grid. */
  readonly shape?: 'row' | 'large' | 'tile'
  /** Called when the row gets the pointer or focus, to load the chunk of the view that it opens. */
  readonly prepare: () => void
  /** Called on a click. */
  readonly choose: () => void
}

/** A row that opens the view of a wallet. Its `data-key` is `wallet:<id>`, by which Back focuses it again. */
export function walletRow(
  wallet: Wallet,
  { meta, disabled = false, shape = 'row', prepare, choose }: WalletRowOptions,
): TemplateResult {
  return html`<li>
    <wm-row
      data-key=${`wallet:${wallet.id}`}
      ?chevron=${shape === 'row'}
      ?large=${shape === 'large'}
      ?tile=${shape === 'tile'}
      .named=${true}
      .label=${wallet.name}
      .meta=${meta ?? ''}
      ?disabled=${disabled}
      @pointerenter=${prepare}
      @focusin=${prepare}
      @click=${choose}
    >
      <wm-wallet-icon slot="icon" .src=${wallet.icon} .name=${wallet.name}></wm-wallet-icon>
    </wm-row>
  </li>`
}

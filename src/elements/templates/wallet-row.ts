// One wallet as a row of a list, the same in every view.
import { html, type TemplateResult } from 'lit'
import type { Wallet } from '../../wallet.js'
import '../primitives/row.js'
import '../primitives/wallet-icon.js'

export interface WalletRowOptions {
  /** Text at the end of the row, such as "Last used". */
  readonly meta?: string | undefined
  readonly disabled?: boolean | undefined
  /** `row` by default; `large` for a wallet of this browser, `tile` in a grid. */
  readonly shape?: 'row' | 'large' | 'tile'
  /** Has the chunk ready of what the row leads to. */
  readonly prepare: () => void
  readonly choose: () => void
}

/** A row that leads to a wallet. `data-key` lets Back find it again. */
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

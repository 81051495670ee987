// The QR code part of pairing: the code, how long it holds, and what to do without a camera.
import { when } from '../lib/when.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { Pairing } from '../../state/pairing.js'
import type { Wallet } from '../../wallet.js'
import type { Translate } from '../lib/localize.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'
import type { WmFailedEvent } from '../primitives/events.js'
import '../primitives/qr-code.js'
import { failureOf } from './pairing-failure.js'

export interface PanelPart {
  readonly t: Translate
  readonly pairing: Pairing
  readonly wallet: Wallet | undefined
  /** The way to the wallet is lost, and being restored. */
  readonly isRestoring: boolean
  readonly retry: () => void
  readonly copied: () => void
  readonly copyFailed: () => void
}

export interface CodePart extends PanelPart {
  /** Undefined while there is more than a minute. */
  readonly secondsLeft: number | undefined
  readonly hasRenewed: boolean
  /** The code cannot be drawn. */
  readonly failed: (event: WmFailedEvent) => void
}

export function codePanel(part: CodePart): TemplateResult {
  const { t, pairing, wallet, retry } = part
  const failure = failureOf(t, pairing, wallet)
  if (failure) {
    return html`<div class="center hero">
        <h3>${failure.heading}</h3>
        <p class="hint">${failure.hint}</p>
      </div>
      <div class="actions"><wm-button data-key="main" @click=${retry}>${t('common.retry')}</wm-button></div>`
  }
  const uri = pairing.status === 'waiting' ? pairing.uri : undefined
  return html`<div class="stack" aria-busy=${uri ? 'false' : 'true'}>
      <wm-qr-code
        .uri=${uri}
        .logo=${wallet?.icon}
        .name=${wallet?.name ?? ''}
        .label=${t('pairing.code')}
        @wm-failed=${part.failed}
      ></wm-qr-code>
      <p class="hint center">${hint(part, uri)}</p>
      ${when(part.secondsLeft !== undefined || part.hasRenewed, () => html`<p class="meta center">${age(part)}</p>`)}
    </div>
    <div class="actions">
      <wm-copy-button
        data-key="main"
        .value=${uri ?? ''}
        .label=${t('common.copyLink')}
        @wm-copied=${part.copied}
        @wm-copy-failed=${part.copyFailed}
      ></wm-copy-button>
      ${uri ? html`<wm-button data-key="here" variant="quiet" href=${uri}>${t('pairing.openHere')}</wm-button>` : nothing}
    </div>`
}

function hint({ t, pairing, wallet, isRestoring }: CodePart, uri: string | undefined): string {
  if (isRestoring) return t('pairing.restoring')
  if (pairing.status === 'approving') return t('pairing.approving')
  if (uri === undefined) return t('pairing.creating')
  return wallet ? t('pairing.hintWallet', { wallet: wallet.name }) : t('pairing.hint')
}

function age({ t, secondsLeft, hasRenewed }: CodePart): string | typeof nothing {
  if (secondsLeft !== undefined) return t('pairing.secondsLeft', { count: secondsLeft })
  return hasRenewed ? t('pairing.renewed') : nothing
}

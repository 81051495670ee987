// The QR code part of pairing: the code, how long it holds, and what to do without a camera.
import { when } from 'lit/directives/when.js'
import { html, type TemplateResult } from 'lit'
import type { Pairing } from '../../state/pairing.js'
import type { Wallet } from '../../wallet.js'
import type { Translate } from '../lib/localize.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'
import type { WmFailedEvent } from '../primitives/events.js'
import '../primitives/qr-code.js'
import type { Outcome } from './pairing-outcome.js'

export interface PanelPart {
  readonly t: Translate
  readonly pairing: Pairing
  readonly wallet: Wallet | undefined
  /** The way to the wallet is lost, and being restored. */
  readonly isRestoring: boolean
  /** What pairing came to; undefined while the wallet is awaited. */
  readonly outcome: Outcome | undefined
  readonly isLate: boolean
  readonly retry: () => void
  readonly copied: () => void
  readonly copyFailed: () => void
}

export interface CodePart extends PanelPart {
  /** The picture of the page, for a code that any wallet may scan. */
  readonly picture: string | undefined
  /** Undefined while there is more than a minute. */
  readonly secondsLeft: number | undefined
  readonly hasRenewed: boolean
  /** The code that was shown before. */
  readonly lastUri: string | undefined
  /** The code cannot be drawn. */
  readonly failed: (event: WmFailedEvent) => void
}

/** As high in every state: what pairing came to stands where the code was. */
export function codePanel(part: CodePart): TemplateResult {
  const { t, pairing, wallet, outcome } = part
  const uri = pairing.status === 'waiting' ? pairing.uri : undefined
  return html`<div class="stack" aria-busy=${uri || outcome ? 'false' : 'true'}>
      <div class="over">
        <wm-qr-code
          class=${outcome && !outcome.isExpired ? 'gone' : ''}
          ?faded=${outcome}
          .uri=${uri ?? (outcome && part.lastUri)}
          .logo=${wallet ? wallet.icon : part.picture}
          .name=${wallet?.name ?? ''}
          .label=${t('pairing.code')}
          @wm-failed=${part.failed}
        ></wm-qr-code>
        ${outcome?.over}
      </div>
      <p class="hint center">${outcome?.hint ?? hint(part, uri)}</p>
      ${when(age(part), () => html`<p class="meta center">${age(part)}</p>`)}
    </div>
    <div class="actions ${outcome && !outcome.actions ? 'gone' : ''}">
      ${
        outcome?.actions ??
        html`<wm-copy-button
            data-key="main"
            .value=${uri ?? ''}
            .label=${t('common.copyLink')}
            @wm-copied=${part.copied}
            @wm-copy-failed=${part.copyFailed}
          ></wm-copy-button>
          <wm-button data-key="here" class=${uri ? '' : 'gone'} variant="quiet" href=${uri ?? ''}
            >${t('pairing.openHere')}</wm-button
          >`
      }
    </div>`
}

function hint({ t, wallet, isLate, isRestoring }: CodePart, uri: string | undefined): string {
  if (isRestoring) return t('announce.restoring')
  if (uri === undefined) return t('pairing.creating')
  if (isLate) return t('pairing.scanned')
  return wallet ? t('pairing.hintWallet', { wallet: wallet.name }) : t('pairing.hint')
}

function age({ t, secondsLeft, hasRenewed }: CodePart): string {
  if (secondsLeft !== undefined) return t('announce.codeExpires', { count: secondsLeft })
  return hasRenewed ? t('pairing.renewed') : ''
}

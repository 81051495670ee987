// The panel of a pairing by QR code: the code, the time left, and a copy button for visitors without a camera.
import { when } from 'lit/directives/when.js'
import { html, type TemplateResult } from 'lit'
import type { Pairing } from '../../state/connections/pairing.js'
import type { Wallet } from '../../vocabulary/wallet.js'
import type { Translate } from '../lib/localize.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'
import type { WmFailedEvent } from '../primitives/events.js'
import '../primitives/qr-code.js'
import type { Outcome } from './pairing-outcome.js'

/** What the code panel and the link panel show. */
export interface PanelContent {
  readonly t: Translate
  readonly pairing: Pairing
  /** The wallet to pair with; undefined: whichever scans it. */
  readonly wallet: Wallet | undefined
  /** The connection to the relay is lost and being restored. */
  readonly isRestoring: boolean
  /** How the pairing ended; undefined while it waits for the wallet. */
  readonly outcome: Outcome | undefined
  /** The wallet has not answered for some seconds: the panel shows another hint. */
  readonly isLate: boolean
  /** Starts a new pairing. */
  readonly retry: () => void
  /** Called when the visitor has copied the uri, or the browser refused. */
  readonly copied: () => void
  readonly copyFailed: () => void
}

/** What the code panel shows. */
export interface CodeContent extends PanelContent {
  /** Address of the page's icon, for a code that any wallet may scan. */
  readonly picture: string | undefined
  /** Seconds until the code expires; undefined with more than a minute left. */
  readonly secondsLeft: number | undefined
  /** The code has replaced an expired one. */
  readonly hasRenewed: boolean
  /** The uri of the last code, which stays visible when the pairing has ended. */
  readonly lastUri: string | undefined
  /** Called when the code cannot be drawn. */
  readonly failed: (event: WmFailedEvent) => void
}

/** The code with its hint and actions. The outcome is shown in the place of the code, so that the height stays the same. */
export function codePanel(content: CodeContent): TemplateResult {
  const { t, pairing, wallet, outcome } = content
  const uri = pairing.status === 'waiting' ? pairing.uri : undefined
  return html`<div class="stack" aria-busy=${uri || outcome ? 'false' : 'true'}>
      <div class="over">
        <wm-qr-code
          class=${outcome && !outcome.isExpired ? 'gone' : ''}
          ?faded=${outcome}
          .uri=${uri ?? (outcome && content.lastUri)}
          .logo=${wallet ? wallet.icon : content.picture}
          .name=${wallet?.name ?? ''}
          .label=${t('pairing.code')}
          @wm-failed=${content.failed}
        ></wm-qr-code>
        ${outcome?.over}
      </div>
      <p class="hint center">${outcome?.hint ?? hint(content, uri)}</p>
      ${when(age(content), () => html`<p class="meta center">${age(content)}</p>`)}
    </div>
    <div class="actions ${outcome && !outcome.actions ? 'gone' : ''}">
      ${
        outcome?.actions ??
        html`<wm-copy-button
            data-key="main"
            .value=${uri ?? ''}
            .label=${t('common.copyLink')}
            @wm-copied=${content.copied}
            @wm-copy-failed=${content.copyFailed}
          ></wm-copy-button>
          <wm-button data-key="here" class=${uri ? '' : 'gone'} variant="quiet" href=${uri ?? ''}
            >${t('pairing.openHere')}</wm-button
          >`
      }
    </div>`
}

function hint({ t, wallet, isLate, isRestoring }: CodeContent, uri: string | undefined): string {
  if (isRestoring) return t('announce.restoring')
  if (uri === undefined) return t('pairing.creating')
  if (isLate) return t('pairing.scanned')
  return wallet ? t('pairing.hintWallet', { wallet: wallet.name }) : t('pairing.hint')
}

function age({ t, secondsLeft, hasRenewed }: CodeContent): string {
  if (secondsLeft !== undefined) return t('announce.codeExpires', { count: secondsLeft })
  return hasRenewed ? t('pairing.renewed') : ''
}

// The panel of a pairing by link: opens a wallet's app, site or desktop program. It also has a copy button for the uri, and the wallet's stores.
import { when } from 'lit/directives/when.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { AppSwitch } from '../../state/connections/app-switch.js'
import type { Wallet, WalletEntry } from '../../vocabulary/wallet.js'
import type { MessageKey } from '../lib/localize.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'
import '../primitives/row.js'
import '../primitives/wallet-icon.js'
import { storesOf } from '../views/get-wallet/downloads-view.js'
import type { PanelContent } from './pairing-code.js'
import '../primitives/icon.js'
import '../primitives/ring.js'

/** What the link panel shows. */
export interface LinkContent extends PanelContent {
  readonly wallet: Wallet
  /** What the link opens. */
  readonly platform: 'mobile' | 'webapp' | 'desktop'
  /** The link; undefined until there is a pairing. */
  readonly href: string | undefined
  /** The link opens this page in the wallet's own browser. */
  readonly browses: boolean
  /** What "Copy link" copies: the uri of the pairing or, with `browses`, the address of this page. Empty: there is none yet. */
  readonly copy: string
  /** What the page has seen since the link was opened; undefined: it was not opened. */
  readonly opened: AppSwitch['outcome'] | undefined
  /** The button for another way to connect; undefined in an embedded view, and until its module is loaded. */
  readonly another: TemplateResult | undefined
  /** Opens the link. Called within the click, because browsers open links only then. */
  readonly open: () => void
}

const hints = {
  mobile: 'pairing.openHint',
  webapp: 'pairing.webappHint',
  desktop: 'pairing.desktopHint',
} as const satisfies Record<LinkContent['platform'], MessageKey>
/** Fields of the list entry with the stores that have the program, by platform. */
const storeFields: Readonly<Record<LinkContent['platform'], readonly (keyof WalletEntry)[]>> = {
  mobile: ['app_store', 'play_store'],
  webapp: [],
  desktop: ['homepage'],
}

/** The wallet's picture with the state, the button that opens the link, and the stores. When the link seems to have opened nothing: other ways. */
export function linkPanel(content: LinkContent): TemplateResult {
  const { t, wallet, href, isLate, outcome, opened } = content
  const { name } = wallet
  const isOpened = opened === 'nothing' || opened === 'back'
  const heading = opened === 'nothing' ? t('pairing.nothing') : t('connecting.continueIn', { wallet: name })
  const ring = opened === 'nothing' || content.browses ? 'idle' : 'waiting'
  return html`<div class="center hero">
      <wm-wallet-icon size="lg" .src=${wallet.icon} .name=${name} .state=${outcome?.ring ?? ring}></wm-wallet-icon>
      <h3>${outcome?.heading ?? heading}</h3>
      <p class="hint">${outcome?.hint ?? hint(content)}</p>
      ${when(isLate && !outcome && !isOpened, () => html`<p class="hint">${t('pairing.stillWaiting', { wallet: name })}</p>`)}
    </div>
    <div class="actions ${outcome && !outcome.actions ? 'gone' : ''}">
      <wm-button data-key="main" ?busy=${!outcome && href === undefined} @click=${outcome ? content.retry : content.open}
        >${outcome ? t('common.retry') : t(isOpened ? 'pairing.openAgain' : 'pairing.open', { wallet: name })}</wm-button
      >
      ${
        outcome?.another ??
        html`<wm-copy-button
            data-key="copy"
            .value=${content.copy}
            .label=${t('common.copyLink')}
            @wm-copied=${content.copied}
            @wm-copy-failed=${content.copyFailed}
          ></wm-copy-button>
          ${isOpened ? content.another : nothing}`
      }
    </div>
    ${storeRows(content)}`
}

function hint({ t, wallet: { name: wallet }, platform, browses, opened, isRestoring }: LinkContent): string {
  if (isRestoring) return t('announce.restoring')
  if (opened === 'nothing') return t('pairing.nothingHint', { wallet })
  if (browses) return t('pairing.browseHint', { wallet })
  return t(opened === 'back' ? 'pairing.waitsHint' : hints[platform], { wallet })
}

function storeRows({ t, wallet, platform }: LinkContent): TemplateResult | typeof nothing {
  const links = storesOf(wallet.entry).filter(({ field }) => storeFields[platform].includes(field))
  if (links.length === 0) return nothing
  return html`<h3 class="section" id="stores">${t('pairing.getApp')}</h3>
    <ul class="group" role="list" aria-labelledby="stores">
      ${links.map(
        ({ field, icon, label, href }) =>
          html`<li>
            <wm-row data-key=${field} href=${href} .label=${t(label)}>
              <wm-icon slot="icon" name=${icon}></wm-icon>
              <span slot="end" class="visually-hidden">${t('common.opensNewTab')}</span>
            </wm-row>
          </li>`,
      )}
    </ul>`
}

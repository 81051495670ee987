// The outcomes of a pairing, for the code panel and the link panel: approved, declined or failed; and the panels of platforms that need no pairing.
// Loaded once there is a code.
import { html, nothing, type TemplateResult } from 'lit'
import type { ErrorCode, WalletError } from '../../vocabulary/errors.js'
import type { Connection } from '../../state/connections/connection.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/interface/modal.js'
import { createNotices } from '../../state/interface/notices.js'
import type { Pairing } from '../../state/connections/pairing.js'
import { createRouter } from '../../state/interface/router.js'
import type { View } from '../../vocabulary/view.js'
import type { Platform, Wallet } from '../../vocabulary/wallet.js'
import type { WmView } from '../lib/element.js'
import type { MessageKey, Translate } from '../lib/localize.js'
import '../primitives/banner.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'
import type { RingState } from '../primitives/ring.js'
import '../primitives/wallet-icon.js'

import { successShown } from '../lib/success.js'
import '../primitives/icon.js'

/** What an outcome is made of. */
export interface OutcomeContent {
  readonly t: Translate
  readonly pairing: Pairing
  readonly wallet: Wallet | undefined
  /** The connections when the wallet approved; undefined before. */
  readonly earlier: readonly Connection[] | undefined
  /** The connections now. */
  readonly now: readonly Connection[]
  /** Starts a new pairing. */
  readonly retry: () => void
}

/** `OutcomeContent` with what is known of the pairing's result. */
interface KnownOutcomeContent extends OutcomeContent {
  /** The wallet of the connection that the pairing has made. */
  readonly connected: Connection['wallet'] | undefined
  /** Leads to another way to connect; undefined in an embedded view. */
  readonly another: (() => void) | undefined
}

/** What a panel shows when the pairing is approved or has ended. */
export interface Outcome {
  readonly heading: string
  readonly hint: string
  readonly ring: Exclude<RingState, 'idle'>
  /** The code has expired: it stays visible, faded, under the button for a new code. */
  readonly isExpired: boolean
  /** Shown over, or in place of, the code. */
  readonly over: TemplateResult
  /** The buttons of the code panel; undefined: none are needed. */
  readonly actions: TemplateResult | undefined
  /** The button for another way to connect; also in `actions`. */
  readonly another?: TemplateResult
}

/** Texts by error code: the heading with and without a wallet's name, and the hint. Other codes have a general heading, and the error's text as hint. */
const failures: Partial<Record<ErrorCode, readonly [heading: MessageKey, nameless: MessageKey, hint: MessageKey]>> = {
  USER_REJECTED: ['connecting.declined', 'pairing.declined', 'connecting.declinedHint'],
  NO_ACCOUNTS: ['connecting.noAccounts', 'pairing.noAccounts', 'connecting.noAccountsHint'],
  PAIRING_EXPIRED: ['pairing.expired', 'pairing.expired', 'pairing.expiredHint'],
}

/** The outcome of the pairing that `view` shows; undefined while it waits for the wallet. */
export function outcomeOf(view: WmView, given: OutcomeContent): Outcome | undefined {
  const { t, pairing, earlier, now } = given
  const connected = madeSince(earlier, now)
  const content: KnownOutcomeContent = { ...given, connected, another: anotherWay(view) }
  if (connected) return approved(content, t('connecting.approved', { wallet: connected.name }), ' ', 'done')
  if (pairing.status === 'approving') return approved(content, t('pairing.approving'), t('pairing.approvingHint'), 'waiting')
  return pairing.status === 'failed' ? failed(content, pairing.error.code) : undefined
}

function approved(content: KnownOutcomeContent, heading: string, hint: string, ring: 'waiting' | 'done'): Outcome {
  return { heading, hint, ring, isExpired: false, over: mark(content, heading, ring), actions: undefined }
}

function failed(content: KnownOutcomeContent, code: ErrorCode): Outcome {
  const { t, wallet, retry, another } = content
  const [named, nameless, advice] = failures[code] ?? (['pairing.failed', 'pairing.failed', `errors.${code}`] as const)
  const heading = wallet ? t(named, { wallet: wallet.name }) : t(nameless)
  const again = html`<wm-button data-key="main" @click=${retry}>${t('pairing.newCode')}</wm-button>`
  const copy = html`<wm-copy-button disabled .label=${t('common.copyLink')}></wm-copy-button>`
  const otherWay = another ? anotherButton(t, another) : html`<wm-button class="gone" variant="quiet"></wm-button>`
  const isExpired = code === 'PAIRING_EXPIRED'
  return {
    heading,
    hint: t(advice),
    ring: 'declined',
    isExpired,
    over: isExpired
      ? html`<div class="center">
          <h3>${heading}</h3>
          ${again}
        </div>`
      : mark(content, heading, 'declined'),
    another: otherWay,
    actions: isExpired ? html`${copy}${otherWay}` : html`${again}${otherWay}`,
  }
}

/** The wallet's picture with the ring and the heading; for a failure without a wallet, an icon of the same size. */
function mark({ wallet, connected }: KnownOutcomeContent, heading: string, state: Outcome['ring']): TemplateResult {
  const { icon, name } = connected ?? wallet ?? {}
  return html`<div class="center hero">
    ${
      name === undefined && state === 'declined'
        ? html`<span class="mark"><wm-icon name="danger"></wm-icon></span>`
        : html`<wm-wallet-icon size="lg" .src=${icon} .name=${name ?? ''} .state=${state}></wm-wallet-icon>`
    }
    <h3>${heading}</h3>
  </div>`
}

/** The wallet of a connection in `now` that is not in `before`; undefined if there is none, or no `before`. */
function madeSince(before: readonly Connection[] | undefined, now: readonly Connection[]): Connection['wallet'] | undefined {
  return before && now.find((connection) => !before.includes(connection))?.wallet
}

/** Goes back, or to Connect if the history has no other view. Undefined if `view` is embedded in another one. */
function anotherWay(view: WmView): (() => void) | undefined {
  if (view.hasAttribute('embedded')) return undefined
  const { $history, replace } = view.core.use(createRouter)
  return () => ($history.get().length > 1 ? view.core.use(createModal).back() : replace({ name: 'Connect' }))
}

const anotherButton = (t: Translate, another: () => void) =>
  html`<wm-button data-key="another" variant="quiet" @click=${another}>${t('connecting.anotherWay')}</wm-button>`

/** The button for another way to connect; undefined in an embedded view. */
export function anotherWayButton(view: WmView, t: Translate): TemplateResult | undefined {
  const another = anotherWay(view)
  return another && anotherButton(t, another)
}

/** Announces a failed pairing to screen readers: as declined, or with the text of the error. Nothing for `ABORTED`. */
export function tellFailure(core: Core, t: Translate, { code }: WalletError, wallet: Wallet | undefined): void {
  if (code === 'ABORTED' || core.signal.aborted) return
  const { announce } = core.use(createNotices)
  if (code === 'USER_REJECTED') announce('declined', { wallet: wallet?.name ?? t('pairing.theWallet') }, { assertive: true })
  else announce('failed', { message: t(`errors.${code}`) }, { assertive: true })
}

/** Announces that the connection to the relay is lost, or restored. */
export function tellRestoring(core: Core, isRestoring: boolean): void {
  core.use(createNotices).announce(isRestoring ? 'restoring' : 'restored')
}

/** The banner that is shown while the browser is offline. */
export function offline(t: Translate): TemplateResult {
  return html`<wm-banner variant="warning">${t('common.offline')}</wm-banner>`
}

/** Shown in place of a pairing when no relay is configured. */
export function noServices(view: WmView, t: Translate): TemplateResult {
  import('../primitives/empty-state.js').catch(() => undefined) // the text is visible without the element's styles
  const another = anotherWay(view)
  return html`<wm-empty-state icon="phone" .heading=${t('errors.NO_SERVICES')}>
    ${t('pairing.noServicesHint')}
    ${another ? html`<wm-button slot="action" data-key="another" @click=${another}>${t('connecting.anotherWay')}</wm-button>` : nothing}
  </wm-empty-state>`
}

/** The panel of a platform without a pairing: the installed wallet (`browser`), or where to get the wallet (`unsupported`). */
export function panelWithoutPairing(view: WmView, t: Translate, wallet: Wallet, platform: Platform): TemplateResult {
  if (platform === 'browser') {
    import('../views/connecting/connecting-external-view.js').catch(view.fail)
    const shown: View = { name: 'ConnectingExternal', wallet }
    return html`<wm-connecting-external-view embedded .view=${shown}></wm-connecting-external-view>`
  }
  import('../views/get-wallet/downloads-view.js').catch(view.fail)
  const shown: View = { name: 'Downloads', wallet }
  return html`<p class="hint center">${t('pairing.unsupportedHint', { wallet: wallet.name })}</p>
    <wm-downloads-view embedded .view=${shown}></wm-downloads-view>`
}

/** For `WmView.farewell`: resolves when success was shown, also by the panel of the installed wallet; undefined without success. */
export function seen(
  { renderRoot }: WmView,
  before: readonly Connection[] | undefined,
  now: readonly Connection[],
): Promise<void> | undefined {
  const embedded = renderRoot.querySelector<WmView>('wm-connecting-external-view')
  return embedded?.farewell?.() ?? successShown(madeSince(before, now))
}

// What pairing came to, the same for codes and links: the wallet said yes, said no, or something broke; and what stands there when there is
// nothing to pair. Fetched once there is a code.
import { html, nothing, type TemplateResult } from 'lit'
import type { ErrorCode, WalletError } from '../../errors.js'
import type { Connection } from '../../state/connection.js'
import type { Core } from '../../state/core.js'
import { createModal } from '../../state/modal.js'
import { createNotices } from '../../state/notices.js'
import type { Pairing } from '../../state/pairing.js'
import { createRouter } from '../../state/router.js'
import type { View } from '../../view.js'
import type { Platform, Wallet } from '../../wallet.js'
import { WmViewFailedEvent, type WmView } from '../lib/element.js'
import type { MessageKey, Translate } from '../lib/localize.js'
import '../primitives/banner.js'
import '../primitives/button.js'
import '../primitives/copy-button.js'
import type { RingState } from '../primitives/ring.js'
import '../primitives/wallet-icon.js'

import { successShown } from '../lib/success.js'
import '../primitives/icon.js'

export interface OutcomePart {
  readonly t: Translate
  readonly pairing: Pairing
  readonly wallet: Wallet | undefined
  /** Connections when the wallet said yes, and now. */
  readonly earlier: readonly Connection[] | undefined
  readonly now: readonly Connection[]
  readonly retry: () => void
}

interface KnownPart extends OutcomePart {
  /** The wallet that is connected now. */
  readonly connected: Connection['wallet'] | undefined
  /** Undefined where there is none. */
  readonly another: (() => void) | undefined
}

export interface Outcome {
  readonly heading: string
  readonly hint: string
  readonly ring: Exclude<RingState, 'idle'>
  /** The code holds no more: it stays, faded, under the button for a new one. */
  readonly isExpired: boolean
  /** Stands in place of the code. */
  readonly over: TemplateResult
  /** Undefined: nothing can be done, or has to be. */
  readonly actions: TemplateResult | undefined
  /** Of the actions, the way on without this wallet. */
  readonly another?: TemplateResult
}

/** What went wrong → heading and advice, with and without a wallet's name. Anything else: the general heading, and the error's own sentence. */
const failures: Partial<Record<ErrorCode, readonly [heading: MessageKey, nameless: MessageKey, hint: MessageKey]>> = {
  USER_REJECTED: ['connecting.declined', 'pairing.declined', 'connecting.declinedHint'],
  NO_ACCOUNTS: ['connecting.noAccounts', 'pairing.noAccounts', 'connecting.noAccountsHint'],
  PAIRING_EXPIRED: ['pairing.expired', 'pairing.expired', 'pairing.expiredHint'],
}

export function outcomeOf(view: WmView, given: OutcomePart): Outcome | undefined {
  const { t, pairing, earlier, now } = given
  const connected = madeSince(earlier, now)
  const part: KnownPart = { ...given, connected, another: anotherWay(view) }
  if (connected) return approved(part, t('connecting.approved', { wallet: connected.name }), ' ', 'done')
  if (pairing.status === 'approving') return approved(part, t('pairing.approving'), t('pairing.approvingHint'), 'waiting')
  return pairing.status === 'failed' ? failed(part, pairing.error.code) : undefined
}

function approved(part: KnownPart, heading: string, hint: string, ring: 'waiting' | 'done'): Outcome {
  return { heading, hint, ring, isExpired: false, over: mark(part, heading, ring), actions: undefined }
}

function failed(part: KnownPart, code: ErrorCode): Outcome {
  const { t, wallet, retry, another } = part
  const [named, nameless, advice] = failures[code] ?? (['pairing.failed', 'pairing.failed', `errors.${code}`] as const)
  const heading = wallet ? t(named, { wallet: wallet.name }) : t(nameless)
  const again = html`<wm-button data-key="main" @click=${retry}>${t('pairing.newCode')}</wm-button>`
  const copy = html`<wm-copy-button disabled .label=${t('common.copyLink')}></wm-copy-button>`
  const otherWay = another
    ? html`<wm-button data-key="another" variant="quiet" @click=${another}>${t('connecting.anotherWay')}</wm-button>`
    : html`<wm-button class="gone" variant="quiet"></wm-button>`
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
      : mark(part, heading, 'declined'),
    another: otherWay,
    actions: isExpired ? html`${copy}${otherWay}` : html`${again}${otherWay}`,
  }
}

/** A wallet's picture with the ring around it, or a mark of the same size where no wallet is known. */
function mark({ wallet, connected }: KnownPart, heading: string, state: Outcome['ring']): TemplateResult {
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

/** The wallet of a connection that was not there `before`; undefined without such a moment. */
function madeSince(before: readonly Connection[] | undefined, now: readonly Connection[]): Connection['wallet'] | undefined {
  return before && now.find((connection) => !before.includes(connection))?.wallet
}

/** Back to where the visitor came from, or to the list; undefined where the view is only a part of another one. */
function anotherWay(view: WmView): (() => void) | undefined {
  if (view.hasAttribute('embedded')) return undefined
  const { $history, replace } = view.core.use(createRouter)
  return () => ($history.get().length > 1 ? view.core.use(createModal).back() : replace({ name: 'Connect' }))
}

/** The view shows it; here it is said aloud. What a person declined is no error. */
export function tellFailure(core: Core, t: Translate, { code }: WalletError, wallet: Wallet | undefined): void {
  if (code === 'ABORTED' || core.signal.aborted) return
  const { announce } = core.use(createNotices)
  if (code === 'USER_REJECTED') announce('declined', { wallet: wallet?.name ?? t('pairing.theWallet') }, { assertive: true })
  else announce('failed', { message: t(`errors.${code}`) }, { assertive: true })
}

/** The way to the wallet is lost, or back. */
export function tellRestoring(core: Core, isRestoring: boolean): void {
  core.use(createNotices).announce(isRestoring ? 'restoring' : 'restored')
}

export function offline(t: Translate): TemplateResult {
  return html`<wm-banner variant="warning">${t('common.offline')}</wm-banner>`
}

/** The page has no relay. */
export function noServices(view: WmView, t: Translate): TemplateResult {
  import('../primitives/empty-state.js').catch(() => undefined) // the words are there without it
  const another = anotherWay(view)
  return html`<wm-empty-state icon="phone" .heading=${t('errors.NO_SERVICES')}>
    ${t('pairing.noServicesHint')}
    ${another ? html`<wm-button slot="action" data-key="another" @click=${another}>${t('connecting.anotherWay')}</wm-button>` : nothing}
  </wm-empty-state>`
}

/** In this browser, or not there at all. */
export function panelWithoutPairing(view: WmView, t: Translate, wallet: Wallet, platform: Platform): TemplateResult {
  const failed = (error: unknown) => view.dispatchEvent(new WmViewFailedEvent(error))
  if (platform === 'browser') {
    import('../views/connecting-external-view.js').catch(failed)
    const shown: View = { name: 'ConnectingExternal', wallet }
    return html`<wm-connecting-external-view embedded .view=${shown}></wm-connecting-external-view>`
  }
  import('../views/downloads-view.js').catch(failed)
  const shown: View = { name: 'Downloads', wallet }
  return html`<p class="hint center">${t('pairing.unsupportedHint', { wallet: wallet.name })}</p>
    <wm-downloads-view embedded .view=${shown}></wm-downloads-view>`
}

/** Resolves when a success has been seen, also that of the tab for this browser; undefined when there is none to see. */
export function seen(
  { renderRoot }: WmView,
  before: readonly Connection[] | undefined,
  now: readonly Connection[],
): Promise<void> | undefined {
  const embedded = renderRoot.querySelector<WmView>('wm-connecting-external-view')
  return embedded?.farewell?.() ?? successShown(madeSince(before, now))
}

// The content of `<wallet-onramp>`: Connect until an account is connected, then the views of buying, one at a time, under their headings.
import { css, html, nothing, type TemplateResult } from 'lit'
import { createModal } from '../../state/interface/modal.js'
import { createNotices } from '../../state/interface/notices.js'
import { checkAmount, checkNames } from '../../state/buy/outcome.js'
import type { Core } from '../../state/core.js'
import { isWalletError } from '../../vocabulary/wallet-error.js'
import type { View, ViewNamed } from '../../vocabulary/view.js'
import { adopt } from '../lib/adopt.js'
import type { WmView } from '../lib/element.js'
import { EmbeddedViews } from '../lib/embedded-views.js'
import { activeIn } from '../lib/focus-note.js'
import { focusReady } from '../lib/focus-ready.js'
import type { WmGoEvent } from '../lib/go-to.js'
import { createMessages } from '../lib/localize.js'
import { routeOf } from '../routes.js'
import { type } from '../styles/root.js'
import '../primitives/button.js'
import '../primitives/icon-button.js'
import '../primitives/skeleton.js'
import { create as createConnect } from './connect-content.js'
import { createAnnouncing } from './announcer.js'
import './notices.js'
import { noticeText } from './notice-text.js'
import type { OnrampContent, WalletOnramp } from './onramp.js'
import type { WalletButton } from './wallet-button.js'

const formStyles = css`
  .form {
    position: relative;
    display: block;
    border: 1px solid var(--_wm-line);
    border-radius: var(--_wm-radius);
    background: var(--_wm-surface);
    overflow-wrap: anywhere;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 0.25em;
    min-block-size: 2.75em;
    padding: 0.5em 1em 0;
  }
  .bar > wm-icon-button {
    margin-inline-start: -0.75em;
  }
  h2 {
    margin: 0;
    border-radius: 8px;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.4;
  }
  .wait {
    display: grid;
    gap: 0.75em;
    padding: 0.25em 1em 1em;
  }
  .wait > p {
    margin: 0;
  }
`

/** Longest text of an attribute that can name anything. */
const NAME_LENGTH = 200

/** A view that was gone to from another one. */
interface Step {
  readonly view: View
  /** The `data-key` of what was pressed there. */
  readonly key: string | undefined
}

/** Makes the content; it follows connection, account, theme and language of the modal. */
export function create(host: WalletButton, core: Core, changed: () => void): OnrampContent {
  const element = host as WalletOnramp // only `<wallet-onramp>` loads this module
  const button = createConnect(host, core, changed)
  adopt(host.renderRoot, [type, formStyles])
  const messages = core.use(createMessages)
  const { $account } = core.publicState
  const { $open } = core.use(createModal)
  const { $announcement, $notice } = core.use(createNotices)
  const views = new EmbeddedViews({ core, requestUpdate: changed })
  let first: ViewNamed<'OnRampProviders'> = { name: 'OnRampProviders' }
  let given: readonly unknown[] = []
  let steps: readonly Step[] = []
  let owner: string | undefined
  let stage: 'new' | 'loading' | 'failed' | 'ready' = 'new'

  const load = () => {
    stage = 'loading'
    Promise.all([core.deps.views.load(), messages.load('shell', 'buy', 'errors')])
      .then(
        () => (stage = 'ready'),
        (error: unknown) => {
          core.deps.log.error('buying could not be shown', error)
          stage = 'failed'
        },
      )
      .finally(changed)
  }

  /** The form as the attributes fill it in; the same one as long as they stay the same. */
  const form = () => {
    const { amount, currency, token, method } = element
    const now = [amount, currency, token, method]
    if (given.length > 0 && now.every((value, index) => value === given[index])) return first
    given = now
    const wrong = problemOf(() => checkAmount(amount ?? undefined))
    first = {
      name: 'OnRampProviders',
      amount: wrong || amount === null ? undefined : amount,
      currency: nameOf(currency),
      token: nameOf(token),
      method: nameOf(method),
    }
    if (wrong) report(wrong)
    const checked = first
    checkNames(core, checked).catch((error: unknown) => {
      const isOfAttributes = isWalletError(error) && (error.code === 'TOKEN_REQUIRED' || error.code === 'INVALID_PARAMS')
      if (isOfAttributes && checked === first) report(error)
    })
    return first
  }
  const report = (error: unknown) => core.deps.log.error('<wallet-onramp> has an attribute that names nothing', error)

  const find = (selector: string) => host.renderRoot.querySelector<HTMLElement>(selector)
  const focusTitle = () => {
    const title = find('h2')
    title?.focus({ preventScroll: true })
    return title !== null
  }
  /** After the next render, focuses what has the key in the view that is shown, else the heading. */
  const focusAfter = async (key?: string) => {
    changed()
    await host.updateComplete
    const view = find('[embedded]') as WmView | null // only views have the attribute
    const target = key === undefined ? undefined : view?.renderRoot.querySelector(`[data-key="${CSS.escape(key)}"]`)
    if (target) await focusReady(target)
    else focusTitle()
  }
  const back = () => {
    const left = steps.at(-1)
    steps = steps.slice(0, -1)
    void focusAfter(left?.key)
  }
  const go = (event: WmGoEvent) => {
    const { to, target } = event
    if (to === 'back') {
      event.preventDefault()
      return back()
    }
    if (routeOf(core, to).task !== 'buy') return // the modal shows it
    event.preventDefault()
    const pressed = target instanceof Element ? activeIn(target) : undefined
    steps = to.name === first.name ? [] : [...steps, { view: to, key: (pressed as HTMLElement | undefined)?.dataset['key'] }]
    void focusAfter()
  }

  /** Writes into a live region of the element while the dialog, which has regions of its own, has never been there. */
  const say = (isUrgent: boolean, words: () => string) => {
    if ($open.get() || core.use(createAnnouncing).isOn) return
    const region = find(`.said[role=${isUrgent ? 'alert' : 'status'}]`)
    if (!region) return
    region.textContent = '' // screen readers do not read a text that stays the same
    requestAnimationFrame(() => (region.textContent = words()))
  }
  const stops = [
    $open.listen(changed),
    $announcement.listen((news) => news && say(news.assertive, () => messages.t(`announce.${news.code}`, news.params))),
    $notice.listen((notice) => notice && say(notice.variant === 'error', () => noticeText(messages.t, notice))),
  ]

  const body = (view: View) => {
    if (stage === 'ready') return html`<div @wm-go=${go}>${views.render(view)}</div>`
    if (stage === 'failed')
      return html`<div class="wait">
        <p>${messages.t('shell.viewFailed')}</p>
        <wm-button
          @click=${() => {
            load()
            changed()
          }}
          >${messages.t('common.retry')}</wm-button
        >
      </div>`
    return html`<div class="wait" aria-busy="true"><wm-skeleton .rows=${3}></wm-skeleton></div>`
  }

  return {
    state: (hasFailed) => button.state(hasFailed),
    form(): TemplateResult<1> | undefined {
      const account = $account.get()
      if (account?.address !== owner) {
        owner = account?.address
        steps = []
      }
      if (!account) return undefined
      if (stage === 'new') load()
      const view = steps.at(-1)?.view ?? form()
      const title = stage === 'ready' ? routeOf(core, view).title(messages.t, view) : ''
      return html`<section
        part="form"
        class="root form"
        aria-labelledby="title"
        lang=${messages.$language.get()}
        dir=${messages.direction()}
        @wm-focus-lost=${focusTitle}
      >
        <div class="bar">
          ${
            steps.length > 0
              ? html`<wm-icon-button name="back" .label=${messages.t('common.back')} @click=${back}></wm-icon-button>`
              : nothing
          }
          <h2 id="title" part="title" tabindex="-1">${title}</h2>
        </div>
        ${body(view)} ${$open.get() ? nothing : html`<wm-notices .core=${core}></wm-notices>`}
        <div class="said visually-hidden" role="status"></div>
        <div class="said visually-hidden" role="alert"></div>
      </section>`
    },
    focus: focusTitle,
    stop() {
      for (const stop of stops) stop()
      button.stop()
    },
  }
}

function problemOf(check: () => void): unknown {
  try {
    check()
    return undefined
  } catch (error) {
    return error
  }
}

/** A name of an attribute; an empty one for what cannot name anything: a page without types may give anything. */
const nameOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined // Lit gives null for an attribute that was removed
  return typeof value === 'string' && value.length <= NAME_LENGTH ? value : ''
}

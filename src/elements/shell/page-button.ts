// The base of the buttons that stand in the page: each finds its modal, wears its theme, and shows a little of its state.
import { css, type CSSResultGroup } from 'lit'
import { property } from 'lit/decorators.js'
import { WalletError } from '../../errors.js'
import type { Core } from '../../state/core.js'
import type { ModalHandle } from '../../state/handle.js'
import { createSession } from '../../state/session.js'
import { WmCoreElement } from '../lib/core-element.js'
import { awaitModal, findModal } from '../lib/find-modal.js'
import { directionOf } from '../lib/direction.js'
import { createMessages, format, type MessageParams } from '../lib/localize.js'
import { followTheme } from '../lib/theme.js'
import button from '../locales/button.js'
import { root } from '../styles/root.js'

export const pageButtonStyles = css`
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-block-size: 2.75em;
    padding: 0.375em 1.125em;
    border: 1px solid transparent;
    border-radius: var(--_wm-radius-control);
    font-weight: 600;
    line-height: 1.25;
    white-space: nowrap;
    transition: background-color var(--_wm-duration-state);
  }
  .accent {
    background: var(--_wm-accent);
    color: var(--_wm-on-accent);
  }
  .plain {
    padding-inline: 0.625em 0.875em;
    border-color: var(--_wm-line);
    background: var(--_wm-raised);
    color: var(--_wm-text);
  }
  .warning {
    border-color: var(--_wm-warning);
    background: var(--_wm-warning-soft);
    color: var(--_wm-warning);
  }
  .address {
    font-variant-ligatures: no-contextual;
    font-variant-numeric: slashed-zero tabular-nums;
  }
  .muted {
    color: var(--_wm-text-2);
    font-variant-numeric: tabular-nums;
  }
  wm-avatar,
  wm-network-icon {
    --size: 1.5em;
  }
  .ring {
    inline-size: 1.125em;
    block-size: 1.125em;
    border: 2px solid currentColor;
    border-block-start-color: transparent;
    border-radius: 50%;
  }
  @media (hover: hover) {
    .accent:hover {
      background: color-mix(in oklab, var(--_wm-accent) 90%, var(--_wm-text));
    }
    .plain:hover {
      background: var(--_wm-hover);
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .ring {
      animation: turn 900ms linear infinite;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    button {
      transition: none;
    }
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }
  }
`

export abstract class PageButton extends WmCoreElement {
  static override shadowRootOptions: ShadowRootInit = { ...WmCoreElement.shadowRootOptions, delegatesFocus: true }
  static override styles: CSSResultGroup = [root, pageButtonStyles]

  protected readonly status = this.watch((core) => core.use(createSession).$status)
  protected readonly account = this.watch((core) => core.use(createSession).$account)
  protected readonly network = this.watch((core) => core.use(createSession).$network)
  protected readonly isUnsupported = this.watch((core) => core.use(createSession).$isUnsupported)
  readonly #texts = this.watch((core) => core.use(createMessages).$messages)

  /** Id of the `<wallet-modal>` or `<wallet-provider>` it belongs to; needed only where a page has several. */
  @property() accessor for: string | undefined
  /** The modal itself, from code. */
  @property({ attribute: false }) accessor modal: ModalHandle | undefined

  #search: AbortController | undefined
  #unfollow: (() => void) | undefined

  override connectedCallback() {
    super.connectedCallback()
    this.#look()
    if (this.hasCore) this.#wear(this.core)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#search?.abort()
    this.#unfollow?.()
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>) {
    if (changed.has('for') || changed.has('modal')) this.#look()
  }

  /** A button shows itself before its modal is there. */
  protected override shouldUpdate() {
    return true
  }

  protected override provide(core: Core | undefined) {
    super.provide(core)
    if (core !== undefined && this.isConnected) this.#wear(core)
  }

  /** Opens the modal. Without one, the page is told what is missing. */
  protected openModal(...view: Parameters<ModalHandle['open']>) {
    const modal = findModal(this, this)
    if (modal === undefined) throw new WalletError('NO_MODAL')
    void modal.open(...view)
  }

  protected text(key: keyof typeof button, params?: MessageParams): string {
    void this.#texts
    return this.hasCore ? this.use(createMessages).t(`button.${key}`, params) : format(button[key], 'en', params)
  }

  /** The text around `{placeholder}`, for a name that stands in the middle as an element of its own. */
  protected around(key: keyof typeof button, placeholder: string): [before: string, after: string] {
    const [before = '', after = ''] = this.text(key, { [placeholder]: '\n' }).split('\n')
    return [before, after]
  }

  protected get language() {
    return this.hasCore ? this.use(createMessages).$language.get() : 'en'
  }
  protected get direction() {
    return directionOf(this.language)
  }

  #look() {
    this.#search?.abort()
    this.#search = new AbortController()
    awaitModal(this, this, this.#search.signal, (modal) => this.provide(modal.core))
  }

  #wear(core: Core) {
    this.#unfollow?.()
    if (!core.signal.aborted) this.#unfollow = followTheme(this, core)
  }
}

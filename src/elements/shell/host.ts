// The base of `<wallet-modal>`: small, because it is on the page before anybody clicks. The dialog is imported on the first open.
import { css, html, nothing, type PropertyDeclarations } from 'lit'
import type { ModalConfig } from '../../config/types.js'
import { CodedError } from '../../coded-error.js'
import type { Core } from '../../state/core.js'
import type { ModalHandle } from '../../state/handle.js'
import { MODAL_READY } from '../lib/find-modal.js'
import type { FocusNote } from '../lib/focus-note.js'
import { noModal } from '../lib/no-modal.js'
import type { Changeable } from './attribute-changes.js'
import { SettingsElement, earlySettings } from './settings-element.js'
import type { dress, noteFocus } from './shell.js'

/** What the element becomes on its first open. */
interface Shell {
  readonly dress: typeof dress
  readonly noteFocus: typeof noteFocus
  readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig>
}

/** An element that comes back within this was only moved. */
const REMOVED_MS = 1_000
const parts = 'dialog, header, title, close, network, body, footer, notice'

/**
 * @summary A wallet modal. Attributes set it up once, when it is connected; `theme` and `locale` may change later.
 * @slot frame - The embedded wallet's own frame.
 * @csspart dialog - The card: a native `<dialog>`, or a `<section>` with `dialog="inline"`.
 * @csspart header - The bar with the heading.
 * @csspart title - The heading.
 * @csspart close - The button that closes; not with `dialog="inline"`.
 * @csspart network - The button of the header that leads to the networks, on Account.
 * @csspart body - Everything below the header; it scrolls.
 * @csspart footer - The lines about terms and privacy, and of Networks.
 * @csspart notice - The short message over the lower edge.
 */
export abstract class ModalElement extends SettingsElement {
  static override styles = css`
    :host {
      all: initial;
      display: contents;
    }
  `

  static override properties: PropertyDeclarations = { shell: { state: true } } // and those of the settings

  declare private shell: (Pick<Shell, 'dress' | 'noteFocus'> & { readonly core: Core }) | undefined
  #modal: ModalHandle | undefined
  #loading: Promise<unknown> | undefined
  #stop: (() => void) | undefined
  #opener: FocusNote | undefined
  /** Refuses those who wait for `shown()`. */
  readonly #waiting = new Set<(error: Error) => void>()
  /** What may change later, as it was last taken over. */
  #heeded: Changeable = {}

  /** Imports what the element becomes on its first open. */
  protected abstract loadShell(): Promise<Shell>
  /** Makes the instance that this element shows; `rest` reads what is not needed before it starts. @throws CodedError CONFIG_INVALID */
  protected abstract createModal(first: ModalConfig, rest: () => Promise<ModalConfig>): ModalHandle

  /** The instance; given, or made from the attributes when the element is connected. */
  get modal(): ModalHandle | undefined {
    return this.#modal
  }
  set modal(modal: ModalHandle | undefined) {
    if (!modal || modal === this.#modal) return
    this.#modal = modal
    this.#attach()
  }

  /**
   * Resolves when the dialog shows a view; at once when the modal is closed. Rejects when its code could not be had, or the element is taken out
   * of the document before: frameworks move an element by taking it out and putting it back a moment later, so that a second may pass.
   */
  shown(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      void this.#shown()
        .then(resolve, reject)
        .then(() => this.#waiting.delete(reject))
    })
  }

  async #shown(): Promise<void> {
    if (!this.#loading) return
    await this.#loading
    await this.updateComplete
    await this.renderRoot.querySelector('wm-dialog')?.shown()
  }

  override connectedCallback() {
    super.connectedCallback()
    if (document.querySelectorAll('wallet-modal')[1]) void import('./several.js').then(({ tellSameName }) => tellSameName(this))
    if (this.#modal) return this.#attach()
    const { theme, locale, config, id } = this
    const first = {
      ...earlySettings(this),
      // An id of the document may hold anything, such as `:r1:`; one of the settings names the storage. What the page set itself counts.
      ...(id && !config?.id && { id: id.replace(/[^\w.-]/gu, (sign) => `.${sign.codePointAt(0)}`).slice(0, 64) }),
    }
    this.#heeded = { theme, locale }
    this.modal = this.createModal(first, async () => (await this.loadShell()).readAttributes(first, this))
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#detach()
    setTimeout(() => {
      if (this.isConnected) return
      for (const reject of this.#waiting) reject(noModal())
    }, REMOVED_MS)
  }

  protected override updated() {
    const { theme, locale, config } = this
    const before = this.#heeded
    if (!this.#modal || (theme === before.theme && locale === before.locale)) return
    const now = (this.#heeded = { theme, locale })
    void import('./attribute-changes.js').then(
      ({ applyChange }) => this.#modal && applyChange(this.#modal, before, now, config?.theme?.mode),
    )
  }

  #attach() {
    this.#detach()
    const modal = this.#modal
    if (!modal || !this.isConnected) return
    const stop = modal.session.$open.subscribe((open) => open && this.#show(modal))
    const undress = this.shell?.dress(this, this.shell.core)
    this.#stop = () => {
      stop()
      undress?.()
    }
    this.ownerDocument.dispatchEvent(new Event(MODAL_READY))
    if (modal.look.isInline && !modal.session.$open.get()) void modal.open()
  }

  #detach() {
    this.#stop?.()
    this.#stop = undefined
  }

  #show(modal: ModalHandle) {
    this.#opener = this.shell?.noteFocus() // now: a moment later the dialog has it
    this.requestUpdate()
    this.#loading ??= this.#load(modal).catch((error: unknown) => {
      this.#loading = undefined
      modal.close()
      throw error instanceof CodedError ? error : new CodedError('UNKNOWN', 'Something went wrong', { cause: error })
    })
    // Who awaits `shown()` is told; nobody else has to.
    this.#loading.catch(() => undefined)
  }

  async #load(modal: ModalHandle) {
    const [core, { dress, noteFocus }] = await Promise.all([modal.core ?? modal.start(), this.loadShell()])
    this.#opener = noteFocus()
    this.shell = { dress, noteFocus, core }
    this.#attach()
  }

  protected override render() {
    if (!this.shell) return nothing
    return html`<wm-dialog exportparts=${parts} .core=${this.shell.core} .opener=${this.#opener}>
      <slot name="frame" slot="frame"></slot>
    </wm-dialog>`
  }
}

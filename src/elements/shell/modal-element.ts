// The base of `<wallet-modal>`. It is in the entry chunk and therefore small; the dialog is imported on the first open.
import { css, nothing, type PropertyDeclarations } from 'lit'
import type { ModalConfig } from '../../config/types.js'
import { WalletError } from '../../vocabulary/wallet-error.js'
import type { Core } from '../../state/core.js'
import type { ModalHandle } from '../../state/interface/handle.js'
import { MODAL_READY } from '../lib/find-modal.js'
import type { FocusNote } from '../lib/focus-note.js'
import { noModal } from '../lib/no-modal.js'
import { report } from '../lib/report.js'
import type { Changeable } from './attribute-changes.js'
import { SettingsElement, earlySettings } from './settings-element.js'
import type { applyTheme, noteFocus, renderDialog } from './shell.js'

/** What the first open imports: `shell.ts` and `attributes.ts`. */
interface Shell {
  readonly applyTheme: typeof applyTheme
  readonly noteFocus: typeof noteFocus
  readonly renderDialog: typeof renderDialog
  readAttributes(first: ModalConfig, element: ModalElement): Promise<ModalConfig>
}

/** An element that is connected again within this time was only moved, ms. */
const REMOVED_MS = 1_000

/**
 * @summary A wallet modal. Its attributes are read once, when the element is connected; `theme` and `locale` may change later.
 * @slot frame - The frame of an embedded wallet.
 * @csspart dialog - The card: a native `<dialog>`, or a `<section>` with `dialog="inline"`.
 * @csspart header - The bar with the heading.
 * @csspart title - The heading.
 * @csspart close - The button that closes; not with `dialog="inline"`.
 * @csspart network - The button in the header that opens the list of networks; on Account.
 * @csspart body - Everything below the header; it scrolls.
 * @csspart footer - The line about terms and privacy, or the note of Networks.
 * @csspart notice - The short message over the lower edge.
 */
export abstract class ModalElement extends SettingsElement {
  static override styles = css`
    :host {
      all: initial;
      display: contents;
    }
  `

  static override properties: PropertyDeclarations = { shell: { state: true } } // the settings' properties are in `SettingsElement`

  declare private shell: (Shell & { readonly core: Core }) | undefined
  #modal: ModalHandle | undefined
  #loading: Promise<unknown> | undefined
  #stop: (() => void) | undefined
  #opener: FocusNote | undefined
  /** Rejects the pending `shown()` calls. */
  readonly #waiting = new Set<(error: Error) => void>()
  /** The attributes that may change later, as they were last applied. */
  #applied: Changeable = {}

  /** Imports the dialog, and the reader of the attributes. */
  protected abstract loadShell(): Promise<Shell>
  /**
   * Makes the instance that this element shows. `first` are the settings that the closed modal needs. `rest` reads all settings; it is called when
   * the core starts.
   * @throws WalletError CONFIG_INVALID when a setting is unknown or of another kind
   */
  protected abstract createModal(first: ModalConfig, rest: () => Promise<ModalConfig>): ModalHandle

  /** The modal instance: set from code, or made from the attributes when the element is connected. */
  get modal(): ModalHandle | undefined {
    return this.#modal
  }
  set modal(modal: ModalHandle | undefined) {
    if (!modal || modal === this.#modal) return
    this.#modal = modal
    this.#attach()
  }

  /**
   * Resolves when the dialog shows a view, or at once when the modal is closed. Rejects when the dialog's code does not load, and one second after the
   * element was removed from the document; within that second a framework may put it back.
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
    if (document.querySelectorAll('wallet-modal')[1])
      import('./duplicate-id.js').then(({ tellSameName }) => tellSameName(this)).catch(report)
    if (this.#modal) return this.#attach()
    const { theme, locale, config, id } = this
    const first = {
      ...earlySettings(this),
      // The element's `id` becomes the setting `id`, which names the storage. Characters that the setting does not allow, as in `:r1:`, are replaced.
      ...(id && !config?.id && { id: id.replace(/[^\w.-]/gu, (sign) => `.${sign.codePointAt(0)}`).slice(0, 64) }),
    }
    this.#applied = { theme, locale }
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
    const before = this.#applied
    if (!this.#modal || (theme === before.theme && locale === before.locale)) return
    const now = (this.#applied = { theme, locale })
    import('./attribute-changes.js')
      .then(({ applyChange }) => this.#modal && applyChange(this.#modal, before, now, config?.theme?.mode))
      .catch(report)
  }

  #attach() {
    this.#detach()
    const modal = this.#modal
    if (!modal || !this.isConnected) return
    const stop = modal.publicState.$open.subscribe((open) => open && this.#show(modal))
    const removeTheme = this.shell?.applyTheme(this, this.shell.core)
    this.#stop = () => {
      stop()
      removeTheme?.()
    }
    this.ownerDocument.dispatchEvent(new Event(MODAL_READY))
    if (modal.appearance.isInline && !modal.publicState.$open.get()) modal.open().catch(report)
  }

  #detach() {
    this.#stop?.()
    this.#stop = undefined
  }

  #show(modal: ModalHandle) {
    this.#opener = this.shell?.noteFocus() // now, before the dialog takes focus
    this.requestUpdate()
    this.#loading ??= this.#load(modal).catch((error: unknown) => {
      this.#loading = undefined
      modal.close()
      throw error instanceof WalletError ? error : new WalletError('UNKNOWN', 'Something went wrong', { cause: error })
    })
    // `shown()` rejects; other callers ignore the failure.
    this.#loading.catch(() => undefined)
  }

  async #load(modal: ModalHandle) {
    const [core, shell] = await Promise.all([modal.core ?? modal.start(), this.loadShell()])
    this.#opener = shell.noteFocus()
    this.shell = { ...shell, core }
    this.#attach()
  }

  protected override render() {
    return this.shell ? this.shell.renderDialog(this.shell.core, this.#opener) : nothing
  }
}

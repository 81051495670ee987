// The base of `<wallet-modal>`: small, because it is on the page before anybody clicks. The dialog is imported on the first open.
import { css, html, nothing, type PropertyValues } from 'lit'
import type { DialogMode, ModalConfig, ThemeMode } from '../../config.js'
import { WalletError } from '../../errors.js'
import type { NetworkInput } from '../../network.js'
import type { Core } from '../../state/core.js'
import type { ModalHandle } from '../../state/handle.js'
import { createLocale } from '../../state/locale.js'
import { createModal } from '../../state/modal.js'
import { createTheme } from '../../state/theme.js'
import { WmElement } from '../lib/base.js'
import { MODAL_READY } from '../lib/find-modal.js'
import { noteFocus, type FocusNote } from '../lib/focus-note.js'
import { followTheme } from '../lib/theme.js'
import { root } from '../styles/root.js'

const parts = 'dialog, header, title, close, network, body, footer, notice'
const words = (text: string | undefined) => text?.split(/[\s,]+/).filter((word) => word !== '')
const flag = (text: string | undefined) => (text === undefined ? undefined : text !== 'false')

/**
 * @summary A wallet modal. Attributes set it up once, when it is connected; `theme` and `locale` may change later.
 * @slot frame - The embedded wallet's own frame.
 */
export abstract class ModalElement extends WmElement {
  static override styles = [
    root,
    css`
      :host {
        display: contents;
      }
    `,
  ]

  // One table instead of a decorated accessor each: these bytes are on the page before anybody clicks.
  static override properties = {
    projectId: { attribute: 'project-id' },
    services: {},
    networks: {},
    defaultNetwork: { attribute: 'default-network' },
    theme: {},
    locale: {},
    dialog: {},
    termsUrl: { attribute: 'terms-url' },
    privacyUrl: { attribute: 'privacy-url' },
    featuredWalletIds: { attribute: 'featured-wallet-ids' },
    includeWalletIds: { attribute: 'include-wallet-ids' },
    excludeWalletIds: { attribute: 'exclude-wallet-ids' },
    debug: {},
    config: { attribute: false },
    loaded: { state: true },
  }

  /** Labels the storage and the calls to your services. */
  declare projectId: string | undefined
  /** Base url of your services. */
  declare services: string | undefined
  /** Comma list of CAIP-2 ids or short names: `mainnet, base, solana`. */
  declare networks: string | undefined
  /** CAIP-2 id. */
  declare defaultNetwork: string | undefined
  /** `dark`, `light` or `system`. */
  declare theme: ThemeMode | undefined
  /** BCP 47 language tag. */
  declare locale: string | undefined
  /** `modal`, `layer` or `inline`. */
  declare dialog: DialogMode | undefined
  declare termsUrl: string | undefined
  declare privacyUrl: string | undefined
  /** Comma list of wallet ids. */
  declare featuredWalletIds: string | undefined
  /** Comma list of wallet ids. */
  declare includeWalletIds: string | undefined
  /** Comma list of wallet ids. */
  declare excludeWalletIds: string | undefined
  /** Shows setup problems in the modal. */
  declare debug: string | undefined
  /** Settings beyond what fits into an attribute; attributes win. */
  declare config: ModalConfig | undefined

  declare private loaded: boolean | undefined
  #modal: ModalHandle | undefined
  #loading: Promise<unknown> | undefined
  #stops: (() => void)[] = []
  #opener: FocusNote | undefined

  /** Makes the instance that this element shows. @throws WalletError CONFIG_INVALID */
  protected abstract createModal(config: ModalConfig): ModalHandle

  /** The instance; given, or made from the attributes when the element is connected. */
  get modal(): ModalHandle | undefined {
    return this.#modal
  }
  set modal(modal: ModalHandle | undefined) {
    if (modal === undefined || modal === this.#modal) return
    this.#modal = modal
    if (this.isConnected) this.#attach(modal.core)
    this.requestUpdate()
  }

  /** Resolves when the dialog shows a view; at once when the modal is closed. Rejects when its code could not be had. */
  async shown(): Promise<void> {
    if (this.#loading === undefined) return
    await this.#loading
    await this.updateComplete
    await this.renderRoot.querySelector('wm-dialog')?.shown()
  }

  override connectedCallback() {
    super.connectedCallback()
    if (this.#modal !== undefined) this.#attach(this.#modal.core)
    else if (this.networks === undefined) this.modal = this.createModal(this.#settings())
    else void this.#createWithNetworks(this.networks)
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.#detach()
  }

  protected override updated(changed: PropertyValues<this>) {
    const core = this.#modal?.core
    if (core === undefined || core.signal.aborted || !this.hasUpdated) return
    if (changed.get('theme') !== undefined) core.use(createTheme).setMode(this.theme ?? 'system')
    if (changed.has('locale') && this.locale) core.use(createLocale).setLocale(this.locale)
  }

  /** The table of networks is fetched only for pages that name them. */
  async #createWithNetworks(list: string) {
    const known: Readonly<Record<string, NetworkInput>> = await import('../../networks.js')
    if (this.#modal !== undefined || !this.isConnected) return
    const networks = (words(list) ?? []).map((word) => {
      const network = known[word] ?? Object.values(known).find((candidate) => candidate.caipNetworkId === word)
      if (network === undefined) throw new WalletError('NETWORK_NOT_FOUND', { details: { network: word } })
      return network
    })
    this.modal = this.createModal(this.#settings({ networks }))
  }

  #settings(more: ModalConfig = {}): ModalConfig {
    const { projectId, services, termsUrl, privacyUrl, locale, dialog } = this
    const given: ModalConfig = {
      ...more,
      id: this.id || undefined,
      projectId,
      services,
      // The schema of the settings refuses what is no chain id.
      defaultNetwork: this.defaultNetwork as ModalConfig['defaultNetwork'],
      locale,
      dialog,
      termsUrl,
      privacyUrl,
      featuredWalletIds: words(this.featuredWalletIds),
      includeWalletIds: words(this.includeWalletIds),
      excludeWalletIds: words(this.excludeWalletIds),
      debug: flag(this.debug),
      theme: this.theme === undefined ? undefined : { ...this.config?.theme, mode: this.theme },
    }
    return { ...this.config, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
  }

  #attach(core: Core) {
    this.#detach()
    if (core.signal.aborted) return
    const { $open } = core.use(createModal)
    this.#stops = [followTheme(this, core), $open.subscribe((open) => this.#changed(open, core))]
    this.ownerDocument.dispatchEvent(new Event(MODAL_READY))
    if (core.config.dialog === 'inline') void this.#modal?.open()
  }

  #detach() {
    for (const stop of this.#stops.splice(0)) stop()
  }

  #changed(open: boolean, core: Core) {
    if (!open) return
    this.#opener = noteFocus() // now: a moment later the dialog has it
    this.requestUpdate()
    this.#loading ??= import('./dialog.js').then(
      () => (this.loaded = true),
      (error: unknown) => {
        this.#loading = undefined
        core.deps.log.error('the dialog did not load', error)
        core.use(createModal).close({ force: true })
        throw new WalletError('NETWORK_ERROR', { cause: error })
      },
    )
    // Who awaits `shown()` is told; nobody else has to.
    this.#loading.catch(() => undefined)
  }

  protected override render() {
    if (!this.loaded || this.#modal === undefined) return nothing
    return html`<wm-dialog exportparts=${parts} .core=${this.#modal.core} .opener=${this.#opener}>
      <slot name="frame" slot="frame"></slot>
    </wm-dialog>`
  }
}

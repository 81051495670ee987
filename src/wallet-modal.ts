// The root: `createWalletModal(config)` and `<wallet-modal>`. This file and its imports are all that a page loads before a click: `LazyWalletModal`, with
// the public state and the listeners of one instance. It imports the instance itself (`root/loaded-modal.ts`) when that is needed.
import type { ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from './vocabulary/caip.js'
import { destroyed, unreachable } from './vocabulary/wallet-error.js'
import type { ModalConfig, PreloadMode, ThemeMode } from './config/types.js'
import type { Opening, OutcomeOf } from './vocabulary/view.js'
import type {} from './elements/all-routes.js' // the names and parameters of the views
import { register } from './elements/lib/define.js'
import { noModal } from './elements/lib/no-modal.js'
import { report } from './elements/lib/report.js'
import { beginLanguage } from './elements/locales/index.js'
import { ModalElement } from './elements/shell/modal-element.js'
import type { Account } from './vocabulary/events.js'
import type { LoadedModal } from './root/loaded-modal.js'
import { type Network, type NetworkInput, toNetwork } from './vocabulary/network.js'
import type { Providers } from './vocabulary/providers.js'
import { createLazyProvider } from './root/lazy-provider.js'
import { checkKinds } from './config/check-kinds.js'
import { pickDefaultNetwork } from './config/default-network.js'
import type { Core } from './state/core.js'
import type { InitialAppearance, ModalHandle } from './state/interface/handle.js'
import { type ModalEvents, type PublicState, type ConnectionStatus, createPublicState } from './state/interface/public-state.js'
import type { Actions } from './root/actions.js'
import type { Watchable, WatchQuestions } from './vocabulary/watchable.js'

/** One modal of a page. Two instances share nothing. After `destroy()` every method that needs the core rejects with DESTROYED. */
export interface WalletModal extends ModalHandle {
  /** The `<wallet-modal>` of this instance; undefined on a server. The page may move it in the document. */
  readonly element: WalletModalElement | undefined
  readonly $open: ReadableAtom<boolean>
  readonly $status: ReadableAtom<ConnectionStatus>
  readonly $account: ReadableAtom<Account | undefined>
  /** The chosen network; undefined until the settings are loaded, where they name none. */
  readonly $network: ReadableAtom<Network | undefined>
  /**
   * Opens at `view`; by default at Account when connected, else at Connect (specification §2). Resolves when the view is shown and what follows the first
   * open is loaded; for a view with an outcome (`ViewOutcomes`) then with what the visitor did there.
   * @throws WalletError CONFIG_INVALID when the contents of a setting are wrong; NO_MODAL on a server, and when the element is not in the document;
   * NETWORK_ERROR when code could not be loaded; DESTROYED
   */
  open<Opened extends Opening = never>(view?: Opened): Promise<OutcomeOf<Opened>>
  /** Closes the modal. Does nothing when it is closed, or when closing is refused (the wallet is on an unsupported network). */
  close(): void
  /**
   * Opens the modal so that the visitor connects a wallet, unless one of `namespace` (default: of any) is connected already. Resolves with the account.
   * @throws WalletError MODAL_CLOSED when the visitor closes without connecting; CONFIG_INVALID, NO_MODAL, NETWORK_ERROR and DESTROYED as `open`
   */
  connect<N extends Namespace = Namespace>(options?: {
    readonly namespace?: N | undefined
  }): Promise<Extract<Account, { readonly namespace: N }>>
  /**
   * Disconnects the wallets of `namespace`, or all.
   * @throws WalletError DISCONNECT_FAILED when a wallet refuses or does not answer; it is disconnected here all the same
   */
  disconnect(options?: { readonly namespace?: Namespace | undefined }): Promise<void>
  /**
   * Chooses a configured network, and switches the connected wallet of its namespace to it.
   * @throws WalletError NETWORK_NOT_FOUND when it is not configured, USER_REJECTED, SWITCH_FAILED
   */
  switchNetwork(network: NetworkInput | ChainId): Promise<void>
  /**
   * The provider of a namespace (default: that of EVM chains, EIP-1193), the same object at each call; usable at once, connected or not.
   * `eth_requestAccounts` and `solana_requestAccounts` open the modal when needed.
   */
  provider<N extends Namespace = 'eip155'>(namespace?: N): Providers[N]
  /** Calls `listener` for each event of `name`. Returns the stop function. */
  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void
  /**
   * Calls `listener` with the present value and each later one. Loads the core, and may send requests to your services or nodes. A failure is logged to
   * the console. Returns the stop function.
   * @param about for the values that need one, such as `swapQuote`: the question
   */
  watch<What extends Exclude<keyof Watchable, keyof WatchQuestions>>(
    what: What,
    listener: (value: Watchable[What]) => void,
  ): () => void
  watch<What extends keyof WatchQuestions>(
    what: What,
    listener: (value: Watchable[What]) => void,
    about: WatchQuestions[What],
  ): () => void
  /** Sets the theme's mode. `variables`, if given, replace all design tokens that were set before. */
  setTheme(mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>): Promise<void>
  /** Sets the language by its BCP 47 tag. A tag without messages is reported to the console (LOCALE_NOT_FOUND). */
  setLocale(tag: string): Promise<void>
  /** Ends everything this instance started and takes its element off the page. */
  destroy(): void
}

/**
 * Makes a modal and, in a browser, adds its `<wallet-modal>` to the end of the document's body. Loads no wallet code before it is needed.
 * @throws WalletError CONFIG_INVALID, with the setting's name in `details.setting`, for a setting that does not exist or has the wrong type. The contents
 * of settings are checked after the first open: then `open`, `connect` and the other methods reject with it.
 */
export function createWalletModal(config: ModalConfig = {}): WalletModal {
  checkKinds(config)
  const modal = new LazyWalletModal(config)
  if (globalThis.document) {
    const element = new WalletModalElement()
    modal.element = element
    element.modal = modal
    ;(document.body ?? document.documentElement).append(element)
  }
  return modal
}

/** Loads the chunk of the first open. @throws WalletError NETWORK_ERROR */
const loadFirstOpen = () => import('./root/first-open.js').catch(unreachable)

/** The `WalletModal` of a page. It loads the core with the first call that needs it, and passes the call on. */
class LazyWalletModal implements WalletModal {
  element: WalletModalElement | undefined = undefined
  readonly publicState: PublicState
  readonly appearance: InitialAppearance
  readonly #page: Window | undefined = globalThis.window // undefined on a server
  readonly #input: ModalConfig | (() => Promise<ModalConfig>)
  readonly #preload: PreloadMode
  readonly #providers: { [N in Namespace]?: Providers[N] } = {}
  #loading: Promise<LoadedModal> | undefined
  #loaded: LoadedModal | undefined
  #ended = false
  #waiting = new Set<(core: Core) => void>()

  /**
   * @param first the settings that are visible before any click, as far as they are known
   * @param input all settings, or a function that loads them
   */
  constructor(first: ModalConfig, input: ModalConfig | (() => Promise<ModalConfig>) = first) {
    this.#input = input
    this.#preload = first.preload ?? 'idle'
    const { networks, defaultNetwork } = first
    // The settings are not checked yet: a page without types may pass anything.
    const known = (networks ?? [defaultNetwork]).filter(
      (each) => (each as Partial<NetworkInput> | null)?.id,
    ) as readonly NetworkInput[]
    this.publicState = createPublicState(report, pickDefaultNetwork(known.map(toNetwork), defaultNetwork))
    this.appearance = {
      name: `${first.projectId ?? ''}:${first.id ?? 'default'}`,
      mode: first.theme?.mode ?? 'system',
      isInline: first.dialog === 'inline',
      messages: first.messages ?? {},
    }
    if (this.#page && this.#isNeededNow(first, this.#page)) {
      this.#actions()
        .then((actions) => actions.reconnect())
        .catch((error: unknown) => this.#ended || report(error))
    }
  }

  get $open() {
    return this.publicState.$open
  }
  get $status() {
    return this.publicState.$status
  }
  get $account() {
    return this.publicState.$account
  }
  get $network() {
    return this.publicState.$network
  }
  get core(): Core | undefined {
    return this.#loaded?.core
  }

  /** Whether the core is loaded before a click: for stored connections, another language than English, design tokens of the page, and `debug`. */
  #isNeededNow({ locale, theme, debug }: ModalConfig, page: Window): boolean {
    const language = locale ?? (page.document.documentElement.lang || page.navigator.language)
    const isForeign = !/^en\b/i.test(language)
    if (isForeign) void beginLanguage(language)
    if (debug || theme?.variables || isForeign) return true
    try {
      return ['connections', 'network'].some((name) => page.localStorage.getItem(`wm:${this.appearance.name}:${name}`) !== null)
    } catch {
      return false // the browser forbids storage, so nothing can be stored
    }
  }

  #load(): Promise<LoadedModal> {
    if (this.#ended) return Promise.reject(destroyed())
    const load = async () => {
      const [{ checkSettings, createLoadedModal }, input] = await Promise.all([
        loadFirstOpen(),
        typeof this.#input === 'function' ? this.#input() : this.#input,
      ])
      if (this.#ended) throw destroyed()
      let loaded: LoadedModal
      try {
        loaded = createLoadedModal(input, this.#page, this.publicState, (view) => this.open(view))
      } catch (error) {
        await checkSettings(input) // throws the error that names the setting
        throw error
      }
      this.#loaded = loaded
      return loaded
    }
    return (this.#loading ??= load().catch((error: unknown) => {
      this.#loading = undefined // the next call loads it again
      throw error
    }))
  }

  preload(moment: Exclude<PreloadMode, 'none'>): void {
    if (this.#preload === 'idle' || this.#preload === moment) loadFirstOpen().catch(() => undefined)
  }

  async #actions(): Promise<Actions> {
    return (await this.#start()).actions()
  }

  async start(): Promise<Core> {
    return (await this.#start()).core
  }

  async #start(): Promise<LoadedModal> {
    const loaded = await this.#load()
    this.#tellStarted(loaded)
    return loaded
  }

  /** Calls the callbacks of `whenStarted`. When the modal opens this waits for the first view, which goes before what buttons show of the core. */
  #tellStarted({ core }: LoadedModal) {
    for (const then of this.#waiting) then(core)
    this.#waiting.clear()
  }

  whenStarted(then: (core: Core) => void, signal: AbortSignal): void {
    if (this.core) return then(this.core)
    this.#waiting.add(then)
    signal.addEventListener('abort', () => this.#waiting.delete(then), { once: true })
  }

  async open<Opened extends Opening = never>(view?: Opened): Promise<OutcomeOf<Opened>> {
    const loaded = await this.#load()
    const { element } = this
    if (this.#ended) throw destroyed()
    if (!element?.isConnected) throw noModal()
    const afterShown = loaded.open(view)
    let outcome: () => Promise<unknown>
    try {
      await element.shown()
      outcome = await afterShown()
    } catch (error) {
      if (this.#ended) throw destroyed()
      if (!loaded.core.config.debug) loaded.close(true) // with `debug` it stays open and shows the problem
      throw error
    } finally {
      this.#tellStarted(loaded)
    }
    return outcome() as Promise<OutcomeOf<Opened>> // as the view's row says
  }

  close(): void {
    this.#loaded?.close()
  }

  async connect<N extends Namespace = Namespace>({ namespace }: { readonly namespace?: N | undefined } = {}) {
    const account = await (await this.#actions()).connect(namespace)
    return account as Extract<Account, { readonly namespace: N }> // as asked for, see `root/actions.ts`
  }

  async disconnect({ namespace }: { readonly namespace?: Namespace | undefined } = {}): Promise<void> {
    await (await this.#actions()).disconnect(namespace)
  }

  async switchNetwork(network: NetworkInput | ChainId): Promise<void> {
    await (await this.#actions()).switchNetwork(network)
  }

  provider<N extends Namespace = 'eip155'>(namespace = 'eip155' as N): Providers[N] {
    return (this.#providers[namespace] ??= createLazyProvider(
      namespace,
      async () => (await this.#actions()).provider(namespace),
      this,
    ))
  }

  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void {
    return this.publicState.events.on(name, listener)
  }

  watch<What extends keyof Watchable>(what: What, listener: (value: Watchable[What]) => void, about?: unknown): () => void {
    const life = new AbortController()
    this.#actions()
      .then((actions) => actions.watch(what, listener, life.signal, about))
      .catch((error: unknown) => this.#ended || life.signal.aborted || report(error))
    return () => life.abort()
  }

  async setTheme(mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>): Promise<void> {
    ;(await this.#actions()).setTheme(mode, variables)
  }

  async setLocale(tag: string): Promise<void> {
    ;(await this.#actions()).setLocale(tag)
  }

  destroy(): void {
    this.#ended = true
    this.#loaded?.core.destroy()
    this.publicState.events.clear()
    this.element?.remove()
  }
}

/**
 * @summary The modal: put one on the page, or let `createWalletModal` do it. It shows nothing until it is opened.
 */
export class WalletModalElement extends ModalElement {
  protected override loadShell() {
    return loadFirstOpen()
  }

  protected override createModal(first: ModalConfig, rest: () => Promise<ModalConfig>): ModalHandle {
    const modal = new LazyWalletModal(first, rest)
    modal.element = this
    return modal
  }
}
register('wallet-modal', WalletModalElement)

declare global {
  interface HTMLElementTagNameMap {
    'wallet-modal': WalletModalElement
  }
}

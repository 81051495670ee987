// The root: `createWalletModal(config)` and `<wallet-modal>`. What is here is all that a page pays for before anybody clicks:
// a facade with the stores and listeners of one instance. The instance itself (`instance.ts`) is imported when it is needed.
import type { ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from './caip.js'
import { destroyed, unreachable } from './coded-error.js'
import type { ModalConfig, ThemeMode } from './config/types.js'
import type { View, ViewName } from './elements/all-routes.js'
import { register } from './elements/lib/define.js'
import { noModal } from './elements/lib/no-modal.js'
import { beginLanguage } from './elements/locales/index.js'
import { ModalElement } from './elements/shell/host.js'
import type { Account } from './events.js'
import type { Instance } from './instance.js'
import { type Network, type NetworkInput, toNetwork } from './network.js'
import type { Eip1193Provider } from './eip1193.js'
import { createPageProvider } from './page-provider.js'
import { checkKinds } from './config/check-kinds.js'
import { pickDefaultNetwork } from './config/default-network.js'
import type { Core } from './state/core.js'
import type { Look, ModalHandle } from './state/handle.js'
import { type ModalEvents, type Session, type SessionStatus, createSession } from './state/session.js'
import type { Verbs } from './verbs.js'
import type { Watchable } from './watchable.js'

/** One modal of a page. Two instances share nothing. */
export interface WalletModal extends ModalHandle {
  /** The `<wallet-modal>` of this instance; undefined on a server. Move it freely. */
  readonly element: WalletModalElement | undefined
  readonly $open: ReadableAtom<boolean>
  readonly $status: ReadableAtom<SessionStatus>
  readonly $account: ReadableAtom<Account | undefined>
  /** The chosen network. */
  readonly $network: ReadableAtom<Network | undefined>
  /**
   * Opens at `view`; by default at Account when connected, else at Connect. Resolves when the dialog is in place.
   * @throws WalletError CONFIG_INVALID when a setting's content is wrong; NO_MODAL on a server, and when the element is not in the document
   */
  open(view?: ViewName | View): Promise<void>
  close(): void
  /**
   * Lets the visitor choose a wallet, unless one is connected already; resolves with the account.
   * @throws WalletError MODAL_CLOSED when the visitor closes without connecting; NO_MODAL as `open`; DESTROYED
   */
  connect<N extends Namespace = Namespace>(options?: {
    readonly namespace?: N | undefined
  }): Promise<Extract<Account, { readonly namespace: N }>>
  /** Ends the connection of `namespace`, or all of them. @throws WalletError DISCONNECT_FAILED */
  disconnect(options?: { readonly namespace?: Namespace | undefined }): Promise<void>
  /** @throws WalletError NETWORK_NOT_FOUND, USER_REJECTED, SWITCH_FAILED */
  switchNetwork(network: NetworkInput | ChainId): Promise<void>
  /** EIP-1193; usable from the first moment, connected or not. */
  provider(namespace?: 'eip155'): Eip1193Provider
  /** Returns the stop function. */
  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void
  /** Calls back with the present value and each later one; loads what it takes, and may ask your services or nodes. Returns the stop function. */
  watch<What extends keyof Watchable>(what: What, listener: (value: Watchable[What]) => void): () => void
  setTheme(mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>): Promise<void>
  setLocale(tag: string): Promise<void>
  /** Ends everything this instance started and takes its element off the page. */
  destroy(): void
}

/**
 * Settings of the wrong kind, or that do not exist, throw at once; what is inside them is checked before it is first used.
 * @throws WalletError CONFIG_INVALID, with the setting's name in `details.setting`
 */
export function createWalletModal(config: ModalConfig = {}): WalletModal {
  checkKinds(config)
  const modal = new Facade(config)
  if (typeof document !== 'undefined') {
    const element = new WalletModalElement()
    modal.element = element
    element.modal = modal
    ;(document.body ?? document.documentElement).append(element)
  }
  return modal
}

/** @throws CodedError NETWORK_ERROR */
const loadFirstOpen = () => import('./first-open.js').catch(unreachable)

class Facade implements WalletModal {
  element: WalletModalElement | undefined = undefined
  readonly session: Session
  readonly look: Look
  readonly #page = typeof window === 'undefined' ? undefined : window
  readonly #input: ModalConfig | (() => Promise<ModalConfig>)
  readonly #provider: Eip1193Provider
  #loading: Promise<Instance> | undefined
  #instance: Instance | undefined
  #ended = false
  #waiting = new Set<(core: Core) => void>()

  /** `input`: the settings, or how to have them; `first`: of those that show before any click, what is known already. */
  constructor(first: ModalConfig, input: ModalConfig | (() => Promise<ModalConfig>) = first) {
    this.#input = input
    const { networks, defaultNetwork } = first
    // Unchecked: a page without types passes anything.
    const known = (networks ?? [defaultNetwork]).filter(
      (each) => (each as Partial<NetworkInput> | null)?.id,
    ) as readonly NetworkInput[]
    this.session = createSession(
      (message, error) => console.error(`[wallet-modal] ${message}`, error),
      pickDefaultNetwork(known.map(toNetwork), defaultNetwork),
    )
    this.look = {
      name: `${first.projectId ?? ''}:${first.id ?? 'default'}`,
      mode: first.theme?.mode ?? 'system',
      isInline: first.dialog === 'inline',
      messages: first.messages ?? {},
    }
    this.#provider = createPageProvider({
      load: async () => (await this.#verbs()).provider(),
      session: this.session,
    })
    if (this.#page && this.#isNeededNow(first, this.#page)) {
      this.#verbs()
        .then((verbs) => verbs.reconnect())
        .catch((error: unknown) => this.#ended || console.error('[wallet-modal]', error))
    }
  }

  get $open() {
    return this.session.$open
  }
  get $status() {
    return this.session.$status
  }
  get $account() {
    return this.session.$account
  }
  get $network() {
    return this.session.$network
  }
  get core(): Core | undefined {
    return this.#instance?.core
  }

  /** A visitor who was connected, another language than English, colours to derive: then the instance does not wait for a click. */
  #isNeededNow({ locale, theme, debug }: ModalConfig, page: Window): boolean {
    const language = locale ?? (page.document.documentElement.lang || page.navigator.language)
    const isForeign = !/^en\b/i.test(language)
    if (isForeign) void beginLanguage(language)
    if (debug || theme?.variables || isForeign) return true
    try {
      return ['connections', 'network'].some((name) => page.localStorage.getItem(`wm:${this.look.name}:${name}`) !== null)
    } catch {
      return false // Storage is forbidden: nothing can have been left.
    }
  }

  #load(): Promise<Instance> {
    if (this.#ended) return Promise.reject(destroyed())
    const load = async () => {
      const [{ checkSettings, createInstance }, input] = await Promise.all([
        loadFirstOpen(),
        typeof this.#input === 'function' ? this.#input() : this.#input,
      ])
      if (this.#ended) throw destroyed()
      let instance: Instance
      try {
        instance = createInstance(input, this.#page, this.session, (view) => this.open(view))
      } catch (error) {
        await checkSettings(input) // says which setting it was
        throw error
      }
      this.#instance = instance
      return instance
    }
    return (this.#loading ??= load().catch((error: unknown) => {
      this.#loading = undefined // a chunk that did not arrive is asked for again
      throw error
    }))
  }

  async #verbs(): Promise<Verbs> {
    const instance = await this.#load()
    this.#tellStarted(instance)
    return instance.verbs().catch(unreachable)
  }

  async start(): Promise<Core> {
    const instance = await this.#load()
    this.#tellStarted(instance)
    return instance.core
  }

  /** Where the modal opens, not before its first view is there: what the page shows of the core can wait. */
  #tellStarted({ core }: Instance) {
    for (const then of this.#waiting) then(core)
    this.#waiting.clear()
  }

  whenStarted(then: (core: Core) => void, signal: AbortSignal): void {
    if (this.core) return then(this.core)
    this.#waiting.add(then)
    signal.addEventListener('abort', () => this.#waiting.delete(then), { once: true })
  }

  async open(view?: ViewName | View): Promise<void> {
    const instance = await this.#load()
    const { element } = this
    if (this.#ended) throw destroyed()
    if (!element?.isConnected) throw noModal()
    instance.open(view)
    try {
      await element.shown()
      await instance.afterShown()
    } catch (error) {
      if (this.#ended) throw destroyed()
      if (!instance.core.config.debug) instance.close(true) // else it shows the developer what is wrong
      throw error
    } finally {
      this.#tellStarted(instance)
    }
  }

  close(): void {
    this.#instance?.close()
  }

  async connect<N extends Namespace = Namespace>({ namespace }: { readonly namespace?: N | undefined } = {}) {
    const account = await (await this.#verbs()).connect(namespace)
    return account as Extract<Account, { readonly namespace: N }> // as asked for, see `verbs.ts`
  }

  async disconnect({ namespace }: { readonly namespace?: Namespace | undefined } = {}): Promise<void> {
    await (await this.#verbs()).disconnect(namespace)
  }

  async switchNetwork(network: NetworkInput | ChainId): Promise<void> {
    await (await this.#verbs()).switchNetwork(network)
  }

  provider(): Eip1193Provider {
    return this.#provider
  }

  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void {
    return this.session.events.on(name, listener)
  }

  watch<What extends keyof Watchable>(what: What, listener: (value: Watchable[What]) => void): () => void {
    const life = new AbortController()
    this.#verbs()
      .then((verbs) => verbs.watch(what, listener, life.signal))
      .catch((error: unknown) => this.#ended || life.signal.aborted || console.error('[wallet-modal]', error))
    return () => life.abort()
  }

  async setTheme(mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>): Promise<void> {
    ;(await this.#verbs()).setTheme(mode, variables)
  }

  async setLocale(tag: string): Promise<void> {
    ;(await this.#verbs()).setLocale(tag)
  }

  destroy(): void {
    this.#ended = true
    this.#instance?.core.destroy()
    this.session.events.clear()
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
    const modal = new Facade(first, rest)
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

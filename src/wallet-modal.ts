// The root: `createWalletModal(config)` builds the ports and the core of one instance, and `<wallet-modal>` does the same from attributes.
// Everything beyond the closed button is imported when it is needed.
import type { ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from './caip.js'
import { type ModalConfig, parseConfig } from './config.js'
import { ModalElement } from './elements/shell/host.js'
import { define } from './elements/lib/define.js'
import { WalletError } from './errors.js'
import type { Account } from './events.js'
import { createLogger } from './logger.js'
import { type Network, type NetworkInput, toNetwork } from './network.js'
import { type Eip1193Provider, createPageProvider } from './page-provider.js'
import { type Core, type Deps, type ModalEvents, createCore } from './state/core.js'
import type { ModalHandle } from './state/handle.js'
import { createModal } from './state/modal.js'
import { createSession } from './state/session.js'
import { storageKey } from './state/lib/persisted.js'
import { createTheme } from './state/theme.js'
import type { ThemeMode } from './config.js'
import type { View, ViewName } from './view.js'

/** One modal of a page. Two instances share nothing. */
export interface WalletModal extends ModalHandle {
  /** The `<wallet-modal>` of this instance; undefined on a server. Move it freely. */
  readonly element: WalletModalElement | undefined
  readonly $open: ReadableAtom<boolean>
  readonly $status: ReadableAtom<'disconnected' | 'connecting' | 'connected' | 'reconnecting'>
  readonly $account: ReadableAtom<Account | undefined>
  readonly $network: ReadableAtom<Network>
  /** Opens at `view`; by default at Account when connected, else at Connect. Resolves when the dialog is in place. */
  open(view?: ViewName | View): Promise<void>
  close(): void
  /**
   * Lets the visitor choose a wallet, unless one is connected already; resolves with the account.
   * @throws WalletError MODAL_CLOSED when the visitor closes without connecting
   */
  connect(options?: { readonly namespace?: Namespace }): Promise<Account>
  /** Ends the connection of `namespace`, or all of them. @throws WalletError DISCONNECT_FAILED */
  disconnect(options?: { readonly namespace?: Namespace }): Promise<void>
  /** @throws WalletError NETWORK_NOT_FOUND, USER_REJECTED, SWITCH_FAILED */
  switchNetwork(network: NetworkInput | ChainId): Promise<void>
  /** EIP-1193; usable from the first moment, connected or not. */
  provider(namespace?: 'eip155'): Eip1193Provider
  /** Returns the stop function. */
  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void
  setTheme(mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>): void
  setLocale(tag: string): Promise<void>
  /** Ends everything this instance started and takes its element off the page. */
  destroy(): void
}

/** @throws WalletError CONFIG_INVALID, with the setting's name in `details.setting` */
export function createWalletModal(config: ModalConfig = {}): WalletModal {
  const modal = createInstance(config)
  if (typeof document !== 'undefined') {
    const element = new WalletModalElement()
    element.modal = modal
    ;(document.body ?? document.documentElement).append(element)
  }
  return modal
}

function createInstance(input: ModalConfig): Instance {
  const page = typeof window === 'undefined' ? undefined : window
  const config = parseConfig(input, page && describePage(page.document))
  const core = createCore(config, createDeps(page, input.debug === true))
  return new Instance(core)
}

class Instance implements WalletModal {
  element: WalletModalElement | undefined = undefined
  readonly core: Core
  readonly $open
  readonly $status
  readonly $account
  readonly $network
  readonly #provider: Eip1193Provider

  constructor(core: Core) {
    this.core = core
    const session = core.use(createSession)
    this.$open = core.use(createModal).$open
    this.$status = session.$status
    this.$account = session.$account
    this.$network = session.$network
    this.#provider = createPageProvider({
      load: async () => core.use((await import('./state/provider.js')).createProviders).get('eip155'),
      whenConnecting: (then) => {
        const stop = session.$status.subscribe((status) => {
          if (status === 'disconnected') return
          then()
          queueMicrotask(() => stop())
        })
      },
      connect: () => this.connect({ namespace: 'eip155' }),
      isConnected: () => session.$account.get()?.namespace === 'eip155',
    })
    if (core.deps.window) void this.#restore()
    core.emit('event', { name: 'MODAL_CREATED' })
  }

  /** Only when an earlier visit left something to restore is the connection code loaded before a click. */
  async #restore(): Promise<void> {
    if (!this.core.config.reconnect || !hasPast(this.core)) return
    const { createReactions } = await import('./state/reactions.js')
    if (this.core.signal.aborted) return
    this.core.use(createReactions)
    const { createConnection } = await import('./state/connection.js')
    if (this.core.signal.aborted) return
    await this.core.use(createConnection).reconnect()
  }

  async open(view?: ViewName | View): Promise<void> {
    const { createReactions } = await import('./state/reactions.js')
    this.core.use(createReactions)
    this.core.use(createModal).open(typeof view === 'string' ? ({ name: view } as View) : view) // views that need parameters fall back to Connect in the outlet
    await this.element?.shown()
  }

  close(): void {
    this.core.use(createModal).close()
  }

  async connect({ namespace }: { readonly namespace?: Namespace } = {}): Promise<Account> {
    const fits = (account: Account | undefined): account is Account => account !== undefined && (namespace === undefined || account.namespace === namespace)
    const already = this.$account.get()
    if (fits(already)) return already
    return new Promise<Account>((resolve, reject) => {
      const stops = [
        this.core.on('connect', (account) => {
          if (!fits(account)) return
          stop()
          resolve(account)
        }),
        this.core.on('close', () => {
          stop()
          const account = this.$account.get()
          if (fits(account)) resolve(account)
          else reject(new WalletError('MODAL_CLOSED'))
        }),
      ]
      const stop = () => {
        for (const end of stops) end()
      }
      this.core.signal.addEventListener('abort', () => reject(new WalletError('DESTROYED')), { once: true })
      this.open({ name: 'Connect', namespace }).catch((error: unknown) => {
        stop()
        reject(error instanceof Error ? error : new WalletError('UNKNOWN', { cause: error }))
      })
    })
  }

  async disconnect({ namespace }: { readonly namespace?: Namespace } = {}): Promise<void> {
    const { createConnection } = await import('./state/connection.js')
    await this.core.use(createConnection).disconnect(namespace)
  }

  async switchNetwork(network: NetworkInput | ChainId): Promise<void> {
    const [{ createConnection }, { createNetworks }] = await Promise.all([import('./state/connection.js'), import('./state/networks.js')])
    const chainId = typeof network === 'string' ? network : toNetwork(network).caipNetworkId
    const found = this.core.use(createNetworks).find(chainId)
    if (!found) throw new WalletError('NETWORK_NOT_FOUND', { details: { chainId } })
    await this.core.use(createConnection).switchTo(found)
  }

  provider(): Eip1193Provider {
    return this.#provider
  }

  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void {
    return this.core.on(name, listener)
  }

  setTheme(mode: ThemeMode, variables?: Readonly<Record<`--wm-${string}`, string>>): void {
    const theme = this.core.use(createTheme)
    theme.setMode(mode)
    if (variables) theme.setVariables(variables)
  }

  async setLocale(tag: string): Promise<void> {
    const { createLocale } = await import('./state/locale.js')
    this.core.use(createLocale).setLocale(tag)
  }

  destroy(): void {
    this.core.destroy()
    this.element?.remove()
  }
}

/**
 * @summary The modal: put one on the page, or let `createWalletModal` do it. It shows nothing until it is opened.
 */
@define('wallet-modal')
export class WalletModalElement extends ModalElement {
  protected override createModal(config: ModalConfig): ModalHandle {
    return createInstance(config)
  }
}

function createDeps(page: Window | undefined, debug: boolean): Deps {
  return {
    fetch: (...args) => globalThis.fetch(...args),
    storage: storageOf(page),
    now: Date.now,
    connectors: async () => (await import('./connectors/load.js')).createConnectorPort(page),
    window: page,
    log: createLogger({ level: debug ? 'debug' : 'error' }),
  }
}

/** Whether an earlier page load left connections behind; what exactly is for `state/connection.ts` to check. */
function hasPast(core: Core): boolean {
  try {
    return typeof core.deps.storage?.getItem(storageKey(core, 'connections')) === 'string'
  } catch {
    return false // Storage is forbidden: nothing can have been left.
  }
}

/** Reading `localStorage` throws where site data are blocked. */
function storageOf(page: Window | undefined): Deps['storage'] {
  try {
    return page?.localStorage
  } catch {
    return undefined // Blocked by the browser's settings: the modal works, and forgets.
  }
}

function describePage(document: Document) {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]')
  const icon = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')
  return {
    name: document.title || document.location.host,
    description: meta?.content ?? '',
    url: document.location.origin,
    icons: icon ? [icon.href] : [],
  }
}

// The core of one modal instance: its settings, its ports to the outside world, its lifetime, and the parts that were used so far.
import type { Config } from '../config/types.js'
import type { ConnectorPort } from '../connectors/connector.js'
import type * as SiwxModule from '../siwx/for-modal.js'
import { destroyed } from '../vocabulary/wallet-error.js'
import type { Logger } from '../vocabulary/logger.js'
import { createEmitter } from '../vocabulary/emitter.js'
import type { Namespace } from '../vocabulary/caip.js'
import type { View, ViewTable } from '../vocabulary/view.js'
import type { InstalledWallet } from '../vocabulary/wallet.js'
import type { NamespaceRows } from './networks/namespaces.js'
import { type ModalEvents, type PublicState, createPublicState } from './interface/public-state.js'

export type { ModalEvents } from './interface/public-state.js'

/** The ports of a core: everything of the outside world that the state layer uses. Tests pass their own. */
export interface Deps {
  readonly fetch: typeof globalThis.fetch
  /** `localStorage` or the like; may throw on every call. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Unix ms. */
  readonly now: () => number
  /** Opens, finds and restores wallets. */
  readonly connectors: () => Promise<ConnectorPort>
  /** The row of each ecosystem. */
  readonly namespaces: NamespaceRows
  /**
   * Opens the modal at `view`, and loads what that needs. Resolves when the view is shown.
   * @throws WalletError NO_MODAL when the element is not in the document, NETWORK_ERROR, DESTROYED
   */
  readonly show: (view: View) => Promise<void>
  /** The row of each view. */
  readonly views: ViewTable
  /** Loads `root/after-open.ts`, once for all callers. @throws WalletError NETWORK_ERROR; the next call tries again */
  readonly afterOpen: () => Promise<AfterOpen>
  /** The page, for focus, visibility, online state, user agent and opening links. Undefined on a server. */
  readonly window: Window | undefined
  readonly log: Logger
}

/** The part of `root/after-open.ts` that the state layer uses. `AfterOpen` of the elements is larger. */
export interface AfterOpen {
  /** Raises an alert for the page's developer, if `error` is a problem of the set-up. */
  raiseSetupAlert(core: Core, error: unknown): void
  /** Connects `core` to an installed wallet, for `wallet-modal/testing`. @throws WalletError as `Connector.connect` */
  connectInstalled(core: Core, wallet: InstalledWallet): Promise<unknown>
  /** Starts to load the code of the relay for sessions in `namespaces`. Asks no relay. Never throws. */
  preloadRelay(rows: NamespaceRows, namespaces: readonly Namespace[]): void
  /** Loads what writes and reads texts to sign in. @throws WalletError NETWORK_ERROR; the next call tries again */
  loadSiwx(): Promise<typeof SiwxModule>
}

/** Settings, ports and lifetime of one modal instance. Every part gets it as its only argument. */
export interface Core {
  /** The settings with all defaults. Their contents may not be checked yet, see `parseConfig`. */
  readonly config: Config
  readonly deps: Deps
  /** The stores that the page reads. It may be older than the core, which is loaded later. */
  readonly publicState: PublicState
  /** Aborts with DESTROYED when the instance ends. */
  readonly signal: AbortSignal
  /**
   * Runs `end` when the instance ends; an error is logged, and the others run all the same. For parts, which live as long as the instance; work that
   * ends sooner listens to `signal`.
   */
  onEnd(end: () => void): void
  /** Makes a part at the first call and returns the same one later; the function is the key. @throws WalletError DESTROYED */
  use<Part>(part: (core: Core) => Part): Part
  /** Calls the page's listeners. One that throws is logged, and the others are called all the same. */
  emit<Name extends keyof ModalEvents>(name: Name, detail: ModalEvents[Name]): void
  /** Returns the stop function. */
  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void
  /** Ends the instance: aborts `signal`, removes all listeners, and resets the public state to closed and disconnected. */
  destroy(): void
}

/**
 * Makes the core of one instance. Sets the public state's network to the configured default.
 * @param publicState the one that the page holds already; by default a new one
 */
export function createCore(config: Config, deps: Deps, publicState: PublicState = createPublicState(deps.log.error)): Core {
  const parts = new Map<unknown, unknown>()
  const life = new AbortController()
  const ends = createEmitter<{ end: undefined }>(deps.log.error)
  publicState.setNetwork(config.defaultNetwork)
  // One listener for all parts: Node warns of more than ten on one signal, which applications would see in their tests.
  life.signal.addEventListener('abort', () => ends.emit('end', undefined))
  const core: Core = {
    config,
    deps,
    publicState,
    signal: life.signal,
    onEnd: (end) => void ends.on('end', end),
    use(part) {
      life.signal.throwIfAborted()
      if (!parts.has(part)) parts.set(part, part(core))
      return parts.get(part) as ReturnType<typeof part> // stored two lines above under the same key
    },
    emit: (name, detail) => publicState.events.emit(name, detail),
    on: (name, listener) => publicState.events.on(name, listener),
    destroy() {
      life.abort(destroyed())
      parts.clear()
      publicState.events.clear() // before `end`, so that the page gets no events of its own `destroy`
      publicState.end()
    },
  }
  return core
}

// The core of one modal instance: its settings, its ports to the world, its life span, and the parts that were asked for so far.
import type { Config } from '../config/types.js'
import type { ConnectorPort } from '../connectors/connector.js'
import { destroyed } from '../coded-error.js'
import type { Logger } from '../logger.js'
import { createEmitter } from '../emitter.js'
import type { View, ViewTable } from '../view.js'
import type { NamespaceRows } from './namespaces.js'
import { type ModalEvents, type Session, createSession } from './session.js'

export type { ModalEvents } from './session.js'

/** The little of a browser that the state layer needs; absent pieces mean "not in a browser". */
export interface Deps {
  readonly fetch: typeof globalThis.fetch
  /** `localStorage` or the like; may throw on every call. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Unix ms. */
  readonly now: () => number
  readonly connectors: () => Promise<ConnectorPort>
  /** What is known of each ecosystem. */
  readonly namespaces: NamespaceRows
  /**
   * Shows the modal at `view`, and brings what it needs for that. Resolves when it is shown.
   * @throws WalletError NO_MODAL there is no element in the document, NETWORK_ERROR, DESTROYED
   */
  readonly show: (view: View) => Promise<void>
  /** What is known of each view. */
  readonly views: ViewTable
  /** Fetches what follows the first view; one fetch for all who ask. @throws WalletError NETWORK_ERROR, and the next call asks again */
  readonly afterOpen: () => Promise<AfterOpen>
  /** The page, for focus, visibility, online state, user agent and opening links. Undefined on a server. */
  readonly window: Window | undefined
  readonly log: Logger
}

/** What the state itself takes of all that follows the first view; elements know more of it. */
export interface AfterOpen {
  /** Tells the developer of the page, if `error` is a problem of the set-up. */
  raiseProblem(core: Core, error: unknown): void
}

export interface Core {
  readonly config: Config
  readonly deps: Deps
  /** What the page sees; older than the core where the core was loaded late. */
  readonly session: Session
  /** Ends with the instance. */
  readonly signal: AbortSignal
  /** Runs `end` when the instance ends; one that throws is logged and holds no other. A part that lives as long as the instance says so here; what ends sooner listens to `signal`. */
  onEnd(end: () => void): void
  /** Makes a part once per core, remembered by the function itself. @throws WalletError DESTROYED */
  use<Part>(part: (core: Core) => Part): Part
  /** Tells the page. A listener that throws is logged and hurts nobody. */
  emit<Name extends keyof ModalEvents>(name: Name, detail: ModalEvents[Name]): void
  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void
  destroy(): void
}

export function createCore(config: Config, deps: Deps, session: Session = createSession(deps.log.error)): Core {
  const parts = new Map<unknown, unknown>()
  const life = new AbortController()
  const ends = createEmitter<{ end: undefined }>(deps.log.error)
  session.setNetwork(config.defaultNetwork)
  // One listener for all parts: Node warns of an eleventh, in the tests of an application.
  life.signal.addEventListener('abort', () => ends.emit('end', undefined))
  const core: Core = {
    config,
    deps,
    session,
    signal: life.signal,
    onEnd: (end) => void ends.on('end', end),
    use(part) {
      life.signal.throwIfAborted()
      if (!parts.has(part)) parts.set(part, part(core))
      return parts.get(part) as ReturnType<typeof part> // stored two lines above under the same key
    },
    emit: (name, detail) => session.events.emit(name, detail),
    on: (name, listener) => session.events.on(name, listener),
    destroy() {
      life.abort(destroyed())
      parts.clear()
      session.events.clear() // its own doing is no news to the page
      session.end()
    },
  }
  return core
}

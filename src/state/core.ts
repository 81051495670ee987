// The core of one modal instance: its settings, its ports to the world, its life span, and the parts that were asked for so far.
import type { Account, ModalEvent } from '../events.js'
import type { Config } from '../config.js'
import type { ConnectorPort } from '../connectors/connector.js'
import type { Logger } from '../logger.js'
import { WalletError } from '../errors.js'

/** The little of a browser that the state layer needs; absent pieces mean "not in a browser". */
export interface Deps {
  readonly fetch: typeof globalThis.fetch
  /** `localStorage` or the like; may throw on every call. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Unix ms. */
  readonly now: () => number
  readonly connectors: () => Promise<ConnectorPort>
  /** The page, for focus, visibility, online state, user agent and opening links. Undefined on a server. */
  readonly window: Window | undefined
  readonly log: Logger
}

/** What a page can listen to. */
export interface ModalEvents {
  connect: Account
  disconnect: { readonly namespace?: string | undefined }
  account: Account | undefined
  network: { readonly chainId: string }
  open: undefined
  close: undefined
  event: ModalEvent
}

export interface Core {
  readonly config: Config
  readonly deps: Deps
  /** Ends with the instance. */
  readonly signal: AbortSignal
  /** Makes a part once per core, remembered by the function itself. @throws WalletError DESTROYED */
  use<Part>(part: (core: Core) => Part): Part
  /** Tells the page. A listener that throws is logged and hurts nobody. */
  emit<Name extends keyof ModalEvents>(name: Name, detail: ModalEvents[Name]): void
  on<Name extends keyof ModalEvents>(name: Name, listener: (detail: ModalEvents[Name]) => void): () => void
  destroy(): void
}

export function createCore(config: Config, deps: Deps): Core {
  const parts = new Map<unknown, unknown>()
  const listeners = new Map<keyof ModalEvents, Set<(detail: never) => void>>()
  const life = new AbortController()
  const core: Core = {
    config,
    deps,
    signal: life.signal,
    use(part) {
      if (life.signal.aborted) throw new WalletError('DESTROYED')
      if (!parts.has(part)) parts.set(part, part(core))
      return parts.get(part) as ReturnType<typeof part> // stored two lines above under the same key
    },
    emit(name, detail) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          ;(listener as (value: typeof detail) => void)(detail) // sets are keyed by the event's name
        } catch (error) {
          deps.log.error(`a listener of '${name}' failed`, error)
        }
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener))
      return () => void set.delete(listener)
    },
    destroy() {
      life.abort(new WalletError('DESTROYED'))
      parts.clear()
      listeners.clear()
    },
  }
  return core
}

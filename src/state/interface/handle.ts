// The part of a modal that the elements of a page work with. `WalletModal` of the root extends it.
import type { PreloadMode, ThemeMode } from '../../config/types.js'
import { type Opening, viewOf } from '../../vocabulary/view.js'
import type { Core } from '../core.js'
import { createModal } from './modal.js'
import type { PublicState } from './public-state.js'

/** The settings that are visible before any click. They are not checked yet. */
export interface InitialAppearance {
  /** Storage name of the modal: `<projectId>:<id>`. No two modals of a page may have the same. */
  readonly name: string
  readonly mode: ThemeMode
  readonly isInline: boolean
  /** The page's own texts by message key; the closed buttons use some. */
  readonly messages: Readonly<Record<string, string>>
}

/** A modal as the page's elements (buttons, `<wallet-modal>`) see it: its public state, and its core once that is loaded. */
export interface ModalHandle {
  readonly publicState: PublicState
  readonly appearance: InitialAppearance
  /** The core, once it is loaded. */
  readonly core: Core | undefined
  /**
   * Loads the code of the first open before it, where the setting `preload` allows that at this moment. Creates no core, asks no wallet and no
   * service; a failure is silent, because the first open loads again.
   */
  preload(moment: Exclude<PreloadMode, 'none'>): void
  /** Loads the core; joins a pending load. @throws WalletError CONFIG_INVALID, NETWORK_ERROR, DESTROYED */
  start(): Promise<Core>
  /** Calls `then` as soon as the core is loaded, unless `signal` aborts before. Does not load it. */
  whenStarted(then: (core: Core) => void, signal: AbortSignal): void
  /** Opens at `view`; by default at Account when connected, else at Connect (specification §2). */
  open(view?: Opening): Promise<unknown>
  close(): void
}

/** The handle of an existing core: for pages that make their own core, such as the gallery. */
export function handleOf(core: Core): ModalHandle {
  const { config, publicState } = core
  return {
    publicState,
    appearance: {
      name: `${config.projectId}:${config.id}`,
      mode: config.theme.mode,
      isInline: config.dialog === 'inline',
      messages: config.messages,
    },
    core,
    preload: () => undefined,
    start: () => Promise.resolve(core),
    whenStarted: (then) => then(core),
    open(view) {
      core.use(createModal).open(viewOf(view)) // the outlet shows Connect when parameters are missing
      return Promise.resolve()
    },
    close: () => void core.use(createModal).close(),
  }
}

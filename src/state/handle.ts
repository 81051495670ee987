// What the elements of a page need of a modal to work with it. The root's `WalletModal` is more.
import type { ThemeMode } from '../config/types.js'
import type { View, ViewName } from '../view.js'
import type { Core } from './core.js'
import { createModal } from './modal.js'
import type { Session } from './session.js'

/** The settings that show before any click, unchecked. */
export interface Look {
  /** Under which this modal is stored: `<projectId>:<id>`. No two modals of a page may share it. */
  readonly name: string
  readonly mode: ThemeMode
  readonly isInline: boolean
  /** The page's own wording of the closed buttons, by key. */
  readonly messages: Readonly<Record<string, string>>
}

export interface ModalHandle {
  readonly session: Session
  readonly look: Look
  /** The core, once it is loaded. */
  readonly core: Core | undefined
  /** Loads the core, joining a load that runs. @throws WalletError CONFIG_INVALID, DESTROYED */
  start(): Promise<Core>
  /** Calls back as soon as there is a core; never starts one. */
  whenStarted(then: (core: Core) => void, signal: AbortSignal): void
  /** Opens at `view`; by default at Account when connected, else at Connect. */
  open(view?: ViewName | View): Promise<void>
  close(): void
}

/** The handle of a core that is there already: for pages that make their own core, such as the gallery. */
export function handleOf(core: Core): ModalHandle {
  const { config, session } = core
  return {
    session,
    look: {
      name: `${config.projectId}:${config.id}`,
      mode: config.theme.mode,
      isInline: config.dialog === 'inline',
      messages: config.messages,
    },
    core,
    start: () => Promise.resolve(core),
    whenStarted: (then) => then(core),
    open(view) {
      core.use(createModal).open(typeof view === 'string' ? ({ name: view } as View) : view) // the outlet shows Connect for what lacks parameters
      return Promise.resolve()
    },
    close: () => void core.use(createModal).close(),
  }
}

// What a modal is made of once somebody needs it: the checked settings, the ports to the world, and the core.
// Loaded by the facade in `wallet-modal.ts`, which is all that a closed button needs.
import type { Config, ModalConfig } from './config/types.js'
import type { ConnectorPort } from './connectors/connector.js'
import { LOG_LEVEL } from './constants.js'
import { createConnectorPort } from './connectors/wallet-port.js'
import { createRoutes } from './elements/routes.js'
import { fillConfig } from './config/fill.js'
import { lateLogger } from './late-logger.js'
import { namespaceRows } from './namespaces.js'
import { type Core, type Deps, createCore } from './state/core.js'
import { createModal } from './state/modal.js'
import type { Session } from './state/session.js'
import { tellDeveloper } from './state/tell-developer.js'
import type { Verbs } from './verbs.js'
import type { View, ViewName } from './view.js'

export interface Instance {
  readonly core: Core
  /** Rejects with CONFIG_INVALID when what is inside the settings is not in order. The first screen does not wait for it, everything else does. */
  readonly checked: Promise<void>
  open(view?: ViewName | View): void
  /** What the world may make the modal do, from now on. */
  react(): Promise<void>
  close(force?: boolean): void
  /** What a page asks for by code. */
  verbs(): Promise<Verbs>
}

/** Throws anything when the settings are not in order; `checkSettings` tells what is wrong. */
export function createInstance(input: ModalConfig, page: Window | undefined, session: Session, show: Deps['show']): Instance {
  const config = fillConfig(input, page && describePage(page.document))
  const checked = checkSettings(input)
  checked.catch((error: unknown) => tellDeveloper(core, error)) // and whoever asks for something
  const core: Core = createCore(config, { ...createDeps(page, config, () => core), show }, session)
  const react = async () => {
    const [{ createClaim, createReactions }] = await Promise.all([import('./state/reactions.js'), core.deps.views.load()])
    if (core.signal.aborted) return
    core.use(createReactions)
    core.use(createClaim)
  }
  return {
    core,
    checked,
    open(view) {
      // A view that needs parameters and got none is shown as Connect by the outlet.
      core.use(createModal).open(typeof view === 'string' ? ({ name: view } as View) : view)
    },
    react,
    close: (force = false) => void core.use(createModal).close({ force }),
    async verbs() {
      const [{ createVerbs }] = await Promise.all([import('./verbs.js'), checked])
      return createVerbs(core, react)
    },
  }
}

/** @throws WalletError CONFIG_INVALID */
export async function checkSettings(input: ModalConfig): Promise<void> {
  const { parseConfig } = await import('./config/check.js')
  parseConfig(input)
}

function createDeps(
  page: Window | undefined,
  { debug, namespaces, connectors }: Config,
  instance: () => Core,
): Omit<Deps, 'show'> {
  // One for the life of the instance: the port keeps the relay's client, and two of those on one storage fight over its sessions.
  let port: ConnectorPort | undefined
  const createPort = () =>
    createConnectorPort(page, {
      rows: namespaceRows,
      namespaces,
      connectors,
      signal: instance().signal,
      onUnusable: (error) => tellDeveloper(instance(), error),
    })
  return {
    fetch: (...args) => globalThis.fetch(...args),
    storage: storageOf(page),
    now: Date.now,
    connectors: () => Promise.resolve((port ??= createPort())),
    namespaces: namespaceRows,
    views: createRoutes(),
    window: page,
    log: lateLogger(debug ? 'debug' : LOG_LEVEL),
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

// What a modal is made of once somebody needs it: the checked settings, the ports to the world, and the core.
// Loaded by the facade in `wallet-modal.ts`, which is all that a closed button needs.
import { type CodedError, unreachable } from './coded-error.js'
import type { Namespace } from './caip.js'
import type { Config, ModalConfig } from './config/types.js'
import type { ConnectorPort, ConnectorRow } from './connectors/connector.js'
import { LOG_LEVEL } from './constants.js'
import { createConnectorPort } from './connectors/wallet-port.js'
import { type AfterOpen, painted } from './elements/lib/after-open.js'
import { createRoutes } from './elements/routes.js'
import { fillConfig } from './config/fill.js'
import { lateLogger } from './late-logger.js'
import { namespaceDiscovery } from './namespace-discovery.js'
import type { RootRow } from './namespaces.js'
import { type Core, type Deps, createCore } from './state/core.js'
import { createModal } from './state/modal.js'
import type { NamespaceRows } from './state/namespaces.js'
import type { Session } from './state/session.js'
import { tellDeveloper } from './state/tell-developer.js'
import type { Verbs } from './verbs.js'
import type { View, ViewName } from './view.js'

export interface Instance {
  readonly core: Core
  open(view?: ViewName | View): void
  /**
   * A view is in place: once it is painted, brings what the world may make the modal do. The first screen does not wait for that, everything else does.
   * @throws WalletError CONFIG_INVALID what is inside the settings is not in order; NETWORK_ERROR
   */
  afterShown(): Promise<void>
  close(force?: boolean): void
  /** What a page asks for by code. */
  verbs(): Promise<Verbs>
}

/** Throws anything when the settings are not in order; `checkSettings` tells what is wrong. */
export function createInstance(input: ModalConfig, page: Window | undefined, session: Session, show: Deps['show']): Instance {
  const config = fillConfig(input, page && describePage(page.document))
  const core: Core = createCore(config, { ...createDeps(page, config, () => core), show }, session)
  let isChecked = false
  let problem: CodedError | undefined
  const react = async () => {
    const [{ createClaim, createReactions, parseConfig }] = await Promise.all([
      loadAfterOpen(),
      core.deps.afterOpen(),
      core.deps.views.load(),
    ])
    if (core.signal.aborted) return
    if (!isChecked) {
      isChecked = true
      try {
        parseConfig(input)
      } catch (error) {
        problem = error as CodedError // all that the check throws
        tellDeveloper(core, error) // once; whoever asks for something is refused each time
      }
    }
    if (problem) throw problem
    core.use(createReactions)
    core.use(createClaim)
  }
  return {
    core,
    open(view) {
      // A view that needs parameters and got none is shown as Connect by the outlet.
      core.use(createModal).open(typeof view === 'string' ? ({ name: view } as View) : view)
    },
    async afterShown() {
      await painted()
      await react()
    },
    close: (force = false) => void core.use(createModal).close({ force }),
    async verbs() {
      const [{ createVerbs }] = await Promise.all([loadAfterOpen(), react()])
      return createVerbs(core)
    },
  }
}

/** @throws WalletError CONFIG_INVALID */
export async function checkSettings(input: ModalConfig): Promise<void> {
  const { parseConfig } = await loadAfterOpen()
  parseConfig(input)
}

/** One file, however often it is asked for; a failed fetch is tried again. @throws CodedError NETWORK_ERROR */
const loadAfterOpen = () => import('./after-open.js').catch(unreachable)

function createDeps(
  page: Window | undefined,
  { debug, namespaces, connectors }: Config,
  instance: () => Core,
): Omit<Deps, 'show'> {
  /** Whole when what follows the first view is here: until then it is only known how wallets are found. */
  const rows: { [Name in Namespace]?: ConnectorRow | RootRow } = { ...namespaceDiscovery }
  const afterOpen = async () => {
    const all = await loadAfterOpen()
    Object.assign(rows, all.namespaceRows)
    return all
  }
  // One for the life of the instance: the port keeps the relay's client, and two of those on one storage fight over its sessions.
  let port: ConnectorPort | undefined
  const createPort = () =>
    createConnectorPort(page, {
      rows,
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
    namespaces: rows as NamespaceRows, // read by what comes no earlier than the whole rows
    views: createRoutes(afterOpen),
    afterOpen: afterOpen satisfies () => Promise<AfterOpen>,
    window: page,
    log: lateLogger(debug ? 'debug' : LOG_LEVEL, afterOpen),
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

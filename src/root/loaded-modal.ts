// Makes the instance behind a `LazyWalletModal` of `wallet-modal.ts`: fills in the settings, and makes the ports and the core.
import { unreachable } from '../vocabulary/wallet-error.js'
import type { Namespace } from '../vocabulary/caip.js'
import type { Config, ModalConfig } from '../config/types.js'
import type { ConnectorPort, ConnectorRow } from '../connectors/connector.js'
import { LOG_LEVEL } from '../vocabulary/constants.js'
import { createConnectorPort } from '../connectors/wallet-port.js'
import { type AfterOpen, painted } from '../elements/lib/after-open.js'
import { createRoutes } from '../elements/routes.js'
import { fillConfig } from '../config/fill.js'
import { lateLogger } from '../vocabulary/late-logger.js'
import { namespaceDiscovery } from './namespace-discovery.js'
import type { RootRow } from './namespaces.js'
import { type Core, type Deps, createCore } from '../state/core.js'
import { createModal } from '../state/interface/modal.js'
import type { NamespaceRows } from '../state/networks/namespaces.js'
import type { PublicState } from '../state/interface/public-state.js'
import { reportSetupError } from '../state/lib/report-setup-error.js'
import type { Actions } from './actions.js'
import { type Opening, type View, viewOf } from '../vocabulary/view.js'

/** An instance with its core, as `LazyWalletModal` uses it. */
export interface LoadedModal {
  readonly core: Core
  /**
   * Opens the modal at a view, see `Modal.open`. Does not wait until it is shown.
   * @returns to be called when the view is in the document: waits until it is painted, then loads `after-open.ts`, checks the settings, and starts the
   * reactions. Resolves with a function that waits for what the visitor does in the view that was asked for, see `ViewRow.outcome`. It rejects with
   * CONFIG_INVALID when the contents of a setting are wrong, and with NETWORK_ERROR.
   */
  open(opening?: Opening): () => Promise<() => Promise<unknown>>
  /** Closes the modal, also where closing is refused if `force` is true. */
  close(force?: boolean): void
  /** Loads the methods that need the core. @throws WalletError as what `open` returns */
  actions(): Promise<Actions>
}

/**
 * Makes an instance from settings whose contents are not checked yet. When they are wrong it may throw any error; `checkSettings` then throws the right
 * one.
 * @param page undefined on a server
 * @param show opens the modal at a view, and resolves when it is shown
 */
export function createLoadedModal(
  input: ModalConfig,
  page: Window | undefined,
  publicState: PublicState,
  show: Deps['show'],
): LoadedModal {
  const config = fillConfig(input)
  const core: Core = createCore(config, { ...createDeps(page, config, () => core), show }, publicState)
  const react = async (asked?: View) => {
    const [{ startReactions }] = await Promise.all([loadAfterOpen(), core.deps.views.load()])
    return startReactions(core, input, asked)
  }
  return {
    core,
    open(opening) {
      const asked = viewOf(opening)
      core.use(createModal).open(asked) // the outlet shows Connect instead of a view that lacks a parameter
      return () => painted().then(() => react(asked))
    },
    close: (force = false) => void core.use(createModal).close({ force }),
    async actions() {
      const [{ createActions }] = await Promise.all([loadAfterOpen(), react()])
      return createActions(core)
    },
  }
}

/** Checks the contents of the settings. @throws WalletError CONFIG_INVALID, NETWORK_ERROR when the check did not load */
export async function checkSettings(input: ModalConfig): Promise<void> {
  const { parseConfig } = await loadAfterOpen()
  parseConfig(input)
}

/** Loads the chunk, once; after a failure the next call tries again. @throws WalletError NETWORK_ERROR */
const loadAfterOpen = () => import('./after-open.js').catch(unreachable)

function createDeps(
  page: Window | undefined,
  { debug, namespaces, connectors }: Config,
  instance: () => Core,
): Omit<Deps, 'show'> {
  /** Until `after-open.ts` is loaded a row has only `discover`. */
  const rows: { [Name in Namespace]?: ConnectorRow | RootRow } = { ...namespaceDiscovery }
  const afterOpen = async () => {
    const all = await loadAfterOpen()
    Object.assign(rows, all.namespaceRows)
    return all
  }
  // One port for the life of the instance: it keeps the relay client, and two of these on one storage would break each other's sessions.
  let port: ConnectorPort | undefined
  const createPort = () =>
    createConnectorPort(page, {
      rows,
      namespaces,
      connectors,
      signal: instance().signal,
      onUnusable: (error) => reportSetupError(instance(), error),
    })
  return {
    fetch: (...args) => globalThis.fetch(...args),
    storage: storageOf(page),
    now: Date.now,
    connectors: () => Promise.resolve((port ??= createPort())),
    namespaces: rows as NamespaceRows, // only code that is loaded with the complete rows reads them
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
    return undefined // the modal works without storage
  }
}

// What a modal is made of once somebody needs it: the checked settings, the ports to the world, the core, and the verbs of the public
// interface. Loaded by the facade in `wallet-modal.ts`, which is all that a closed button needs.
import type { ChainId, Namespace } from './caip.js'
import { type ModalConfig, type ThemeMode, parseConfig } from './config.js'
import { WalletError } from './errors.js'
import type { Account } from './events.js'
import { createLogger } from './logger.js'
import { type NetworkInput, toNetwork } from './network.js'
import type { PageProviderPorts } from './page-provider.js'
import { type Core, type Deps, createCore } from './state/core.js'
import { createLocale } from './state/locale.js'
import { createModal } from './state/modal.js'
import { createNetworks } from './state/networks.js'
import type { Session } from './state/session.js'
import { createTheme } from './state/theme.js'
import type { View, ViewName } from './view.js'

export interface Instance {
  readonly core: Core
  open(view?: ViewName | View): void
  /** What the world may make the modal do, from now on. */
  react(): Promise<void>
  close(): void
  connect(open: (view: View) => Promise<void>, namespace: Namespace | undefined): Promise<Account>
  disconnect(namespace: Namespace | undefined): Promise<void>
  switchNetwork(network: NetworkInput | ChainId): Promise<void>
  reconnect(): Promise<void>
  provider(): ReturnType<PageProviderPorts['load']>
  setTheme(mode: ThemeMode, variables?: Readonly<Record<string, string>>): void
  setLocale(tag: string): void
}

/** @throws WalletError CONFIG_INVALID */
export function createInstance(input: ModalConfig, page: Window | undefined, session: Session): Instance {
  const config = parseConfig(input, page && describePage(page.document))
  const core: Core = createCore(
    config,
    createDeps(page, config.debug, () => core.signal),
    session,
  )
  const connection = async () => {
    const [{ createConnection }] = await Promise.all([import('./state/connection.js'), react()])
    return core.use(createConnection)
  }
  const react = async () => {
    const { createReactions } = await import('./state/reactions.js')
    if (!core.signal.aborted) core.use(createReactions)
  }

  return {
    core,
    open(view) {
      // A view that needs parameters and got none is shown as Connect by the outlet.
      core.use(createModal).open(typeof view === 'string' ? ({ name: view } as View) : view)
    },
    react,
    close: () => void core.use(createModal).close(),
    async connect(open, namespace) {
      const fits = (account: Account | undefined): account is Account =>
        account !== undefined && (namespace === undefined || account.namespace === namespace)
      const already = session.$account.get()
      if (fits(already)) return already
      const { promise, resolve, reject } = deferred<Account>()
      const stops = [
        core.on('connect', (account) => fits(account) && resolve(account)),
        core.on('close', () => {
          const account = session.$account.get()
          if (fits(account)) resolve(account)
          else reject(new WalletError('MODAL_CLOSED'))
        }),
      ]
      core.signal.addEventListener('abort', () => reject(new WalletError('DESTROYED')), { once: true })
      try {
        await Promise.all([open({ name: 'Connect', namespace }), react()])
        return await promise
      } finally {
        for (const stop of stops) stop()
      }
    },
    disconnect: async (namespace) => (await connection()).disconnect(namespace),
    async switchNetwork(network) {
      const chainId = typeof network === 'string' ? network : toNetwork(network).caipNetworkId
      const found = core.use(createNetworks).find(chainId)
      if (!found) throw new WalletError('NETWORK_NOT_FOUND', { details: { chainId } })
      await (await connection()).switchTo(found)
    },
    reconnect: async () => (await connection()).reconnect(),
    provider: async () => core.use((await import('./state/provider.js')).createProviders).get('eip155'),
    setTheme(mode, variables) {
      const theme = core.use(createTheme)
      theme.setMode(mode)
      if (variables) theme.setVariables(variables)
    },
    setLocale: (tag) => core.use(createLocale).setLocale(tag),
  }
}

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]))
  promise.catch(() => undefined) // awaited later, or never when opening failed first
  return { promise, resolve, reject }
}

function createDeps(page: Window | undefined, debug: boolean, life: () => AbortSignal): Deps {
  // One for the life of the instance: the port keeps the relay's client, and two of those on one storage fight over its sessions.
  let port: ReturnType<Deps['connectors']> | undefined
  const openPort = async () => {
    if (!page) throw new WalletError('WALLET_NOT_FOUND')
    try {
      return (await import('./connectors/load.js')).createConnectorPort(page, life())
    } catch (error) {
      port = undefined // a chunk that did not arrive is asked for again
      throw error
    }
  }
  return {
    fetch: (...args) => globalThis.fetch(...args),
    storage: storageOf(page),
    now: Date.now,
    connectors: () => (port ??= openPort()),
    window: page,
    log: createLogger({ level: debug ? 'debug' : 'error' }),
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

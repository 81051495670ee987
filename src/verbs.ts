// What a page asks of a modal by code: connecting, disconnecting, another network, its provider, another look. Loaded with the first of these.
import type { ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from './caip.js'
import type { ThemeMode } from './config/types.js'
import { checkLocale } from './elements/lib/check-locale.js'
import { WalletError } from './errors.js'
import type { Account } from './events.js'
import { namespaceRows } from './namespaces.js'
import { type NetworkInput, toNetwork } from './network.js'
import type { PageProviderPorts } from './page-provider.js'
import { createBalance } from './state/balance.js'
import { createConnection } from './state/connection.js'
import type { Core } from './state/core.js'
import { forgetStored } from './state/forget.js'
import { isStored } from './state/lib/storage.js'
import { createLocale } from './state/locale.js'
import { createNetworks } from './state/networks.js'
import { tellDeveloper } from './state/tell-developer.js'
import { createTheme } from './state/theme.js'
import { createWallets } from './state/wallets.js' // here already: the opening has it
import type { Watchable } from './watchable.js'

export interface Verbs {
  connect(namespace: Namespace | undefined): Promise<Account>
  disconnect(namespace: Namespace | undefined): Promise<void>
  switchNetwork(network: NetworkInput | ChainId): Promise<void>
  reconnect(): Promise<void>
  provider(): ReturnType<PageProviderPorts['load']>
  setTheme(mode: ThemeMode, variables?: Readonly<Record<string, string>>): void
  setLocale(tag: string): void
  watch<What extends keyof Watchable>(what: What, listener: (value: Watchable[What]) => void, signal: AbortSignal): void
}

/** The modal reacts to the world by now: see `Instance.react`. */
export function createVerbs(core: Core): Verbs {
  const connection = () => core.use(createConnection)
  /** What is being restored may be what is asked for: then nobody has to choose anything. What is being disconnected is not. */
  const settled = async () => {
    if (!core.session.$account.get() && !(core.config.reconnect && isStored(core, 'connections'))) return
    const { reconnect, disconnect } = connection()
    if (core.session.$status.get() === 'reconnecting') await reconnect().catch(() => undefined) // a wallet that does not come back is chosen anew
    await ended(disconnect.$state, core.signal)
  }
  if (core.config.debug) core.use(createNameCheck)
  const verbs: Verbs = {
    async connect(namespace) {
      const fits = (account: Account | undefined): account is Account =>
        account !== undefined && (namespace === undefined || account.namespace === namespace)
      await settled()
      core.signal.throwIfAborted()
      const already = core.session.$account.get()
      if (fits(already)) return already
      const { promise, resolve, reject } = deferred<Account>()
      const stops = [
        core.on('connect', (account) => fits(account) && resolve(account)),
        core.on('close', () => {
          const account = core.session.$account.get()
          if (fits(account)) resolve(account)
          else reject(new WalletError('MODAL_CLOSED'))
        }),
      ]
      const end = () => reject(new WalletError('DESTROYED'))
      core.signal.addEventListener('abort', end)
      try {
        await core.deps.show({ name: 'Connect', namespace })
        return await promise
      } finally {
        for (const stop of stops) stop()
        core.signal.removeEventListener('abort', end)
      }
    },
    disconnect: async (namespace) => connection().disconnect(namespace),
    async switchNetwork(network) {
      const chainId = typeof network === 'string' ? network : toNetwork(network).caipNetworkId
      const found = core.use(createNetworks).find(chainId)
      if (!found) {
        const error = new WalletError('NETWORK_NOT_FOUND', { details: { chainId } })
        tellDeveloper(core, error)
        throw error
      }
      await connection().switchTo(found)
    },
    watch(what, listener, signal) {
      if (signal.aborted || core.signal.aborted) return
      const tell = listener as (value: Watchable[keyof Watchable]) => void // `what` says which it is
      let stop: () => void
      if (what === 'wallets') {
        stop = core.use(createWallets).$connect.subscribe(({ detected, other }) => tell([...detected, ...other]))
      } else {
        stop = core.use(createBalance).$balance.subscribe(({ value, error }) => tell(what === 'balance' ? value : error))
      }
      signal.addEventListener('abort', stop, { once: true })
      core.signal.addEventListener('abort', stop, { once: true, signal }) // gone with the watch: a page may begin and end many
    },
    async reconnect() {
      if (core.config.reconnect) return connection().reconnect()
      await forgetStored(core)
    },
    async provider() {
      const load = namespaceRows.eip155.loadProvider ?? (() => Promise.reject(new WalletError('CHAIN_NOT_SUPPORTED')))
      const { createConnectingProvider } = await load().catch(missing)
      return createConnectingProvider(core, () => verbs.connect('eip155'))
    },
    setTheme(mode, variables) {
      const theme = core.use(createTheme)
      theme.setMode(mode)
      if (variables) theme.setVariables(variables)
    },
    setLocale(tag) {
      core.use(createLocale).setLocale(tag)
      checkLocale(core, tag)
    },
  }
  return verbs
}

/** A part: tells the developer, once, of names in the settings that mean nothing. */
function createNameCheck(core: Core): void {
  import('./elements/shell/unknown-names.js').then(
    ({ tellUnknownNames }) => tellUnknownNames(core),
    () => undefined, // it only helps the developer
  )
}

/** Resolves when the operation is not pending any more, or the instance has ended. */
function ended($state: ReadableAtom<{ readonly status: string }>, life: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (life.aborted || $state.get().status !== 'pending') return resolve()
    const end = () => {
      stop()
      life.removeEventListener('abort', end)
      resolve()
    }
    const stop = $state.listen(({ status }) => status !== 'pending' && end())
    life.addEventListener('abort', end)
  })
}

/** A part that did not arrive: in our words, not the browser's. @throws WalletError NETWORK_ERROR */
const missing = (cause: unknown): never => {
  throw new WalletError('NETWORK_ERROR', { cause })
}

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]))
  promise.catch(() => undefined) // awaited later, or never when opening failed first
  return { promise, resolve, reject }
}

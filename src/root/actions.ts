// The methods of `WalletModal` that need the core: connecting, disconnecting, switching network, provider, theme, language, watching values. Loaded with
// `after-open.ts`, which the first call of one of them loads.
import type { ReadableAtom } from 'nanostores'
import type { ChainId, Namespace } from '../vocabulary/caip.js'
import type { ThemeMode } from '../config/types.js'
import { checkLocale } from '../elements/lib/check-locale.js'
import { walletError } from '../vocabulary/errors.js'
import { unreachable } from '../vocabulary/wallet-error.js'
import type { Account } from '../vocabulary/events.js'
import type { AccountValue } from './account-watch.js'
import { namespaceRows, type RootRow } from './namespaces.js'
import { type NetworkInput, toNetwork } from '../vocabulary/network.js'
import { createNativeBalance } from '../state/account/native-balance.js'
import { createAccounts, toAccount } from '../state/connections/accounts.js'
import { createConnection } from '../state/connections/connection.js'
import type { Core } from '../state/core.js'
import type { SignIns } from '../state/connections/sign-in.js'
import { createFreshStart } from '../state/connections/forget.js'
import { isStored } from '../state/lib/storage.js'
import { createLocale } from '../state/interface/locale.js'
import { createNetworks } from '../state/networks/networks.js'
import { reportSetupError } from '../state/lib/report-setup-error.js'
import { createTheme } from '../state/interface/theme.js'
import { createWallets } from '../state/wallets/wallets.js'
import type { Providers } from '../vocabulary/providers.js'
import { requiresSignIn, type SignInStatus } from '../vocabulary/sign-in.js'
import { withTimeout } from '../vocabulary/timeout.js'
import type { Watchable } from '../vocabulary/watchable.js'

/** The methods of `WalletModal` that `LazyWalletModal` hands to the loaded modal. They are described there. */
export interface Actions {
  connect(namespace: Namespace | undefined): Promise<Account>
  disconnect(namespace: Namespace | undefined): Promise<void>
  switchNetwork(network: NetworkInput | ChainId): Promise<void>
  /** Restores the stored connections; with `reconnect: false` removes them, see `createFreshStart`. */
  reconnect(): Promise<void>
  /** Loads the page's provider of a namespace. @throws WalletError NETWORK_ERROR; CHAIN_NOT_SUPPORTED when there is none */
  provider<N extends Namespace>(namespace: N): Promise<Providers[N]>
  setTheme(mode: ThemeMode, variables?: Readonly<Record<string, string>>): void
  setLocale(tag: string): void
  /**
   * Calls `listener` with the present value and each later one, until `signal` aborts or the instance ends.
   * @param about what the value is asked about, see `WatchQuestions`
   */
  watch<What extends keyof Watchable>(
    what: What,
    listener: (value: Watchable[What]) => void,
    signal: AbortSignal,
    about?: unknown,
  ): void
}

/** Makes the actions of a core. Its reactions must exist already (`loaded-modal.ts`). */
export function createActions(core: Core): Actions {
  const connection = () => core.use(createConnection)
  /** Waits for pending restores, which may connect the wanted wallet without a choice by the visitor, and for pending disconnects. */
  const settled = async () => {
    if (!core.publicState.$account.get() && !(core.config.reconnect && isStored(core, 'connections'))) return
    const { reconnect, disconnect } = connection()
    if (core.publicState.$status.get() === 'reconnecting') await reconnect().catch(() => undefined) // when the restore fails, the visitor chooses a wallet
    await ended(disconnect.$state, core.signal)
  }
  if (core.config.debug) core.use(createNameCheck)
  const actions: Actions = {
    async connect(namespace) {
      const fits = (account: Account | undefined): account is Account =>
        account !== undefined && (namespace === undefined || account.namespace === namespace)
      await settled()
      core.signal.throwIfAborted()
      const present = () => (namespace === undefined ? core.publicState.$account.get() : core.use(createAccounts).find(namespace))
      const already = present()
      if (fits(already)) return withTimeout(signedIn(core, already), { signal: core.signal })
      const { promise, resolve, reject } = deferred<Account>()
      const stops = [
        core.on('connect', (account) => fits(account) && resolve(account)),
        core.on('close', () => {
          const account = present()
          if (fits(account)) resolve(account)
          else reject(walletError('MODAL_CLOSED'))
        }),
      ]
      const end = () => reject(walletError('DESTROYED'))
      core.signal.addEventListener('abort', end)
      try {
        await core.deps.show({ name: 'Connect', namespace })
        return await withTimeout(signedIn(core, await promise), { signal: core.signal })
      } finally {
        for (const stop of stops) stop()
        core.signal.removeEventListener('abort', end)
      }
    },
    async disconnect(namespace) {
      const signIns = core.config.siwx && signInsOf(core) // first: it is to hear what ends
      await Promise.allSettled([signIns])
      await connection().disconnect(namespace)
      await (await signIns)?.signOut(namespace)
    },
    async switchNetwork(network) {
      const chainId = typeof network === 'string' ? network : toNetwork(network).caipNetworkId
      const found = core.use(createNetworks).find(chainId)
      if (!found) {
        const error = walletError('NETWORK_NOT_FOUND', { details: { chainId } })
        reportSetupError(core, error)
        throw error
      }
      await connection().switchTo(found)
    },
    watch(what, listener, signal, about) {
      if (signal.aborted || core.signal.aborted) return
      const tell = (value: Watchable[keyof Watchable]) => {
        if (signal.aborted) return // by the listener itself, or before a first value that is on its way
        try {
          ;(listener as (value: Watchable[keyof Watchable]) => void)(value) // `what` says which it is
        } catch (error) {
          core.deps.log.error(`a listener of '${what}' failed`, error)
        }
      }
      let stop: () => void
      if (what === 'accounts') {
        const { $account } = core.publicState
        const { $all } = core.use(createAccounts)
        const isActive = ({ accountId }: Account) => Number(accountId === $account.get()?.accountId)
        const tellAll = () => {
          const all = $all.get().map(({ connection: from, account }) => toAccount(from, account))
          tell(all.sort((a, b) => isActive(b) - isActive(a)))
        }
        const stops = [$all.subscribe(tellAll), $account.listen(tellAll)]
        stop = () => stops.forEach((each) => each())
      } else if (what === 'signIn') {
        stop = watchSignIn(core, tell)
      } else if (what === 'wallets') {
        stop = core.use(createWallets).$connect.subscribe(({ detected, other }) => tell([...detected, ...other]))
      } else if (isOfAccount(what)) {
        stop = watchAccount(core, what, tell, about)
      } else {
        stop = core.use(createNativeBalance).$balance.subscribe(({ value, error }) => tell(what === 'balance' ? value : error))
      }
      if (signal.aborted) return stop() // in its first call
      signal.addEventListener('abort', stop, { once: true })
      core.signal.addEventListener('abort', stop, { once: true, signal }) // removed with the watch, of which a page may have many
    },
    async reconnect() {
      if (core.config.reconnect) return connection().reconnect()
      await core.use(createFreshStart)
    },
    async provider<N extends Namespace>(namespace: N) {
      const row: RootRow | undefined = namespaceRows[namespace] // a page without types may name any
      const load =
        row?.loadProvider ?? (() => Promise.reject(walletError('CHAIN_NOT_SUPPORTED', { details: { chain: namespace } })))
      const { createConnectingProvider } = await load().catch(unreachable)
      return createConnectingProvider(core, () => actions.connect(namespace), namespace) as Providers[N] // as the row says
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
  return actions
}

/** A part: reports unknown names in the settings (message keys, design tokens …) to the developer, once. */
function createNameCheck(core: Core): void {
  import('../elements/shell/unknown-names.js').then(
    ({ tellUnknownNames }) => tellUnknownNames(core),
    () => undefined, // offline: the report only helps the developer
  )
}

/** The sign-ins of a core, loaded with the first use. @throws WalletError NETWORK_ERROR */
async function signInsOf(core: Core): Promise<SignIns> {
  const { createSignIns } = await import('../state/connections/sign-in.js').catch(unreachable)
  return core.use(createSignIns)
}

/**
 * Where the page demands it, makes an account the active one, waits until it has signed in, and opens the view for that.
 * @throws WalletError MODAL_CLOSED when the visitor does not sign in
 */
async function signedIn(core: Core, account: Account): Promise<Account> {
  if (!requiresSignIn(core.config)) return account
  const signIns = await signInsOf(core)
  const { activate, find } = core.use(createConnection)
  const { id } = find(account.namespace) ?? {}
  if (id !== undefined) activate(id)
  await signIns.known()
  if (signIns.$signIn.get().status === 'needed') await core.deps.show({ name: 'SIWXSignMessage' })
  return signIns.settled(account.namespace)
}

function watchSignIn(core: Core, tell: (value: SignInStatus) => void): () => void {
  let stop = () => {}
  let isStopped = false
  if (!core.config.siwx) tell({ status: 'off' })
  else
    signInsOf(core).then(
      ({ $signIn }) => {
        if (isStopped) return
        const end = $signIn.subscribe((status) => tell(status))
        if (isStopped) end() // in its first call
        else stop = end
      },
      (error: unknown) => core.deps.log.warn('signing in did not load', error),
    )
  return () => {
    isStopped = true
    stop()
  }
}

/** Whether a value is one of `account-watch.ts`. */
const isOfAccount = (what: keyof Watchable): what is AccountValue =>
  ['portfolio', 'activity', 'nfts', 'approvals', 'smartSessions', 'purchases', 'swapQuote'].includes(what)

function watchAccount(
  core: Core,
  what: AccountValue,
  tell: (value: Watchable[AccountValue]) => void,
  about: unknown,
): () => void {
  let stop = () => {}
  let isStopped = false
  import('./account-watch.js').then(
    ({ accountWatches }) => {
      if (isStopped || core.signal.aborted) return
      const end = accountWatches[what](core, tell, about)
      if (isStopped) end() // in its first call
      else stop = end
    },
    (error: unknown) => core.deps.log.warn(`${what} did not load`, error),
  )
  return () => {
    isStopped = true
    stop()
  }
}

/** Resolves when the operation of `$state` is not pending, or the instance has ended. */
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

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((onResolve, onReject) => ([resolve, reject] = [onResolve, onReject]))
  promise.catch(() => undefined) // it is awaited after `show`, and not at all when that fails
  return { promise, resolve, reject }
}

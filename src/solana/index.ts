// `wallet-modal/solana`: a modal in the shape that pages with `@solana/web3.js` 1 and Anchor expect.
import { Connection, PublicKey } from '@solana/web3.js'
import { atom } from 'nanostores'
import { walletError } from '../vocabulary/errors.js'
import { isWalletError, unreachable } from '../vocabulary/wallet-error.js'
import type { WalletModal } from '../wallet-modal.js'
import type { ConnectedFacts, Endpoint, Facts, Following, WalletFacts } from './follow.js'
import { createSigning } from './signing.js'
import type { AnchorWallet, ListedWallet, SolanaState, WalletAdapter } from './types.js'

export { solana as solanaMainnet, solanaDevnet, solanaTestnet } from '../vocabulary/non-evm-networks.js'
export type { SolanaSignInInput } from '../vocabulary/providers.js'
export type {
  AnchorWallet,
  AnyTransaction,
  ListedWallet,
  SendTransaction,
  SendTransactionOptions,
  SignAllTransactions,
  SignIn,
  SignInOutput,
  SignMessage,
  SignTransaction,
  SolanaState,
  WalletAdapter,
} from './types.js'

/** What `solana(modal)` gives: properties that are always those of the moment, and a store. */
export interface Solana extends SolanaState {
  /** The present state, the same object until something changes. */
  get(): SolanaState
  /** Calls `listener` with each later state. Loads the core of the modal. Returns the stop function. */
  listen(listener: (state: SolanaState) => void): () => void
  /** As `listen`, with the present state at once. */
  subscribe(listener: (state: SolanaState) => void): () => void
  /**
   * The `connection`, once the settings are loaded.
   * @throws WalletError CHAIN_NOT_SUPPORTED when no network of Solana is configured that has a node; CONFIG_INVALID, NETWORK_ERROR, DESTROYED
   */
  getConnection(): Promise<Connection>
}

const shared = new WeakMap<WalletModal, Solana>()

/**
 * The modal as pages with web3.js 1 know wallets, the same object at each call for a modal. It loads nothing by itself: the core is loaded when a wallet
 * is connected or restored, with the first listener and with the first function that needs it.
 */
export function solana(modal: WalletModal): Solana {
  const made = shared.get(modal) ?? createSolana(modal)
  shared.set(modal, made)
  return made
}

const nothing: Facts = {
  reconnects: true,
  isConnecting: false,
  isDisconnecting: false,
  connected: undefined,
  endpoint: undefined,
  installed: [],
}

function createSolana(modal: WalletModal): Solana {
  let facts = nothing
  let following: Promise<Following> | undefined
  const provider = modal.provider('solana')
  /** Loads the core, once; after a failure the next call tries again. */
  const start = (): Promise<Following> => {
    following ??= Promise.all([modal.start(), import('./follow.js').catch(unreachable)]).then(
      ([core, { follow }]) => follow(core, change),
      (error: unknown) => {
        following = undefined
        throw error
      },
    )
    return following
  }
  const signing = createSigning(provider, () => facts.connected, start)
  /** A failure shows itself where the page asks for something. */
  const startQuietly = () => void start().catch(() => undefined)
  const look = () => void start().then((started) => started.look(), () => undefined) // oxfmt-ignore

  const connectTo = async (name: string) => {
    const started = await start()
    // Also loads what reacts to connections, and waits for one that is being restored.
    const accounts = provider.request({ method: 'solana_getAccounts' })
    await accounts.catch((error: unknown) => isWalletError(error, 'NOT_CONNECTED') || Promise.reject(error as Error))
    if (facts.connected?.name !== name) await started.connectTo(name)
  }
  const actions = {
    async connect() {
      if (!facts.connected) await modal.connect({ namespace: 'solana' })
      await start()
    },
    disconnect: () => modal.disconnect({ namespace: 'solana' }),
    select(name: string | null) {
      const done = name === null ? actions.disconnect() : connectTo(name)
      done.catch((error: unknown) => console.error('[wallet-modal]', error))
    },
    sendTransaction: signing.sendTransaction,
  }
  const values = createValues()
  const $state = atom(stateOf(nothing))
  const change = (now: Facts) => {
    facts = now
    $state.set(stateOf(now))
  }

  function stateOf({ reconnects, isConnecting, isDisconnecting, connected, endpoint, installed }: Facts): SolanaState {
    const publicKey = connected ? values.publicKey(connected.address) : null
    const signs = signsOf(connected)
    const own = connected && adapterOf(connected, connected, isConnecting)
    const others = installed.filter(({ name }) => name !== connected?.name)
    const list = [...(own ? [own] : []), ...others.map((each) => adapterOf(each, undefined, isConnecting))].map(listed)
    return {
      autoConnect: reconnects,
      get wallets() {
        look()
        return list
      },
      wallet: own ? (list[0] ?? null) : null,
      publicKey,
      connecting: isConnecting,
      connected: publicKey !== null,
      disconnecting: isDisconnecting,
      ...actions,
      ...signs,
      signIn: connected ? signs.signIn : signing.signIn,
      connection: endpoint && values.connection(endpoint),
      anchorWallet:
        publicKey && signs.signTransaction && signs.signAllTransactions ? values.anchor({ publicKey, ...signing }) : undefined,
    }
  }
  /** What the connected wallet can do; all, where it does not tell. */
  function signsOf(connected: ConnectedFacts | undefined) {
    const can = (method: string) => connected && (connected.abilities?.methods.includes(method) ?? true)
    return {
      signTransaction: can('solana_signTransaction') ? signing.signTransaction : undefined,
      signAllTransactions: can('solana_signAllTransactions') ? signing.signAllTransactions : undefined,
      signMessage: can('solana_signMessage') ? signing.signMessage : undefined,
      signIn: can('solana_signIn') ? signing.signIn : undefined,
    }
  }
  function adapterOf(
    { name, icon = '' }: WalletFacts,
    connected: ConnectedFacts | undefined,
    isConnecting: boolean,
  ): WalletAdapter {
    const versions = connected?.abilities?.transactionVersions ?? ['legacy', 0]
    const isInstalled = facts.installed.some((each) => each.name === name)
    const connect = () => connectTo(name)
    return {
      name,
      icon,
      url: '',
      readyState: connected && !isInstalled ? 'Loadable' : 'Installed',
      publicKey: connected ? values.publicKey(connected.address) : null,
      connecting: !connected && isConnecting,
      connected: connected !== undefined,
      supportedTransactionVersions: versions.some((each) => each !== 'legacy') ? new Set(versions) : null,
      autoConnect: connect,
      connect,
      disconnect: actions.disconnect,
      sendTransaction: actions.sendTransaction,
      ...signsOf(connected),
    }
  }

  modal.$status.subscribe((status) => status !== 'disconnected' && startQuietly())
  const store = {
    get: () => $state.get(),
    listen(listener: (state: SolanaState) => void) {
      startQuietly()
      return $state.listen((state) => listener(state))
    },
    subscribe(listener: (state: SolanaState) => void) {
      startQuietly()
      return $state.subscribe((state) => listener(state))
    },
    async getConnection() {
      await start()
      const { connection } = $state.get()
      if (!connection) throw walletError('CHAIN_NOT_SUPPORTED', { details: { chain: 'solana' } })
      return connection
    },
  }
  const live = Object.fromEntries(
    Object.keys($state.get()).map((key) => [key, { get: () => $state.get()[key as keyof SolanaState], enumerable: true }]),
  )
  return Object.defineProperties(store, live) as Solana // it has each property of the state, as just defined
}

const listed = (adapter: WalletAdapter): ListedWallet => ({ adapter, readyState: adapter.readyState })

/** Keeps the last object of each kind while it means the same: effects of a page depend on them. */
function createValues() {
  let key: PublicKey | undefined
  let anchor: AnchorWallet | undefined
  let made: { readonly endpoint: Endpoint; readonly connection: Connection } | undefined
  return {
    publicKey(address: string): PublicKey {
      return key?.toBase58() === address ? key : (key = new PublicKey(address))
    },
    anchor({ publicKey, signTransaction, signAllTransactions }: AnchorWallet): AnchorWallet {
      if (anchor?.publicKey !== publicKey) anchor = { publicKey, signTransaction, signAllTransactions }
      return anchor
    },
    connection(endpoint: Endpoint): Connection {
      const { http, webSocket: wsEndpoint } = endpoint
      if (made?.endpoint.http !== http || made.endpoint.webSocket !== wsEndpoint) {
        const config = { commitment: 'confirmed' as const, ...(wsEndpoint === undefined ? {} : { wsEndpoint }) }
        made = { endpoint, connection: new Connection(http, config) }
      }
      return made.connection
    },
  }
}

/** The state where there is no modal: on a server, and in the first render. Functions reject with NO_MODAL. */
export const noSolana: SolanaState = {
  autoConnect: true,
  wallets: [],
  wallet: null,
  publicKey: null,
  connecting: false,
  connected: false,
  disconnecting: false,
  select: () => undefined,
  connect: () => Promise.reject(walletError('NO_MODAL')),
  disconnect: () => Promise.reject(walletError('NO_MODAL')),
  sendTransaction: () => Promise.reject(walletError('NO_MODAL')),
  signTransaction: undefined,
  signAllTransactions: undefined,
  signMessage: undefined,
  signIn: () => Promise.reject(walletError('NO_MODAL')),
  connection: undefined,
  anchorWallet: undefined,
}

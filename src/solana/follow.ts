// What a modal's state knows of Solana. Loaded with the core, so that `wallet-modal/solana` itself brings nothing of the modal.
import type { ReadableAtom } from 'nanostores'
import { rpcEndpoints } from '../api/rpc.js'
import type { Abilities } from '../connectors/connector.js'
import { clusterOf, LOCALNET } from '../connectors/solana/chains.js'
import type { ChainId } from '../vocabulary/caip.js'
import { walletError } from '../vocabulary/errors.js'
import type { Network } from '../vocabulary/network.js'
import { withTimeout } from '../vocabulary/timeout.js'
import type { InstalledWallet } from '../vocabulary/wallet.js'
import { createAccounts } from '../state/connections/accounts.js'
import { createConnection } from '../state/connections/connection.js'
import type { Core } from '../state/core.js'
import { createNetworks } from '../state/networks/networks.js'
import { rpcWorld } from '../state/networks/reads.js'
import { createInstalled, fromInstalled } from '../state/wallets/installed.js'

/** A node, as web3.js takes it. */
export interface Endpoint {
  readonly http: string
  /** Undefined: where web3.js looks for it. */
  readonly webSocket: string | undefined
}

/** A wallet's name and picture. */
export interface WalletFacts {
  readonly name: string
  readonly icon: string | undefined
}

/** The connected wallet on Solana. */
export interface ConnectedFacts extends WalletFacts {
  /** Base58, of the selected account. */
  readonly address: string
  readonly chain: ChainId
  /** Undefined: a connector of the page's own, which does not tell. */
  readonly abilities: Abilities | undefined
  /** The name of its cluster in the Wallet Standard, such as `solana:mainnet`. */
  readonly cluster: `solana:${string}`
  /** The cluster is none of the public ones, so that a wallet has no node for it. */
  readonly isLocal: boolean
}

/** What the modal knows of Solana at one moment. */
export interface Facts {
  readonly reconnects: boolean
  readonly isConnecting: boolean
  readonly isDisconnecting: boolean
  readonly connected: ConnectedFacts | undefined
  /** The node of the network that the wallet is on, else of the chosen or first one of Solana; undefined: there is none. */
  readonly endpoint: Endpoint | undefined
  /** The Solana wallets of this browser; empty until `look` was called. */
  readonly installed: readonly WalletFacts[]
}

/** What `follow` returns. */
export interface Following {
  /** Looks for the wallets of this browser, from the first call on. */
  look(): void
  /** Connects an installed wallet by its name. @throws WalletError WALLET_NOT_FOUND, and as `Connector.connect` */
  connectTo(name: string): Promise<void>
}

/** Longest wait, in ms, for an installed wallet to announce itself. */
const ARRIVAL_LIMIT_MS = 3_000

/** Calls `listener` with what the modal knows, now and after each change. */
export function follow(core: Core, listener: (facts: Facts) => void): Following {
  const accounts = core.use(createAccounts)
  const connection = core.use(createConnection)
  const networks = core.use(createNetworks)
  const { connect, disconnect, reconnect, $status, $connections } = connection
  let installed: readonly InstalledWallet[] = []
  let stopLooking: (() => void) | undefined

  const connected = (): ConnectedFacts | undefined => {
    const found = connection.find('solana')
    const account = accounts.find('solana')
    if (!found || !account) return undefined
    const { name, icon } = found.wallet
    const { chain } = found.grant
    const cluster = clusterOf(chain)
    const { abilities } = found.connector
    return { name, icon, address: account.address, chain, abilities, cluster, isLocal: cluster === LOCALNET }
  }
  const endpoint = (): Endpoint | undefined => {
    const wanted = connection.find('solana')?.grant.chain
    const candidates = [...(wanted ? [networks.find(wanted)] : []), networks.$network.get(), ...networks.networks]
    const network = candidates.find((each) => each?.chainNamespace === 'solana')
    return network && endpointOf(core, network)
  }
  const tell = () => {
    const isPending = [connect, reconnect].some(({ $state }) => $state.get().status === 'pending')
    const now = connected()
    listener({
      reconnects: core.config.reconnect,
      isConnecting: !now && (isPending || $status.get() === 'connecting'),
      isDisconnecting: now !== undefined && disconnect.$state.get().status === 'pending',
      connected: now,
      endpoint: endpoint(),
      installed: installed.map((wallet) => ({ name: fromInstalled(wallet).name, icon: fromInstalled(wallet).icon })),
    })
  }
  const stops = [
    accounts.$account,
    $connections,
    networks.$network,
    $status,
    connect.$state,
    reconnect.$state,
    disconnect.$state,
  ].map((store) => store.listen(tell))
  tell()
  core.onEnd(() => {
    for (const stop of [...stops, () => stopLooking?.()]) stop()
    const nothing = { isConnecting: false, isDisconnecting: false, connected: undefined, endpoint: undefined, installed: [] }
    listener({ reconnects: core.config.reconnect, ...nothing })
  })
  let looking: Promise<ReadableAtom<readonly InstalledWallet[]>> | undefined
  const look = () =>
    (looking ??= core.deps.afterOpen().then(
      () => {
        const $installed = createInstalled(core) // not the first open's, which only knows wallets of EVM chains
        stopLooking = $installed.subscribe((wallets) => {
          installed = wallets.filter(({ namespace }) => namespace === 'solana')
          tell()
        })
        return $installed
      },
      (error: unknown) => {
        looking = undefined // the next call loads it again
        throw error
      },
    ))
  /** An extension may announce itself after the page has loaded. @throws WalletError WALLET_NOT_FOUND */
  const arrival = async (name: string): Promise<InstalledWallet> => {
    const $installed = await look()
    let stop = () => {}
    const arrived = new Promise<InstalledWallet>((resolve) => {
      stop = $installed.subscribe((wallets) => {
        const found = wallets.find((each) => each.namespace === 'solana' && fromInstalled(each).name === name)
        if (found) resolve(found)
      })
    })
    const late = () => walletError('WALLET_NOT_FOUND', { details: { wallet: name } })
    return withTimeout(arrived, { ms: ARRIVAL_LIMIT_MS, signal: core.signal, late }).finally(() => stop())
  }
  return {
    look: () => void look().catch(() => undefined), // the next reading looks again
    async connectTo(name) {
      await connect(await arrival(name))
    },
  }
}

/** The first node that the modal itself would ask. The services take subscriptions at the same url. */
function endpointOf(core: Core, network: Network): Endpoint | undefined {
  const world = rpcWorld(core, network)
  const [http] = rpcEndpoints(world)
  if (http === undefined) return undefined
  const { rpcUrls, services } = world
  const { default: nodes } = network.rpcUrls
  const isShared = services !== undefined && !rpcUrls.includes(http) && http.startsWith(services)
  const webSocket = isShared ? http.replace(/^http/, 'ws') : http === nodes.http[0] ? nodes.webSocket?.[0] : undefined
  return { http, webSocket }
}

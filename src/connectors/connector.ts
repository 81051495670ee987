// The one type that the state layer knows of wallets. A connector is a namespace (what to say) spoken over a channel (a pipe to a wallet).
import type { AccountId, ChainId, Namespace } from '../caip.js'
import type { Network } from '../network.js'
import type { ConnectedWallet, InstalledWallet } from '../wallet.js'

export type Transport = 'injected' | 'relay' | 'embedded' | 'mock'

/** A JSON-RPC call to a wallet (EIP-1193 `RequestArguments`). */
export interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** A pipe to a wallet: carries requests, reports what the wallet says by itself, ends. */
export interface Channel {
  readonly transport: Transport
  /** `chain` is needed by pipes that carry several chains (relay); injected ones ignore it. Rejects with whatever the wallet threw. */
  request(args: RequestArguments, chain?: ChainId): Promise<unknown>
  /** EIP-1193 event names. Returns the stop function. */
  on(
    event: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message',
    listener: (payload: unknown) => void,
  ): () => void
  /** Ends the pipe; idempotent, never rejects because it had ended before. */
  close(): Promise<void>
  /** Lets go of the pipe and tells nobody: nothing is heard any more, and what still waits for an answer is refused. */
  release(): void
}

/** What a wallet has granted. */
export interface Grant {
  /** CAIP-10, on `chain`; the first is the selected one. Never empty. */
  readonly accounts: readonly AccountId[]
  readonly chain: ChainId
  /** Chains that requests may go to; absent: the wallet takes any. */
  readonly chains?: readonly ChainId[] | undefined
}

export type ConnectorChange =
  | { readonly type: 'accounts'; readonly accounts: readonly AccountId[] }
  | { readonly type: 'chain'; readonly chain: ChainId }
  /** The wallet has added chains to what requests may go to, or taken some away. */
  | { readonly type: 'chains'; readonly chains: readonly ChainId[] }
  | { readonly type: 'message'; readonly message: unknown }
  | { readonly type: 'disconnect' }

/** `to`, `amount` in base units of `token` (absent: the native coin). */
export interface Transfer {
  readonly to: string
  readonly amount: bigint
  readonly token?: { readonly address: string; readonly decimals: number } | undefined
  readonly chain: ChainId
}

export interface Connector {
  /** Stable over reloads; what the connection is remembered by. */
  readonly id: string
  readonly namespace: Namespace
  readonly transport: Transport
  readonly wallet: ConnectedWallet
  /**
   * Asks the wallet for its accounts. `silent`: never prompts; rejects with `NOT_CONNECTED` when the wallet no longer grants any.
   * @throws WalletError USER_REJECTED, REQUEST_PENDING, WALLET_TIMEOUT, NO_ACCOUNTS, ABORTED, WALLET_FAILED
   */
  connect(options: ConnectOptions): Promise<Grant>
  /** Idempotent. */
  disconnect(): Promise<void>
  /** Stops listening to the wallet and tells it nothing: for what has ended already, or stays the wallet's. */
  release(): void
  /** Asks the wallet to go to `network`; 4902 → adds the chain and tries again. Resolves with the chain the wallet is on afterwards. */
  switchTo(network: Network): Promise<ChainId>
  /** Signs a plain text message with the selected account; resolves with the namespace's usual signature encoding. */
  sign(message: string): Promise<string>
  /** Sends a transfer from the selected account; resolves with the transaction hash. */
  send(transfer: Transfer): Promise<string>
  /** The raw door, behind the page's own provider. Rejects with the wallet's own error, code kept. */
  request(chain: ChainId, args: RequestArguments): Promise<unknown>
  /** The only upward signal. Returns the stop function. */
  onChange(listener: (change: ConnectorChange) => void): () => void
}

export interface ConnectOptions {
  readonly networks: readonly Network[]
  /** The chain to start on, if the wallet has it. */
  readonly chain?: ChainId | undefined
  readonly silent?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** A settled relay session: one connector per namespace, all over the same pipe. */
export interface RelaySession {
  readonly topic: string
  readonly wallet: ConnectedWallet
  /** Unix ms. */
  readonly expiresAt: number
  readonly connectors: readonly Connector[]
  disconnect(): Promise<void>
  /** It was ended by somebody else who holds it, another page: lets go of it here, and tells nobody. */
  forget(): void
}

export interface RelayOptions {
  readonly relayUrl: string
  readonly projectId: string
  /** Storage prefix: two modals never share a session. */
  readonly storagePrefix: string
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  readonly networks: readonly Network[]
  /** Asks the chain's own nodes what a wallet over the relay does not answer. Rejects with the node's own error, code kept. */
  readonly read: (chain: ChainId, call: RequestArguments) => Promise<unknown>
  /** The relay will have nothing to do with this client, in its own words: a wrong project, origin or clock. */
  readonly onRefused?: ((reason: string) => void) | undefined
  /** The connection to the relay is there, or lost; a lost one is restored without being asked. */
  readonly onConnection?: ((isConnected: boolean) => void) | undefined
  readonly signal: AbortSignal
}

export interface PairOptions extends RelayOptions {
  /** Called once, as soon as the pairing uri exists. */
  readonly onUri: (uri: string) => void
}

/** What the state layer is given to reach wallets; `connectors/load.ts` is the real one, and imports each piece only when it is needed. */
export interface ConnectorPort {
  /** Reports every wallet found in the page, again on each arrival, until `signal` ends. */
  discover(listener: (wallets: readonly InstalledWallet[]) => void, signal: AbortSignal): void
  /** Opens an installed wallet without prompting. @throws WalletError WALLET_NOT_FOUND */
  open(wallet: Pick<InstalledWallet, 'id' | 'namespace'>): Promise<Connector>
  /** Proposes a session; resolves when the wallet approves. @throws WalletError USER_REJECTED, PAIRING_EXPIRED, RELAY_UNREACHABLE, ABORTED, NO_ACCOUNTS */
  pair(options: PairOptions): Promise<RelaySession>
  /** The session of an earlier page load, if the relay client still holds it. */
  restore(options: RelayOptions & { readonly topic: string }): Promise<RelaySession | undefined>
}

// The one type that the state layer knows of wallets. A connector is a namespace (what to say) spoken over a channel (a pipe to a wallet).
import type { GrantedAccount } from '../account.js'
import type { AccountId, AssetId, ChainId, Namespace } from '../caip.js'
import type { RequestArguments } from '../eip1193.js'
import type { Network } from '../network.js'
import type { ConnectedWallet, InstalledWallet } from '../wallet.js'

/** `custom`: brought by the page. */
export type Transport = 'injected' | 'relay' | 'embedded' | 'custom' | 'mock'

export type { RequestArguments } from '../eip1193.js'

/** Carries requests to a wallet, reports what the wallet says by itself, ends. */
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
  /** On every chain that the wallet named, in its order; at least one is on `chain`, and the first of those is the one selected in the wallet. */
  readonly accounts: readonly GrantedAccount[]
  /** Where the wallet is. */
  readonly chain: ChainId
  /** Chains that requests may go to; absent: the wallet takes any. */
  readonly chains?: readonly ChainId[] | undefined
}

export type ConnectorChange =
  /** Accounts, chain or chains are others now: all that is granted, whole. */
  | { readonly type: 'grant'; readonly grant: Grant }
  | { readonly type: 'message'; readonly message: unknown }
  | { readonly type: 'disconnect' }

/** A text to be signed by `account`, one of those granted (CAIP-10). */
export interface SignRequest {
  readonly account: AccountId
  readonly message: string
}

/** What verifies without the wallet. */
export interface Signature {
  /** In the namespace's usual encoding: `0x…` on eip155, base58 on solana, base64 on bip122 and cosmos, `0x…` on polkadot. */
  readonly signature: string
  /** Lower-case hex without `0x`: of families that cannot recover it from the signature (cosmos). */
  readonly publicKey?: string | undefined
  /** How it was signed where a family has several ways: `ecdsa`, `bip322` (bip122), `sr25519`, `ed25519`, `ecdsa` (polkadot). */
  readonly scheme?: string | undefined
}

/** `amount` of `asset` in its smallest unit. */
export interface Transfer {
  /** CAIP-10; one of the accounts granted. Its chain is the asset's. */
  readonly from: AccountId
  readonly to: string
  readonly amount: bigint
  /** CAIP-19. A chain's own coin is `slip44:…`, such as `eip155:1/slip44:60`. */
  readonly asset: AssetId
}

export interface Connector {
  /** Stable over reloads, and unique among the connectors of its namespace: what a connection is stored by. */
  readonly id: string
  readonly namespace: Namespace
  readonly transport: Transport
  readonly wallet: ConnectedWallet
  /**
   * Asks the wallet for its accounts. `silent`: never prompts; rejects with `NOT_CONNECTED` when the wallet no longer grants any.
   * @throws WalletError USER_REJECTED, REQUEST_PENDING, WALLET_TIMEOUT, NO_ACCOUNTS, ABORTED, WALLET_FAILED
   */
  connect(options: ConnectOptions): Promise<Grant>
  /** The accounts that the wallet grants now; never prompts. Empty: none. @throws WalletError WALLET_TIMEOUT, WALLET_FAILED */
  getAccounts(): Promise<readonly GrantedAccount[]>
  /** Whether `connect` would succeed without a prompt. Never prompts, never rejects. */
  isAuthorized(): Promise<boolean>
  /** Idempotent. */
  disconnect(): Promise<void>
  /** Stops listening to the wallet and tells it nothing: for what has ended already, or stays the wallet's. */
  release(): void
  /**
   * Asks the wallet to go to `network`; a wallet that does not know it is asked to add it. Resolves with what is granted there.
   * @throws WalletError USER_REJECTED, REQUEST_PENDING, SWITCH_FAILED, CHAIN_NOT_SUPPORTED
   */
  switchTo(network: Network): Promise<Grant>
  /** Signs a plain text message. @throws WalletError UNAUTHORIZED the account is not granted; USER_REJECTED, WALLET_FAILED */
  sign(request: SignRequest): Promise<Signature>
  /**
   * Sends a transfer; resolves with the transaction hash.
   * @throws WalletError UNAUTHORIZED, ADDRESS_INVALID, AMOUNT_INVALID, CAIP_INVALID an asset that this namespace has no transfer for,
   * UNSUPPORTED_CHAIN the wallet is on another chain; USER_REJECTED, WALLET_FAILED
   */
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

/** A wallet found in the page, with the object it is spoken to through: of the namespace's own kind, and foreign. */
export interface FoundWallet {
  readonly wallet: InstalledWallet
  readonly provider: unknown
}

/** Reports all wallets of a page at once and again on every arrival, until `signal` ends. One that has nothing to look for yet reports nothing. */
export type Discover = (window: Window, listener: (found: readonly FoundWallet[]) => void, signal: AbortSignal) => void

/** How the wallets of a namespace are spoken with: `connectors/<namespace>/index.ts`, loaded when one is chosen. */
export interface ConnectorModule {
  /** Over what `discover` has found. */
  createConnector(found: FoundWallet): Connector
  /** Over a relay session that grants something in the namespace. Absent: it is not spoken over the relay. */
  createSessionConnector?(session: WalletSession): Connector
  /** An address that a session names, in the namespace's usual form; undefined: it is none. */
  readAddress(text: string): string | undefined
}

/** What the connectors know of a namespace: a row of `src/namespaces.ts`. */
export interface ConnectorRow {
  /** Part of the first open where the namespace is configured. Absent: it has no wallets in pages. */
  readonly discover?: Discover | undefined
  /** Absent: its wallets cannot be spoken with yet. */
  readonly load?: (() => Promise<ConnectorModule>) | undefined
  /** Methods that a session is asked to allow (CAIP-25). Absent: the namespace is not proposed. */
  readonly loadMethods?: (() => Promise<{ readonly methods: readonly string[] }>) | undefined
}

/** The families that the connectors speak. */
export type ConnectorRows = Readonly<Partial<Record<Namespace, ConnectorRow>>>

/** What a session grants in one namespace. */
export interface GrantedNamespace {
  /** Addresses by chain, as `readAddress` gave them; never an empty list. */
  readonly accounts: ReadonlyMap<ChainId, readonly string[]>
  /** Granted, and proposed before. */
  readonly methods: ReadonlySet<string>
  /** Granted though nobody proposed them: the wallet is not asked for these. */
  readonly unasked: ReadonlySet<string>
  /** Chains that the wallet knows under an older id, and that id. */
  readonly wireIds?: ReadonlyMap<ChainId, string> | undefined
}

/** Something that the wallet tells over a session (`session_event`); untrusted, but for its topic. */
export interface SessionEvent {
  readonly name: string
  readonly data: unknown
  /** CAIP-2 as the wallet wrote it. */
  readonly chain: string
}

/** A settled relay session as its namespaces' connectors share it: it carries requests and accounts, and knows no namespace. */
export interface WalletSession {
  readonly topic: string
  readonly wallet: ConnectedWallet
  /** What it grants now; undefined: nothing in this namespace. */
  granted(namespace: Namespace): GrantedNamespace | undefined
  /** Asks the wallet. Rejects with what the wallet threw; WalletError RELAY_UNREACHABLE; 4900 the session has ended. */
  request(chain: ChainId, args: RequestArguments): Promise<unknown>
  /** Asks the chain's own nodes. */
  read(chain: ChainId, args: RequestArguments): Promise<unknown>
  /** Also takes what the wallet grants on `chain` from now on: it was not proposed, but asked for since. */
  allow(chain: ChainId): void
  /** Reads the grant again; what it tells by events may be behind. */
  refresh(): void
  /** The namespace is of no more use: it grants nothing from now on. The session ends with the last. */
  leave(namespace: Namespace): void
  onGrant(listener: () => void): () => void
  onEvent(listener: (event: SessionEvent) => void): () => void
  /** The wallet has ended it, or grants nothing any more. */
  onEnd(listener: (reason: string) => void): () => void
  /** True until it has ended or was released. */
  readonly isOpen: boolean
  /** Tells the wallet, and forgets the session also where the relay cannot be reached. Idempotent. */
  close(): Promise<void>
  /** Hears nothing any more and tells nobody. */
  release(): void
}

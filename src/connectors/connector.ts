// The contract between the state layer and wallets. A connector speaks one namespace (eip155, solana …) over a channel, which
// carries its requests to one wallet. The state layer knows wallets only by the types of this file.
import type { FrameClient, FrameClientOptions } from '../frame/client.js'
import type { GrantedAccount } from '../vocabulary/account.js'
import type { AccountId, ChainId, Namespace } from '../vocabulary/caip.js'
import type { RequestArguments } from '../vocabulary/eip1193.js'
import type { WalletError } from '../vocabulary/errors.js'
import type { Network } from '../vocabulary/network.js'
import type { ConnectedWallet, InstalledWallet } from '../vocabulary/wallet.js'
import type { WalletSession } from './wallet-session.js'
import type { ContractCall, Signature, SignRequest, Transfer } from './wallet-requests.js'

/**
 * How requests get to a wallet: `injected`: an object in the page (EIP-1193); `relay`: a WalletConnect session; `embedded`: a
 * frame; `custom`: a connector that the page brings (`createConnector`); `mock`: a wallet for tests.
 */
export type Transport = 'injected' | 'relay' | 'embedded' | 'custom' | 'mock'

export type { RequestArguments } from '../vocabulary/eip1193.js'
export type { GrantedNamespace, SessionEvent, SessionProperties, WalletSession } from './wallet-session.js'
export type { ContractCall, Signature, SignRequest, Transfer } from './wallet-requests.js'

/** Carries the requests of one connector to a wallet, and the wallet's events back. */
export interface Channel {
  readonly transport: Transport
  /**
   * Sends one request to the wallet and resolves with its answer, unchecked. Rejects with whatever the wallet threw.
   * @param chain for channels that carry several chains (relay); injected wallets ignore it
   */
  request(args: RequestArguments, chain?: ChainId): Promise<unknown>
  /** Listens to an event of the wallet (EIP-1193). The payload is unchecked. Returns the function that stops listening. */
  on(
    event: 'accountsChanged' | 'chainChanged' | 'connect' | 'disconnect' | 'message',
    listener: (payload: unknown) => void,
  ): () => void
  /** Stops listening, and ends the relay session where the channel is one. Further calls have no effect and never reject. */
  close(): Promise<void>
  /** Stops listening without telling the wallet. Requests of a relay session that wait for an answer reject. */
  release(): void
}

/** The accounts and chains that a wallet gives the page access to. */
export interface Grant {
  /**
   * The accounts on every chain that the wallet named, in the wallet's order. At least one is on `chain`, and the first of those
   * is the one selected in the wallet. Empty only in a change that takes all accounts back, and where a silent `connect` is not
   * allowed.
   */
  readonly accounts: readonly GrantedAccount[]
  /** The chain that the wallet is on (CAIP-2). */
  readonly chain: ChainId
  /** The chains that requests may go to (CAIP-2); absent when the wallet accepts any chain. */
  readonly chains?: readonly ChainId[] | undefined
}

/**
 * What a wallet reports by itself. `grant`: accounts, chain or chains have changed; it holds the whole new grant. `message`: a
 * `message` event of the wallet (EIP-1193), passed on to the page's provider. `disconnect`: the wallet has ended the connection.
 */
export type ConnectorChange =
  | { readonly type: 'grant'; readonly grant: Grant }
  | { readonly type: 'message'; readonly message: unknown }
  | { readonly type: 'disconnect' }

/** What a wallet itself can do. It may learn more while it is connected. */
export interface Abilities {
  /** The methods of its namespace (CAIP-25) that it answers by itself, without a node of the page. */
  readonly methods: readonly string[]
  /** Solana: the versions of transactions that it signs. */
  readonly transactionVersions: readonly ('legacy' | number)[]
}

/**
 * One wallet on one namespace. The state layer makes it with `ConnectorPort.open`, `pair` or `restore`, listens with `onChange`
 * after `connect`, and ends it with `disconnect` or `release`.
 */
export interface Connector {
  /** Stable over reloads, and unique among the connectors of its namespace: the stored connection is found again by it. */
  readonly id: string
  readonly namespace: Namespace
  readonly transport: Transport
  /** Name and icon of the wallet, checked before they get here. */
  readonly wallet: ConnectedWallet
  /** Absent: the namespace has no way to tell before the wallet is asked. */
  readonly abilities?: Abilities | undefined
  /**
   * Asks the wallet for its accounts. Called when the person chooses the wallet; with `silent` after a reload for a stored
   * connection, and for each connector of a relay session, whose wallet has already approved it.
   * @throws WalletError `USER_REJECTED`; `REQUEST_PENDING` when the wallet shows another request; `NO_ACCOUNTS`; `NOT_CONNECTED`
   * when a silent call would need the person; `WALLET_TIMEOUT`, `ABORTED`, `WALLET_FAILED`
   */
  connect(options: ConnectOptions): Promise<Grant>
  /**
   * The accounts that the wallet grants now, `[]` when it grants none. Never prompts.
   * @throws WalletError `WALLET_TIMEOUT`, `WALLET_FAILED`
   */
  getAccounts(): Promise<readonly GrantedAccount[]>
  /** Whether `connect` would succeed without a prompt. Never prompts, never rejects. */
  isAuthorized(): Promise<boolean>
  /**
   * Ends the connection and tells the wallet, where it can be told. Called when the person disconnects; a second call has no
   * further effect.
   */
  disconnect(): Promise<void>
  /**
   * Stops listening to the wallet without telling it anything. Called when the connection has ended (after `disconnect` too),
   * when an attempt to connect was given up, when another connection takes its place, and when the modal is destroyed.
   */
  release(): void
  /**
   * Asks the wallet to switch to `network`; a wallet that does not know the network is asked to add it. Resolves with the grant
   * on that network.
   * @throws WalletError `USER_REJECTED`, `REQUEST_PENDING`; `SWITCH_FAILED` for any other failure of the wallet, and when it is
   * on another chain afterwards; `CHAIN_NOT_SUPPORTED` for a network of another namespace; `WALLET_DISCONNECTED`,
   * `RELAY_UNREACHABLE`, `UNAUTHORIZED`
   */
  switchTo(network: Network): Promise<Grant>
  /**
   * Asks the wallet to sign a plain text.
   * @throws WalletError `NOT_CONNECTED`; `UNAUTHORIZED` when the account is not granted; `USER_REJECTED`; `UNSUPPORTED_METHOD`;
   * `WALLET_FAILED`
   */
  sign(request: SignRequest): Promise<Signature>
  /**
   * Asks the wallet to send a transfer; resolves with the hash of the transaction, which may not be mined yet.
   * @throws WalletError `NOT_CONNECTED`; `UNAUTHORIZED` when the account is not granted; `UNSUPPORTED_CHAIN` when the wallet is
   * on another chain; `ADDRESS_INVALID`, `AMOUNT_INVALID`, `CAIP_INVALID`; `INVALID_PARAMS` for an asset that the namespace
   * cannot transfer; `INSUFFICIENT_FUNDS` where that is known before the wallet is asked; `USER_REJECTED`, `UNSUPPORTED_METHOD`, `WALLET_FAILED`
   */
  send(transfer: Transfer): Promise<string>
  /**
   * Asks the wallet to send a call of a contract; resolves with the hash of the transaction, which may not be mined yet. Absent: the namespace has no
   * such calls.
   * @throws WalletError as `send`
   */
  call?(call: ContractCall): Promise<string>
  /**
   * Asks the wallet for something that only some wallets know, in the name of a granted account and on its chain. Resolves with the answer, unchecked.
   * Absent: the namespace has nothing of the kind.
   * @throws WalletError `NOT_CONNECTED`; `UNAUTHORIZED` when the account is not granted; `USER_REJECTED`, `UNSUPPORTED_METHOD`, `WALLET_FAILED`
   */
  ask?(account: AccountId, args: RequestArguments): Promise<unknown>
  /** Passes a call of the page's own provider on to the wallet. Rejects with the wallet's own error, its numeric code kept. */
  request(chain: ChainId, args: RequestArguments): Promise<unknown>
  /**
   * Listens to what the wallet reports by itself, from `connect` on; changes before the first listener are kept for it. Returns
   * the function that stops listening.
   */
  onChange(listener: (change: ConnectorChange) => void): () => void
}

/** What `Connector.connect` is given. */
export interface ConnectOptions {
  /** The configured networks of the connector's namespace. */
  readonly networks: readonly Network[]
  /** The chain to start on (CAIP-2), if the wallet grants it. Connecting never switches a wallet. */
  readonly chain?: ChainId | undefined
  /** The wallet must not show anything: reject with `NOT_CONNECTED` if it would have to ask the person. Default `false`. */
  readonly silent?: boolean | undefined
  /** Ends when the person gives up; the call then rejects with `ABORTED`. */
  readonly signal?: AbortSignal | undefined
}

/** What a phone wallet is asked to sign with its approval (wc_sessionAuthenticate, CAIP-222), for each chain of `eip155`. */
export interface SignRequestPayload {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string | undefined
  /** RFC 3339. */
  readonly expirationTime?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** A text to sign in, and its signature: unchecked. */
export interface SignedMessage {
  /** The text, byte for byte as it was signed. */
  readonly message: string
  /** In the namespace's usual encoding: see `Signature`. */
  readonly signature: string
  /** Lower-case hex without `0x`, where the signature cannot be verified without (cosmos). */
  readonly publicKey?: string | undefined
}

/** A settled WalletConnect session, with one connector per namespace that it grants. All of them share the session. */
export interface RelaySession {
  /** Id of the session, 64 hex digits. */
  readonly topic: string
  readonly wallet: ConnectedWallet
  /** Unix milliseconds. */
  readonly expiresAt: number
  readonly connectors: readonly Connector[]
  /**
   * What the wallet says it has signed with its approval (CAIP-74), where it was asked to (`PairOptions.authenticate`) and can: EIP-4361, with what it allows
   * the page to ask (ERC-5573).
   */
  readonly signed?: readonly SignedMessage[] | undefined
  /** Ends the session for all namespaces and tells the wallet. */
  disconnect(): Promise<void>
  /**
   * Removes the session from this page without telling anybody, and leaves the storage as it is: another tab has ended the
   * session.
   */
  forget(): void
}

/** Sends a JSON-RPC call to the nodes of a chain. Rejects with the node's own error, its code kept. */
export type Read = (chain: ChainId, call: RequestArguments) => Promise<unknown>

/** What is needed to open a WalletConnect client and to speak with its sessions. */
export interface RelayOptions {
  /** `ws:` or `wss:` url. */
  readonly relayUrl: string
  readonly projectId: string
  /** Prefix of the client's storage keys. Modals with different prefixes do not share sessions. */
  readonly storagePrefix: string
  /** What wallets show of the page. */
  readonly metadata: {
    readonly name: string
    readonly description: string
    readonly url: string
    readonly icons: readonly string[]
  }
  /** The configured networks. A session is asked for their chains, and whatever else it grants is dropped. */
  readonly networks: readonly Network[]
  /** Sends a call that a wallet over the relay does not answer to the chain's nodes. */
  readonly read: Read
  /** Called with the relay's own text when it refuses this client: for a wrong project, origin or clock. */
  readonly onRefused?: ((reason: string) => void) | undefined
  /** Called when the connection to the relay is made or lost. The client restores a lost connection by itself. */
  readonly onConnection?: ((isConnected: boolean) => void) | undefined
  /** Registers what to do when the visitor comes back to a page that a phone may have cut off from the relay without telling it. */
  readonly onReturn?: ((listener: () => void) => void) | undefined
  /** Ends the running call with `ABORTED`. */
  readonly signal: AbortSignal
}

/** What `ConnectorPort.pair` is given. */
export interface PairOptions extends RelayOptions {
  /** Called once, as soon as the pairing uri (`wc:…`) exists. */
  readonly onUri: (uri: string) => void
  /**
   * Asks what the wallet is to sign with its approval, while the client is opened. Resolves with `undefined` to ask for no signature; a wallet that cannot do
   * this approves a session without. Its rejection is that of `pair`.
   */
  readonly authenticate?: (() => Promise<SignRequestPayload | undefined>) | undefined
}

/** What `ConnectorPort.embed` is given. */
export interface EmbedOptions {
  readonly frame: FrameClientOptions
  /** The name of the wallet: the host of its frame, which says whose it is. */
  readonly name: string
}

/** Who has signed in to the embedded wallet, as the frame says. */
export interface EmbeddedUser {
  /** Untrusted text. */
  readonly email?: string | undefined
  readonly userName?: string | undefined
  /** How the visitor has signed in: `email`, or one of `vocabulary/social.ts`. Untrusted text. */
  readonly provider?: string | undefined
  /** `assisted`: the mail brings the wallet back; `sealed`: only a passkey or a code does. `heldUntil`: Unix ms, until which it does not open here. */
  readonly recovery?: { readonly mode: 'assisted' | 'sealed'; readonly heldUntil?: number | undefined } | undefined
}

/** What `EmbeddedWallet.connect` is given. */
export interface EmbeddedConnectOptions {
  /** The configured networks. Accounts are asked for on each that the wallet can serve. */
  readonly networks: readonly Network[]
  /** The chain to start on (CAIP-2). */
  readonly chain?: ChainId | undefined
  /** The type of account that the visitor prefers on EVM chains. */
  readonly accountType?: string | undefined
  /** As that of `PairOptions`: what the visitor is to sign with the login. Absent for a session of an earlier page load. */
  readonly authenticate?: (() => Promise<SignRequestPayload | undefined>) | undefined
  /** Sends a read to the chain's nodes. */
  readonly read: Read
  /** Ends the session in the frame. Never rejects. */
  readonly signOut: () => Promise<void>
  /** The page has asked for a method that the wallet never answers. */
  readonly onRefused: (method: string) => void
  readonly signal: AbortSignal
}

/** The session of who has signed in, with a connector per ecosystem. */
export interface EmbeddedSession extends RelaySession {
  readonly user: EmbeddedUser
  /** It has ended in the frame, or in another tab: tells the connectors. */
  end(): void
}

/** The embedded wallet. */
export interface EmbeddedWallet {
  readonly frame: FrameClient
  /** The error of a request to the frame as one of this package. Never throws. */
  toError(thrown: unknown): WalletError
  /**
   * Asks the frame for the accounts of who has signed in.
   * @throws WalletError NOT_CONNECTED, RECOVERY_HELD, NO_ACCOUNTS, and as `toEmbeddedError` makes them
   */
  connect(options: EmbeddedConnectOptions): Promise<EmbeddedSession>
}

/**
 * The state layer's access to wallets. `connectors/wallet-port.ts` is the real one; it imports each module only when it is
 * needed.
 */
export interface ConnectorPort {
  /**
   * Calls `listener` with all wallets found in the page, again whenever one is added, until `signal` ends. A promise that it returns resolves when each
   * namespace has looked once.
   */
  discover(listener: (wallets: readonly InstalledWallet[]) => void, signal: AbortSignal): unknown
  /**
   * The connector of an installed wallet. Does not prompt. Waits up to 3 s for an extension that announces itself late.
   * @throws WalletError `WALLET_NOT_FOUND`; `NETWORK_ERROR` when its module cannot be loaded
   */
  open(wallet: Pick<InstalledWallet, 'id' | 'namespace'>, world: ConnectorWorld): Promise<Connector>
  /**
   * Proposes a WalletConnect session, and resolves when a wallet has approved it.
   * @throws WalletError `USER_REJECTED`; `PAIRING_EXPIRED` after 5 min; `NO_ACCOUNTS` when the wallet grants nothing usable;
   * `RELAY_UNREACHABLE`; `NETWORK_ERROR` when a module cannot be loaded; `ABORTED`
   */
  pair(options: PairOptions): Promise<RelaySession>
  /**
   * The session of an earlier page load, by its topic. `undefined` when the client no longer holds it, or when it has expired or
   * grants nothing usable; such a session is ended.
   * @throws WalletError `RELAY_UNREACHABLE`, `NETWORK_ERROR`, `ABORTED`
   */
  restore(options: RelayOptions & { readonly topic: string }): Promise<RelaySession | undefined>
  /**
   * The embedded wallet behind a frame. The frame is made with its first request.
   * @throws WalletError NETWORK_ERROR when a module cannot be loaded
   */
  embed(options: EmbedOptions): Promise<EmbeddedWallet>
}

/** A wallet found in the page. `provider` is the wallet's own object, of the namespace's kind and unchecked. */
export interface FoundWallet {
  readonly wallet: InstalledWallet
  readonly provider: unknown
}

/**
 * Finds the wallets of one namespace in a page. Calls `listener` with all of them, again whenever one is added, until `signal`
 * ends. A namespace that has nothing to look for yet never calls it. Who has to load something first returns a promise of the first look.
 */
export type Discover = (window: Window, listener: (found: readonly FoundWallet[]) => void, signal: AbortSignal) => unknown

/** What a connector of an installed wallet needs besides the wallet. */
export interface ConnectorWorld {
  /** For what the wallet does not know: the latest block of its chain, sending what it has only signed. */
  readonly read: Read
}

/** Makes the connectors of a namespace: `connectors/<namespace>/index.ts`, loaded when the person chooses a wallet. */
export interface ConnectorModule {
  /**
   * The connector of a wallet that `discover` has found.
   * @throws WalletError `WALLET_NOT_FOUND` when its object cannot be used
   */
  createConnector(found: FoundWallet, world: ConnectorWorld): Connector
  /** The connector of a relay session that grants something in the namespace. Absent: the namespace has no sessions. */
  createSessionConnector?(session: WalletSession): Connector
  /** An address of a session in the namespace's usual form; `undefined` when the text is no address. */
  readAddress(text: string): string | undefined
}

/** What the connectors know of a namespace: a row of `src/root/namespaces.ts`. */
export interface ConnectorRow {
  /** Called with the first open of the modal, if the namespace is configured. Absent: pages have no wallets of the namespace. */
  readonly discover?: Discover | undefined
  /** Imports the module that makes connectors. Absent: wallets of the namespace are not supported yet. */
  readonly load?: (() => Promise<ConnectorModule>) | undefined
  /** Imports the methods that a session is asked to allow (CAIP-25). Absent: the namespace is not proposed to wallets. */
  readonly loadMethods?: (() => Promise<{ readonly methods: readonly string[] }>) | undefined
}

/** What the connectors know of every namespace. */
export type ConnectorRows = Readonly<Partial<Record<Namespace, ConnectorRow>>>

// What connectors know of a session that several ecosystems share: over the relay, or in the frame of the embedded wallet.
import type { GrantedAccount } from '../vocabulary/account.js'
import type { ChainId, Namespace } from '../vocabulary/caip.js'
import type { RequestArguments } from '../vocabulary/eip1193.js'
import type { ConnectedWallet } from '../vocabulary/wallet.js'

/** What a session grants in one namespace, limited to the chains that it was asked for. */
export interface GrantedNamespace {
  /** Addresses by chain, as returned by `readAddress`. No list is empty. */
  readonly accounts: ReadonlyMap<ChainId, readonly string[]>
  /** Methods that were proposed and granted. */
  readonly methods: ReadonlySet<string>
  /** Methods that were granted without having been proposed. The wallet is never asked for these. */
  readonly unasked: ReadonlySet<string>
  /** For chains that the wallet granted under a deprecated id: that id. */
  readonly wireIds?: ReadonlyMap<ChainId, string> | undefined
}

/** What a wallet has said of itself with a session (CAIP-25), unchecked: for all of the session, and by CAIP-2 id or namespace. */
export interface SessionProperties {
  readonly session?: unknown
  readonly scoped?: unknown
}

/** An event of a wallet over a session (`session_event`). Only its topic is checked. */
export interface SessionEvent {
  readonly name: string
  readonly data: unknown
  /** CAIP-2 as the wallet wrote it. */
  readonly chain: string
}

/**
 * A settled relay session, shared by the connectors of its namespaces. It carries requests and grants, and knows no namespace
 * itself.
 */
export interface WalletSession {
  /** Id of the session: 64 hex digits; `embedded` for the wallet in the frame. */
  readonly topic: string
  /** Default: `relay`. */
  readonly transport?: 'relay' | 'embedded' | undefined
  readonly wallet: ConnectedWallet
  /** What is known of an account besides its address, such as its type. */
  describe?(address: string): Partial<GrantedAccount>
  /** Throws for a method that the wallet never answers. Absent: the grant alone says which it answers. */
  admit?(method: string): void
  /** What the session grants now in a namespace; `undefined` when that is nothing. */
  granted(namespace: Namespace): GrantedNamespace | undefined
  /** What the wallet has said of itself with the session; `undefined` when the client no longer holds it. */
  properties?(): SessionProperties | undefined
  /**
   * Sends a request to the wallet. Rejects with the wallet's own error; with ProviderRpcError 4900 when the session has ended;
   * with WalletError `RELAY_UNREACHABLE` or another code for failures of the client.
   */
  request(chain: ChainId, args: RequestArguments): Promise<unknown>
  /** Sends a call to the chain's nodes (`RelayOptions.read`). */
  read(chain: ChainId, args: RequestArguments): Promise<unknown>
  /** Accepts grants on `chain` from now on: a chain that was not proposed, but that the wallet has been asked to switch to. */
  allow(chain: ChainId): void
  /** Reads the grant of the client's session again, in case an update has arrived whose event has not. */
  refresh(): void
  /** Drops a namespace: it grants nothing from now on. The session ends when the last namespace is dropped. */
  leave(namespace: Namespace): void
  /** Listens to updates of the grant. Returns the function that stops listening, like the next two. */
  onGrant(listener: () => void): () => void
  onEvent(listener: (event: SessionEvent) => void): () => void
  /** Called once, when the wallet has ended the session or no longer grants anything. Not called after `close` and `release`. */
  onEnd(listener: (reason: string) => void): () => void
  /** False once the session has ended, was closed or was released. */
  readonly isOpen: boolean
  /**
   * Ends the session and tells the wallet; removes it from the storage also when the relay cannot be reached. Further calls have
   * no effect.
   */
  close(): Promise<void>
  /** Stops listening without telling the wallet; requests that wait for an answer reject with 4900. The session stays stored. */
  release(): void
}

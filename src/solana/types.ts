// The shape of the wallet-adapter's `WalletContextState` (@solana/wallet-adapter-react 0.15), as this package gives it, and Anchor's `Wallet`.
import type { Connection, PublicKey, SendOptions, Signer, Transaction, VersionedTransaction } from '@solana/web3.js'
import type { SolanaSignInInput } from '../vocabulary/providers.js'

/** A transaction of web3.js 1. */
export type AnyTransaction = Transaction | VersionedTransaction

/** Options of `sendTransaction`. */
export interface SendTransactionOptions extends SendOptions {
  /** Further keys that sign it, before the wallet does. */
  readonly signers?: Signer[]
}

/** Signs a transaction. Resolves with a new object, which may be changed: wallets add instructions, such as a priority fee. */
export type SignTransaction = <T extends AnyTransaction>(transaction: T) => Promise<T>
/** As `SignTransaction`, for several: with one prompt, where the wallet has that. */
export type SignAllTransactions = <T extends AnyTransaction>(transactions: T[]) => Promise<T[]>
/** Signs a message. Resolves with the signature, 64 bytes (ed25519). */
export type SignMessage = (message: Uint8Array) => Promise<Uint8Array>
/** With what a wallet signed in: `SolanaSignInOutput` of the Wallet Standard. A server verifies it with the text that it expects. */
export interface SignInOutput {
  /** The account that signed, on the cluster of the connection; the wallet may have chosen another than the selected one. */
  readonly account: {
    /** Base58. */
    readonly address: string
    readonly publicKey: Uint8Array
    /** Names of the Wallet Standard, such as `solana:mainnet`. */
    readonly chains: readonly `${string}:${string}`[]
    /** Names of the Wallet Standard, such as `solana:signIn`. */
    readonly features: readonly `${string}:${string}`[]
  }
  /** The text that the wallet wrote and signed, in UTF-8. */
  readonly signedMessage: Uint8Array
  /** 64 bytes (ed25519). */
  readonly signature: Uint8Array
}
/**
 * Lets the wallet write a text to sign in with, and sign it. Connects first when nothing is connected. What it signed is what was asked for, with a signature
 * that holds: else it rejects with WALLET_FAILED. Rejects with UNSUPPORTED_METHOD when the wallet that was connected cannot.
 */
export type SignIn = (input?: SolanaSignInInput) => Promise<SignInOutput>
/**
 * Signs a transaction and sends it: through the wallet's own node where it has one for this cluster, else through `connection`. Fills in payer and
 * blockhash of a legacy one where they are missing. Resolves with its signature, not waiting for a confirmation.
 */
export type SendTransaction = (
  transaction: AnyTransaction,
  connection: Connection,
  options?: SendTransactionOptions,
) => Promise<string>

/** Anchor's `Wallet`: `new AnchorProvider(connection, anchorWallet, {})`. */
export interface AnchorWallet {
  readonly publicKey: PublicKey
  readonly signTransaction: SignTransaction
  readonly signAllTransactions: SignAllTransactions
}

/** A wallet, as the adapters of wallet-adapter have it; without their events: `Solana.subscribe` tells of changes. */
export interface WalletAdapter {
  readonly name: string
  /** Empty where the wallet gives none. */
  readonly icon: string
  /** Empty: wallets do not tell where they are to be had. */
  readonly url: string
  readonly readyState: 'Installed' | 'Loadable'
  readonly publicKey: PublicKey | null
  readonly connecting: boolean
  readonly connected: boolean
  /** Null: legacy ones alone. */
  readonly supportedTransactionVersions: ReadonlySet<'legacy' | number> | null
  readonly autoConnect: () => Promise<void>
  readonly connect: () => Promise<void>
  readonly disconnect: () => Promise<void>
  readonly sendTransaction: SendTransaction
  readonly signTransaction: SignTransaction | undefined
  readonly signAllTransactions: SignAllTransactions | undefined
  readonly signMessage: SignMessage | undefined
  readonly signIn: SignIn | undefined
}

/** A wallet in the list `wallets`. `Installed`: in this browser; `Loadable`: connected in another way, such as a phone. */
export interface ListedWallet {
  readonly adapter: WalletAdapter
  readonly readyState: WalletAdapter['readyState']
}

/**
 * What `solana(modal)` and `useSolana()` give. Functions keep their identity over changes; what the connected wallet cannot do is undefined, and without
 * a wallet so are `signTransaction`, `signAllTransactions` and `signMessage`. They reject with a `WalletError`: NOT_CONNECTED, USER_REJECTED,
 * INVALID_PARAMS, UNAUTHORIZED, UNSUPPORTED_METHOD, WALLET_FAILED; `sendTransaction` also with RPC_ERROR when the node refuses, its error as `cause`.
 */
export interface SolanaState {
  /** The modal restores the connection of an earlier page load: its setting `reconnect`. */
  readonly autoConnect: boolean
  /** The connected wallet and, from the first reading on, the installed ones: reading it looks for them. */
  readonly wallets: readonly ListedWallet[]
  /** The connected wallet. */
  readonly wallet: ListedWallet | null
  /** The selected account. */
  readonly publicKey: PublicKey | null
  readonly connecting: boolean
  readonly connected: boolean
  readonly disconnecting: boolean
  /** Connects an installed wallet by its name, as wallet-adapter does with `autoConnect`; null disconnects. A failure is logged to the console. */
  readonly select: (name: string | null) => void
  /** Opens the modal so that the visitor connects a wallet, unless one is. @throws WalletError as `modal.connect` */
  readonly connect: () => Promise<void>
  /** @throws WalletError DISCONNECT_FAILED; it is disconnected here all the same */
  readonly disconnect: () => Promise<void>
  readonly sendTransaction: SendTransaction
  readonly signTransaction: SignTransaction | undefined
  readonly signAllTransactions: SignAllTransactions | undefined
  readonly signMessage: SignMessage | undefined
  /**
   * Undefined where the connected wallet cannot: those of the Wallet Standard with `solana:signIn` can, phone wallets over the relay cannot. The setting `siwx`
   * signs in with all wallets.
   */
  readonly signIn: SignIn | undefined
  /**
   * To the node of the network that the wallet is on, else of the chosen or the first one of Solana: that of `rpcUrls`, else of the services, else of the network
   * itself. `confirmed`. Undefined until the settings are loaded, and where there is no node.
   */
  readonly connection: Connection | undefined
  /** For Anchor. Undefined without a wallet, and where it cannot sign transactions. */
  readonly anchorWallet: AnchorWallet | undefined
}

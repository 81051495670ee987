// The providers of a page, by namespace: EIP-1193 on EVM chains; elsewhere the same way of asking, with the methods that WalletConnect has for the
// namespace (wire reference §6). Their answers are checked: what a wallet answers in another shape is WALLET_FAILED.
import type { ChainId, Namespace } from './caip.js'
import type { Eip1193Provider } from './eip1193.js'
import type { WalletError } from './wallet-error.js'

/** The events of a provider outside of EVM chains, each with its listener. */
export interface WalletEvents {
  /** A wallet was connected, on this chain (CAIP-2). */
  connect(info: { readonly chainId: ChainId }): void
  /** The wallet was disconnected: WALLET_DISCONNECTED. */
  disconnect(error: WalletError): void
  /** The wallet is on another chain (CAIP-2). */
  chainChanged(chainId: ChainId): void
  /** The addresses of the accounts on the wallet's chain, the selected one first; empty without a wallet. */
  accountsChanged(addresses: string[]): void
}

/** By method: what it is asked with besides its name, and what it answers. */
type Methods = Readonly<Record<string, readonly [asked: object, answer: unknown]>>

interface With<Params> {
  readonly params: Params
}
interface MayHave<Params> {
  readonly params?: Params | undefined
}

/**
 * A provider outside of EVM chains. An account that `params` do not name is the selected one. Errors are of the class `WalletError`, with the wallet's
 * own as `cause`.
 */
export interface WalletRequests<Known extends Methods> {
  /**
   * Asks the connected wallet. Waits for a stored connection that is being restored. The answer of a method that is not of `Known` is unchecked; `Answer`
   * is what the caller expects of it.
   * @throws WalletError NOT_CONNECTED, UNSUPPORTED_METHOD, INVALID_PARAMS, UNAUTHORIZED when the account is not granted, USER_REJECTED, REQUEST_PENDING,
   * WALLET_DISCONNECTED, WALLET_FAILED, DESTROYED; NETWORK_ERROR when code could not be loaded
   */
  request<Answer = never, Method extends string = string>(
    args: { readonly method: Method } & (Method extends keyof Known ? Known[Method][0] : MayHave<unknown>),
  ): Promise<[Answer] extends [never] ? (Method extends keyof Known ? Known[Method][1] : unknown) : Answer>
  on<Event extends keyof WalletEvents>(event: Event, listener: WalletEvents[Event]): this
  removeListener<Event extends keyof WalletEvents>(event: Event, listener: WalletEvents[Event]): this
}

/** A transaction in wire format: bytes, base64, or an object that writes them, such as `Transaction` and `VersionedTransaction` of web3.js 1. */
export type SolanaTransaction =
  | string
  | Uint8Array
  | { serialize(options?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array }

interface SolanaSendOptions {
  readonly skipPreflight?: boolean | undefined
  readonly preflightCommitment?: string | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}
interface BySolanaAccount {
  /** Base58. */
  readonly pubkey?: string | undefined
}

/**
 * What a text to sign in with is to hold: the fields of EIP-4361 and CAIP-122, each one line, all optional. The wallet fills in `domain` and `address` where they
 * are not given, and leaves out all others. At most 2 KB together.
 */
export interface SolanaSignInInput {
  readonly domain?: string | undefined
  /** Base58. Not given: the wallet, or the person, chooses. */
  readonly address?: string | undefined
  readonly statement?: string | undefined
  readonly uri?: string | undefined
  readonly version?: string | undefined
  readonly chainId?: string | undefined
  readonly nonce?: string | undefined
  /** ISO 8601, as the next two. */
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** Asks a Solana wallet. `solana_requestAccounts` opens the modal when needed. Signatures are base58, transactions in answers base64. */
export type SolanaProvider = WalletRequests<{
  solana_getAccounts: [asked: MayHave<object>, answer: readonly { readonly pubkey: string }[]]
  solana_requestAccounts: [asked: MayHave<object>, answer: readonly { readonly pubkey: string }[]]
  solana_signMessage: [
    asked: With<BySolanaAccount & { /** The bytes, or these in base58. */ readonly message: string | Uint8Array }>,
    answer: { readonly signature: string },
  ]
  /**
   * The wallet writes the text, and signs it (`solana:signIn` of the Wallet Standard; not over the relay). `pubkey` is an `address` that is connected. What the
   * wallet signed is checked: another text than was asked for, or another signature, is WALLET_FAILED; an account that it does not share is UNAUTHORIZED.
   */
  solana_signIn: [
    asked: MayHave<BySolanaAccount & SolanaSignInInput>,
    /** The text's bytes in base58, with the account that signed it. */
    answer: { readonly pubkey: string; readonly message: string; readonly signature: string },
  ]
  solana_signTransaction: [
    asked: With<BySolanaAccount & { readonly transaction: SolanaTransaction }>,
    answer: { readonly signature: string; readonly transaction: string },
  ]
  solana_signAllTransactions: [
    asked: With<BySolanaAccount & { readonly transactions: readonly SolanaTransaction[] }>,
    answer: { readonly transactions: readonly string[] },
  ]
  solana_signAndSendTransaction: [
    asked: With<
      BySolanaAccount & {
        readonly transaction: SolanaTransaction
        readonly options?: SolanaSendOptions | undefined
        readonly sendOptions?: SolanaSendOptions | undefined
      }
    >,
    answer: { readonly signature: string },
  ]
}>

/** Asks a Bitcoin wallet. Signatures are hex, PSBTs base64, amounts satoshis. */
export type BitcoinProvider = WalletRequests<{
  getAccountAddresses: [
    asked: MayHave<{ readonly account?: string; readonly intentions?: readonly ('payment' | 'ordinal')[] }>,
    answer: readonly {
      readonly address: string
      readonly publicKey?: string
      readonly path?: string
      readonly intention?: 'payment' | 'ordinal'
    }[],
  ]
  signMessage: [
    asked: With<{
      readonly message: string
      readonly account?: string
      readonly address?: string
      readonly protocol?: 'ecdsa' | 'bip322'
    }>,
    answer: { readonly address: string; readonly signature: string },
  ]
  signPsbt: [
    asked: With<{
      readonly psbt: string
      readonly account?: string
      readonly signInputs?: readonly {
        readonly address: string
        readonly index: number
        readonly sighashTypes?: readonly number[]
      }[]
      readonly broadcast?: boolean
    }>,
    answer: { readonly psbt?: string; readonly txid?: string },
  ]
  sendTransfer: [
    asked: With<{ readonly recipientAddress: string; readonly amount: string | number; readonly account?: string }>,
    answer: { readonly txid: string },
  ]
}>

/** Asks a Polkadot wallet. Signatures are hex with `0x`. */
export type PolkadotProvider = WalletRequests<{
  polkadot_signMessage: [
    /** Either the text or its bytes in hex with `0x`; wrapped in `<Bytes>` where it is not yet. */
    asked: With<{ readonly address?: string; readonly message?: string; readonly data?: string }>,
    answer: { readonly signature: string },
  ]
  polkadot_signTransaction: [
    /** `transactionPayload` is a `SignerPayloadJSON` of @polkadot/types. */
    asked: With<{ readonly address?: string; readonly transactionPayload: object }>,
    answer: { readonly signature: string; readonly id?: number | string; readonly signedTransaction?: string },
  ]
}>

interface CosmosSigned {
  readonly signature: { readonly pub_key: { readonly type: string; readonly value: string }; readonly signature: string }
  /** The document as the wallet signed it, unchecked. */
  readonly signed?: unknown
}

/** Asks a Cosmos wallet. Keys and signatures are base64. */
export type CosmosProvider = WalletRequests<{
  cosmos_getAccounts: [
    asked: MayHave<object>,
    answer: readonly { readonly algo: string; readonly address: string; readonly pubkey: string }[],
  ]
  cosmos_signAmino: [
    /** `signDoc` is a `StdSignDoc`. */
    asked: With<{ readonly signerAddress?: string; readonly signDoc: object }>,
    answer: CosmosSigned,
  ]
  cosmos_signDirect: [
    asked: With<{
      readonly signerAddress?: string
      /** A `SignDoc` as JSON: bytes in base64. */
      readonly signDoc: {
        readonly chainId: string
        readonly accountNumber: string | number
        readonly authInfoBytes: string
        readonly bodyBytes: string
      }
    }>,
    answer: CosmosSigned,
  ]
}>

interface KnownProviders {
  readonly eip155: Eip1193Provider
  readonly solana: SolanaProvider
  readonly bip122: BitcoinProvider
  readonly polkadot: PolkadotProvider
  readonly cosmos: CosmosProvider
}

/** The provider of each namespace: what `modal.provider(namespace)` returns. */
export type Providers = {
  readonly [N in Namespace]: N extends keyof KnownProviders ? KnownProviders[N] : WalletRequests<Methods>
}

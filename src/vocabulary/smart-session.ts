// Smart sessions as pages speak of them (ERC-7715 by its older names; wire reference §2.21, §11.4): what is asked for, and what comes of it. Amounts are hex
// (`0x2386f26fc10000`), moments unix seconds.
import type { AccountId } from './caip.js'

/** A public key of the app, in hex: compressed or not. */
export interface AppKey {
  readonly type: 'secp256k1' | 'secp256r1'
  readonly publicKey: string
}

/** What an argument of a function must be. */
export interface ArgumentRule {
  readonly operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
  readonly value: string | number | boolean
}

/** A function that may be called. */
export interface FunctionRule {
  /** As in `abi`. */
  readonly functionName: string
  /** By place; `null`: any value. */
  readonly args?: readonly (ArgumentRule | null)[] | undefined
  /** How much of the network's coin each call may carry, in wei. Absent: what the allowance of the coin has left. */
  readonly valueLimit?: string | undefined
  readonly operation?: 'Call' | undefined
}

/** How much may be spent in each period. */
export interface AllowanceTerms {
  /** Base units, in hex. */
  readonly allowance: string
  readonly start: number
  /** In seconds. */
  readonly period: number
}

/** A function of a contract as Solidity's compiler describes it, or another entry of an ABI. */
export interface AbiEntry {
  readonly type: string
  readonly name?: string | undefined
  readonly inputs?: readonly { readonly type: string; readonly name?: string | undefined }[] | undefined
}

/** One permission. */
export type SmartSessionPermission =
  | {
      readonly type: 'contract-call'
      readonly data: {
        readonly address: string
        /** The functions as Solidity's compiler describes them; at least those of `functions`. */
        readonly abi: readonly AbiEntry[]
        readonly functions: readonly FunctionRule[]
      }
    }
  | { readonly type: 'native-token-recurring-allowance'; readonly data: AllowanceTerms }
  | { readonly type: 'erc20-recurring-allowance'; readonly data: AllowanceTerms & { readonly token: string } }

/** What a page asks the visitor for. */
export interface SmartSessionRequest {
  /** The chain that the active account is on: in hex (`0x1`), or by its CAIP-2 id (`eip155:1`). */
  readonly chainId: string
  /** The active account. Default: whichever it is. */
  readonly address?: string | undefined
  /** The end of the permissions, at most 366 days from now. */
  readonly expiry: number
  /** The keys with which the app will sign. The services' key for the session is added. */
  readonly signer: { readonly type: 'keys'; readonly data: { readonly keys: readonly AppKey[] } }
  readonly permissions: readonly SmartSessionPermission[]
  /** The services know no policies, so that there can be none. */
  readonly policies?: readonly [] | undefined
}

/** What the wallet has granted. It may be less than what was asked for. */
export interface SmartSessionResult {
  /** Id of the smart session: the services sign for it, and end it. */
  readonly pci: string
  readonly account: AccountId
  readonly expiry: number
  readonly permissions: readonly SmartSessionPermission[]
  /** With which the account knows the permissions, in hex. */
  readonly context: string
  /** The services' key, which signs beside the app's. */
  readonly key: AppKey
  /** What the wallet said of the account's contract and of the way to use the permissions (ERC-7715): unchecked. */
  readonly accountMeta?: unknown
  readonly signerMeta?: unknown
}

/** `revoked` by the account, or over by its time. */
export type SmartSessionStatus = 'active' | 'expired' | 'revoked'

/** A smart session of the active account, for pages. */
export interface SmartSessionEntry {
  readonly pci: string
  readonly status: SmartSessionStatus
  /** One visible line, chosen by whoever made the session. */
  readonly name: string
  /** Unix ms. */
  readonly createdAt: number
  /** Unix ms. */
  readonly expiresAt: number
  /** Those of a kind that is known here. */
  readonly permissions: readonly SmartSessionPermission[]
}

/** What a visitor is asked, as it was read from a page's request. */
export interface SmartSessionQuestion {
  readonly account: AccountId
  /** In hex. */
  readonly chainId: string
  readonly address: string
  readonly expiry: number
  readonly keys: readonly AppKey[]
  readonly permissions: readonly SmartSessionPermission[]
}

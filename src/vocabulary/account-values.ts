// What pages watch of an account: the shapes of the values of `modal.watch`.
import type { Asset, EvmAsset } from './asset.js'
import type { AccountId, AssetId, ChainId } from './caip.js'
import type { WalletError } from './errors.js'

/** What the active account holds. */
export interface PortfolioState {
  /** Of the last request. `pending`: there was no answer yet, or nothing is connected. */
  readonly status: 'pending' | 'success' | 'error'
  /** The network's own coin first, then the tokens, the most valuable first. `amount` is in base units. */
  readonly assets: readonly Asset[]
  /** What they are worth in US dollars as far as prices are known: decimal digits, cut after the second place. Undefined while no price is known. */
  readonly worth: string | undefined
  /** The services could not read all of their sources: there may be more. */
  readonly isIncomplete: boolean
  /** Unix ms of the last answer. */
  readonly updatedAt: number | undefined
  /** Why the last request has failed; `assets` are then the last that were known. */
  readonly error: WalletError | undefined
}

/** A list of the services, of which the first pages are loaded. */
export interface ListState<Entry> {
  /** Of the first page. `pending`: there was no answer yet, or the account has no such list. */
  readonly status: 'pending' | 'success' | 'error'
  readonly entries: readonly Entry[]
  readonly hasMore: boolean
  /** The next page could not be loaded. That of `approvals` is in `error`. */
  readonly hasMoreFailed: boolean
  /** Loads one page more, or again the one that has failed; joins a pending request. Called by a listener that is told of a failure, it does nothing. */
  loadMore(): void
  /** The services could not read all of their sources: there may be more. */
  readonly isIncomplete: boolean
  /** Why the last request for the first page has failed; `entries` are then the last that were known. */
  readonly error: WalletError | undefined
}

/** A transaction of the active account on its chain. Texts are one visible line each. */
export interface ActivityEntry {
  readonly id: string
  /** On EVM chains 32 bytes of hex with `0x`, as viem's `Hash`; on Solana the signature. */
  readonly hash: string
  /** Such as `send`, `receive`, `trade`, `approve`; `other` for all that has no word of its own. */
  readonly kind: string
  /** `replaced`: another transaction took its place in the wallet. */
  readonly status: 'confirmed' | 'pending' | 'failed' | 'replaced'
  /** When it was mined, or sent where it is not yet; Unix ms. */
  readonly at: number
  /** The plain address of the other side. */
  readonly party: string | undefined
  /** What it has moved, the most valuable first; at most two. `amount` is in base units. */
  readonly moved: readonly {
    readonly direction: 'in' | 'out' | 'self'
    readonly amount: bigint
    readonly decimals: number
    readonly name: string | undefined
  }[]
}

/** An NFT of the active account. Its texts are from strangers: show them as text. */
export interface NftEntry {
  readonly id: string
  readonly chainId: string
  readonly contract: `0x${string}`
  readonly tokenId: string
  readonly standard: 'erc721' | 'erc1155'
  readonly name: string
  readonly collection: string
  /** A url for `<img src>`. */
  readonly image: string | undefined
  /** How many the account has, in decimal digits. */
  readonly amount: string
}

/** Somebody may take a token of the active account, or all of a collection. */
export interface ApprovalEntry {
  readonly id: string
  readonly kind: 'erc20' | 'collection'
  readonly contract: `0x${string}`
  readonly name: string
  readonly decimals: number
  readonly spender: `0x${string}`
  readonly spenderName: string | undefined
  /** Base units that may be taken. */
  readonly amount: bigint
  readonly isUnlimited: boolean
}

/** A purchase that was begun here: its checkout page is the provider's. */
export interface Purchase {
  /** Unique in this browser. */
  readonly id: string
  /** The provider's name for the services, such as `coinbase`. */
  readonly provider: string
  /** The provider's id of it, where the services tell it. */
  readonly orderId?: string | undefined
  /** CAIP-10 of the account that gets the tokens. */
  readonly account: AccountId
  readonly chainId: ChainId
  /** CAIP-19 of the token; undefined for a token whose id is not known here. */
  readonly asset?: AssetId | undefined
  readonly symbol: string
  /** In whole tokens, as the provider says or the quote said: decimal digits with a point. Undefined while nobody has said it. */
  readonly amount?: string | undefined
  /** What is to be paid: decimal digits with a point, in `currency` (ISO 4217). */
  readonly paid: string
  readonly currency: string
  /**
   * `waiting`: nothing has been heard of it; `paying`: the provider works on it; `overdue`: nothing was heard for three minutes; `untold`: the provider's
   * purchases cannot be asked for.
   */
  readonly status: 'waiting' | 'paying' | 'done' | 'failed' | 'overdue' | 'untold'
  /** Unix ms. */
  readonly startedAt: number
  /** Of the transaction with the tokens, once there is one. */
  readonly hash?: string | undefined
}

/** What a quote is asked for. */
export interface SwapQuestion {
  /** The token to pay with: its CAIP-19 id, its CAIP-10 id, or its symbol. */
  readonly from: string
  /** The token to get. */
  readonly to: string
  /** In whole units of `from`: decimal digits with a point, such as `1.5`. */
  readonly amount: string
}

/** A quote for the active account. */
export interface SwapQuoteState {
  readonly status: 'pending' | 'success' | 'error'
  readonly from: EvmAsset | undefined
  readonly to: EvmAsset | undefined
  /** In base units of `from`. */
  readonly fromAmount: bigint | undefined
  /** In base units of `to`; undefined without a route. */
  readonly toAmount: bigint | undefined
  /** TOKEN_REQUIRED, AMOUNT_INVALID, INSUFFICIENT_LIQUIDITY, SWAPS_NOT_SUPPORTED, or why the services did not answer. */
  readonly error: WalletError | undefined
}

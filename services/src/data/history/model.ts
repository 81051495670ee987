// What the indexer keeps of a transaction. EVM addresses and hashes are in lower case, amounts in base units.
/** `approval`: `recipient` may take `amount` of the tokens of `sender`, or the one collectible of `tokenId`; `operator`: all of a collection. An amount of 0 takes that back. */
export type TransferKind = 'native' | 'erc20' | 'erc721' | 'erc1155' | 'spl' | 'approval' | 'operator'

/** A transfer or approval within a transaction. */
export interface IndexedTransfer {
  readonly logIndex: number
  /** Position within a batch. */
  readonly part: number
  readonly kind: TransferKind
  /** Empty for the chain's own coin. */
  readonly contract: string
  readonly sender: string
  readonly recipient: string
  readonly amount: bigint
  readonly tokenId?: bigint | undefined
  /** Where the transaction itself says how the amount is counted. */
  readonly decimals?: number | undefined
}

/** A transaction with what it moved. */
export interface IndexedTransaction {
  readonly hash: string
  readonly block: number
  /** Within the block. */
  readonly position: number
  /** Unix milliseconds. */
  readonly minedAt: number
  readonly sender: string
  /** Absent when a contract was created. */
  readonly recipient?: string | undefined
  readonly creates?: string | undefined
  readonly failed: boolean
  /** Whoever told of it knows its transfers alone: sender, number and value are guessed. */
  readonly isGuessed?: boolean | undefined
  readonly nonce: number
  readonly value: bigint
  readonly transfers: readonly IndexedTransfer[]
}

/** The EVM address of zero. */
export const ZERO = '0x0000000000000000000000000000000000000000'
/** Solana's program of the system: its address is 32 bytes of zero. */
export const SYSTEM = '11111111111111111111111111111111'

/** Whether nothing moves by it, but somebody may move something from then on, or no longer. */
export function isApproval({ kind }: Pick<IndexedTransfer, 'kind'>): boolean {
  return kind === 'approval' || kind === 'operator'
}

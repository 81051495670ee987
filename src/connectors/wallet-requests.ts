// What a connector asks its wallet: to sign a text, to send a transfer, to call a contract.
import type { AccountId, AssetId } from '../vocabulary/caip.js'

/** A plain text for the wallet to sign. */
export interface SignRequest {
  /** One of the granted accounts (CAIP-10). */
  readonly account: AccountId
  /** The text itself, not encoded. */
  readonly message: string
}

/** A signature of a text, with what a verifier needs besides the account. */
export interface Signature {
  /** In the namespace's usual encoding: `0x…` on eip155, base58 on solana, base64 on bip122 and cosmos, `0x…` on polkadot. */
  readonly signature: string
  /** Lower-case hex without `0x`: for namespaces whose verifiers cannot recover it from the signature (cosmos). */
  readonly publicKey?: string | undefined
  /**
   * The signature scheme, for namespaces that have several: `ecdsa`, `bip322` (bip122), `sr25519`, `ed25519`, `ecdsa` (polkadot).
   */
  readonly scheme?: string | undefined
}

/** A transfer of one asset to one address, on the chain of the asset. */
export interface Transfer {
  /** One of the granted accounts (CAIP-10), on the chain of `asset`. */
  readonly from: AccountId
  /** Plain address of the receiver. */
  readonly to: string
  /** Base units of `asset`. */
  readonly amount: bigint
  /** CAIP-19. A chain's own coin is `slip44:…`, such as `eip155:1/slip44:60`. */
  readonly asset: AssetId
  /** By which `amount` was counted; a chain that says otherwise refuses the transfer (Solana). */
  readonly decimals?: number | undefined
}

/** A call of a contract (EVM), or of any address with data. */
export interface ContractCall {
  /** One of the granted accounts (CAIP-10), on the chain of the contract. */
  readonly from: AccountId
  /** Plain address of the contract. */
  readonly to: string
  readonly data: `0x${string}`
  /** Wei. */
  readonly value: bigint
  /** The most units of gas that it may use. Absent: the wallet estimates. */
  readonly gas?: bigint | undefined
}

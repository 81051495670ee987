// What a verifier is given.
import type { Read } from '../../connectors/connector.js'
import type { ChainId } from '../../vocabulary/caip.js'

/** A signed text, and who is said to have signed it. */
export interface SignedText {
  readonly text: string
  /** In the namespace's usual encoding: `0x…` on eip155 and polkadot, base58 on solana, base64 on bip122 and cosmos. */
  readonly signature: string
  /** Plain address. */
  readonly address: string
  /** CAIP-2. */
  readonly chainId: ChainId
  /** Lower-case hex without `0x`; needed where the signature does not give it (cosmos). */
  readonly publicKey?: string | undefined
  /** Sends a JSON-RPC call to the nodes of the chain: needed for contract wallets of eip155. */
  readonly read?: Read | undefined
}

/**
 * Whether the account has signed the text. A malformed signature, key or address is `false`.
 * @throws WalletError RPC_ERROR when a node is needed and does not answer
 */
export type Verify = (signed: SignedText) => Promise<boolean>

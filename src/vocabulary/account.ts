// Accounts as wallets grant them: connectors of all namespaces return them in this form, and views show them.
import type { AccountId, ChainId } from './caip.js'

/** One account that a wallet has granted, on one chain, as the wallet gave it. */
export interface GrantedAccount {
  readonly chain: ChainId
  /** In the namespace's usual form; checksummed on eip155 (EIP-55). */
  readonly address: string
  /** What the account is for, in namespaces that distinguish that: `payment`, `ordinals` (bip122). */
  readonly purpose?: string | undefined
  /** Kind of account or key: `eoa`, `smartAccount` (eip155), `p2wpkh`, `p2tr` (bip122), `sr25519`, `ed25519`, `ecdsa` (polkadot). */
  readonly type?: string | undefined
  /** Lower-case hex without `0x`. Some namespaces need it to verify a signature. */
  readonly publicKey?: string | undefined
  /** The name that the user has given the account in the wallet. Untrusted text. */
  readonly label?: string | undefined
}

/** The CAIP-10 id of an account. */
export function accountIdOf({ chain, address }: Pick<GrantedAccount, 'chain' | 'address'>): AccountId {
  return `${chain}:${address}`
}

/** The address of a CAIP-10 id. */
export function addressOf(account: AccountId): string {
  return account.slice(account.lastIndexOf(':') + 1) // CAIP-10: an address has no colon
}

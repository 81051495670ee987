// Accounts as wallets grant them: what every namespace's connector gives out, and what views show of one.
import type { AccountId, ChainId } from './caip.js'

/** One account that a wallet has granted, on one chain, as the wallet gave it. */
export interface GrantedAccount {
  readonly chain: ChainId
  /** In the namespace's usual form; checksummed on eip155 (EIP-55). */
  readonly address: string
  /** What it is for, where a family tells accounts apart: `payment`, `ordinals` (bip122). */
  readonly purpose?: string | undefined
  /** Kind of account or key: `eoa`, `smartAccount` (eip155), `p2wpkh`, `p2tr` (bip122), `sr25519`, `ed25519`, `ecdsa` (polkadot). */
  readonly type?: string | undefined
  /** Lower-case hex without `0x`. Some families cannot verify a signature without it. */
  readonly publicKey?: string | undefined
  /** The name that the person gave it in the wallet. Untrusted text. */
  readonly label?: string | undefined
}

/** CAIP-10. */
export function accountIdOf({ chain, address }: Pick<GrantedAccount, 'chain' | 'address'>): AccountId {
  return `${chain}:${address}`
}

/** The part of a CAIP-10 id behind the chain. */
export function addressOf(account: AccountId): string {
  return account.slice(account.lastIndexOf(':') + 1) // CAIP-10: an address has no colon
}

// Checked by the compiler alone (`npm run check`): what `wallet-modal/solana` gives goes where pages have `useWallet()` of wallet-adapter and Anchor's wallet.
import type { AnchorProvider } from '@coral-xyz/anchor'
import type {
  MessageSignerWalletAdapterProps,
  SignInMessageSignerWalletAdapterProps,
  SignerWalletAdapterProps,
  WalletAdapterProps,
  WalletName,
} from '@solana/wallet-adapter-base'
import { type SolanaSignInInputWithRequiredFields as Asked, verifySignIn } from '@solana/wallet-standard-util'
import type { Connection, PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'
import type { WalletModal } from '../../src/index.js'
import { solana, type SolanaSignInInput } from '../../src/solana/index.js'

/** Of `@solana/wallet-adapter-react` 0.15, as it is published; without `wallet` and `wallets`, whose `readyState` is an enum that only its package has. */
interface WalletContextState {
  autoConnect: boolean
  publicKey: PublicKey | null
  connecting: boolean
  connected: boolean
  disconnecting: boolean
  select(walletName: WalletName | null): void
  connect(): Promise<void>
  disconnect(): Promise<void>
  sendTransaction: WalletAdapterProps['sendTransaction']
  signTransaction: SignerWalletAdapterProps['signTransaction'] | undefined
  signAllTransactions: SignerWalletAdapterProps['signAllTransactions'] | undefined
  signMessage: MessageSignerWalletAdapterProps['signMessage'] | undefined
  signIn: SignInMessageSignerWalletAdapterProps['signIn'] | undefined
}

declare const modal: WalletModal
const wallet = solana(modal)
wallet satisfies WalletContextState
wallet.get() satisfies WalletContextState
wallet.connection satisfies Connection | undefined
if (wallet.anchorWallet) wallet.anchorWallet satisfies ConstructorParameters<typeof AnchorProvider>[1]
// @ts-expect-error -- there may be none
wallet.publicKey satisfies PublicKey

export async function signs(transaction: Transaction, versioned: VersionedTransaction): Promise<void> {
  const signed = await wallet.signTransaction?.(transaction)
  signed satisfies Transaction | undefined
  const all = await wallet.signAllTransactions?.([transaction, versioned])
  all satisfies (Transaction | VersionedTransaction)[] | undefined
  // @ts-expect-error -- no transaction
  await wallet.signTransaction?.(new Uint8Array())
}

/** What it answers goes into the standard's own verifier. */
export async function signsIn(input: Asked): Promise<boolean> {
  input satisfies SolanaSignInInput
  const output = await wallet.signIn?.(input)
  // @ts-expect-error -- a nonce is a text
  await wallet.signIn?.({ nonce: 12345678 })
  return output !== undefined && verifySignIn(input, output)
}

'use client'
// `wallet-modal/solana/react`: the state of `wallet-modal/solana` as a React hook. An entry of its own: pages without React use the other one.
import { useSyncExternalStore } from 'react'
import { noSolana, solana, type SolanaState } from '../solana/index.js'
import { useMaybeWalletModal } from './provider.js'

const never = () => () => undefined
const none = () => noSolana

/**
 * The modal of the nearest `<WalletProvider>` in the shape of wallet-adapter's `useWallet`, with the `connection` of its `useConnection` and the
 * `anchorWallet` of its `useAnchorWallet`. Without a modal, on a server and in the first render, nothing is connected.
 */
export function useSolana(): SolanaState {
  const modal = useMaybeWalletModal()
  const store = modal && solana(modal)
  return useSyncExternalStore(store?.listen ?? never, store?.get ?? none, none)
}

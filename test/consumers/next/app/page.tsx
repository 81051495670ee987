import { WalletConnectButton, WalletProvider } from 'wallet-modal/react'
import { Account } from './account'

/** A page of the server: what it renders is the same in the browser's first render. */
export default function Page() {
  return (
    <WalletProvider config={{ projectId: 'next' }}>
      <WalletConnectButton />
      <Account />
    </WalletProvider>
  )
}

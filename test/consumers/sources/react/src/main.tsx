import { StrictMode, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import type { WalletModalElement } from 'wallet-modal'
import { WalletConnectButton, WalletProvider, useAccount, useDisconnect } from 'wallet-modal/react'

function Account() {
  const { address } = useAccount()
  const { disconnect } = useDisconnect()
  return (
    <p>
      <output id="account">{address}</output>
      <button id="disconnect" onClick={() => void disconnect()}>
        Leave
      </button>
    </p>
  )
}

/** The tags are known as such, too; only their types matter here. */
export function Tags() {
  const modal = useRef<WalletModalElement>(null)
  return (
    <>
      <wallet-modal ref={modal} id="other" project-id="tags" theme="dark" />
      <wallet-connect-button for="other" label="Sign in" />
      {/* @ts-expect-error there is no such theme */}
      <wallet-modal theme="sepia" />
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WalletProvider config={{ networks: [mainnet] }}>
      <WalletConnectButton />
      <Account />
    </WalletProvider>
  </StrictMode>,
)

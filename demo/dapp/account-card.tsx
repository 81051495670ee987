// Who is connected, where, and how to change that.
import { useState } from 'react'
import { useAccount, useDisconnect, useNetwork, useWalletModal } from '../../src/react/index.js'
import { chainName } from '../shared/chain.js'
import { Facts } from '../shared/facts.js'
import { messageOf } from '../shared/wallet-message.js'

const networks = ['eip155:31337', 'eip155:1'] as const

export function AccountCard() {
  const { account, status } = useAccount()
  const { network, switchNetwork } = useNetwork()
  const { disconnect, pending } = useDisconnect()
  const { open } = useWalletModal()
  const [problem, setProblem] = useState<string>()
  const attempt = (run: () => Promise<unknown>) => {
    setProblem(undefined)
    run().catch((error: unknown) => setProblem(messageOf(error)))
  }
  const other = account?.namespace === 'eip155' && networks.find((chainId) => chainId !== network?.caipNetworkId)

  return (
    <section className="card stack" aria-labelledby="account-title">
      <h2 id="account-title">Account</h2>
      {account === undefined ? (
        <>
          <p className="note">
            {status === 'reconnecting' ? 'Looking for the wallet of your last visit…' : 'No wallet is connected.'}
          </p>
          <div className="row">
            <button className="button primary" type="button" onClick={() => attempt(() => open())}>
              Connect a wallet
            </button>
          </div>
        </>
      ) : (
        <>
          <Facts
            facts={[
              { label: 'Wallet', value: account.wallet.name },
              { label: 'Network', value: chainName(account.chainId) },
              { label: 'Address', value: account.address },
            ]}
          />
          <div className="row">
            {other && (
              <button className="button" type="button" onClick={() => attempt(() => switchNetwork(other))}>
                Switch to {chainName(other)}
              </button>
            )}
            <button className="button danger" type="button" disabled={pending} onClick={() => attempt(disconnect)}>
              {pending ? 'Disconnecting…' : 'Disconnect'}
            </button>
          </div>
        </>
      )}
      {problem && (
        <p className="banner danger" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

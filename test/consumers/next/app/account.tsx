'use client'
import { useAccount, useDisconnect } from 'wallet-modal/react'

export function Account() {
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

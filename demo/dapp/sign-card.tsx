// Signs a text with the connected wallet, and checks the signature here in the page.
import { useState } from 'react'
import { isHex, stringToHex, verifyMessage } from 'viem'
import { useAccount, useProvider } from '../../src/react/index.js'
import { OutcomeNote, useOutcome } from './outcome.js'

interface Signed {
  readonly signature: string
  readonly isValid: boolean
}

export function SignCard() {
  const { address } = useAccount()
  const provider = useProvider()
  const [message, setMessage] = useState('Hello from the demo')
  const [outcome, start] = useOutcome<Signed>()

  const sign = async (): Promise<Signed> => {
    if (address === undefined || provider === undefined) throw new Error('Connect a wallet first.')
    const signature = await provider.request({ method: 'personal_sign', params: [stringToHex(message), address] })
    if (!isHex(signature)) throw new Error('The wallet answered with something that is no signature.')
    return { signature, isValid: await verifyMessage({ address: address as `0x${string}`, message, signature }) } // an eip155 address is hex
  }

  return (
    <section className="card stack" aria-labelledby="sign-title">
      <h2 id="sign-title">Sign a message</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          start(sign)
        }}
      >
        <label className="field">
          Message
          <textarea rows={2} value={message} required onChange={(event) => setMessage(event.target.value)} />
        </label>
        <div className="row">
          <button className="button primary" type="submit" disabled={address === undefined || outcome.status === 'pending'}>
            Sign
          </button>
          {address === undefined && <span className="note">Connect a wallet first.</span>}
        </div>
      </form>
      <OutcomeNote outcome={outcome} pending="Waiting for your wallet…">
        {({ signature, isValid }) => (
          <>
            <p className={`banner ${isValid ? 'success' : 'danger'}`}>
              {isValid ? 'The signature belongs to this account.' : 'The signature does not belong to this account.'}
            </p>
            <p className="mono long" dir="ltr">
              {signature}
            </p>
          </>
        )}
      </OutcomeNote>
    </section>
  )
}

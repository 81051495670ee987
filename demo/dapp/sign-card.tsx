// Signs a text with the connected wallet, and checks the signature here in the page.
import { useState } from 'react'
import { createClient, custom, isHex, stringToHex, verifyMessage } from 'viem'
import { verifyMessage as verifyOnChain } from 'viem/actions'
import { useProvider } from '../../src/react/index.js'
import { type CheckedSignature, SignatureNote, useOutcome } from './outcome.js'

/** @param address of Ethereum; undefined while no wallet is connected there */
export function SignCard({ address }: { readonly address: string | undefined }) {
  const provider = useProvider()
  const [message, setMessage] = useState('Hello from the demo')
  const [outcome, start] = useOutcome<CheckedSignature>()

  const sign = async (): Promise<CheckedSignature> => {
    if (address === undefined || provider === undefined) throw new Error('Connect an Ethereum wallet first.')
    const signature = await provider.request({ method: 'personal_sign', params: [stringToHex(message), address] })
    if (!isHex(signature)) throw new Error('The wallet answered with something that is no signature.')
    const signed = { address: address as `0x${string}`, message, signature } // an eip155 address is hex
    // A smart account has no key: its contract says whether it is its signature, which a node is asked.
    const isOfKey = await verifyMessage(signed).catch(() => false)
    return { signature, isValid: isOfKey || (await verifyOnChain(createClient({ transport: custom(provider) }), signed)) }
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
          {address === undefined && <span className="note">Connect an Ethereum wallet first.</span>}
        </div>
      </form>
      <SignatureNote outcome={outcome} />
    </section>
  )
}

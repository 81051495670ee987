// One ecosystem beside Ethereum: connect a wallet of it, sign a text and verify the signature in the page; where a devnet runs, send.
import { useState } from 'react'
import { useMaybeWalletModal } from '../../src/react/index.js'
import type { Account, WalletModal } from '../../src/index.js'
import { chainName } from '../shared/chain.js'
import { Facts } from '../shared/facts.js'
import { type FamilyName as Ecosystem, shortened } from '../shared/families/family.js'
import { type CheckedSignature, OutcomeNote, SignatureNote, useOutcome } from './outcome.js'

interface EcosystemCardProps {
  readonly namespace: Ecosystem
  readonly title: string
  readonly account: Account | undefined
  /** Url of the devnet that coins can be sent on. */
  readonly devnet?: string | undefined
}

export function EcosystemCard({ namespace, title, account, devnet }: EcosystemCardProps) {
  const modal = useMaybeWalletModal()
  const [connecting, connect] = useOutcome<undefined>()
  const id = `${namespace}-title`
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {account === undefined || modal === undefined ? (
        <>
          <p className="note">No {title} wallet is connected.</p>
          <div className="row">
            <button
              className="button"
              type="button"
              onClick={() => connect(async () => void (await modal?.connect({ namespace }).catch(ignoreClosing)))}
            >
              Connect a {title} wallet
            </button>
          </div>
          {connecting.status === 'failed' && <p className="banner danger">{connecting.text}</p>}
        </>
      ) : (
        <>
          <Facts
            facts={[
              { label: 'Wallet', value: account.wallet.name },
              { label: 'Network', value: chainName(account.chainId) },
              { label: 'Address', value: shortened(account.address), long: account.address },
            ]}
          />
          <SignForm namespace={namespace} modal={modal} account={account} />
          {devnet !== undefined && <SendForm modal={modal} account={account} devnet={devnet} />}
          <div className="row">
            <button
              className="button danger"
              type="button"
              onClick={() => connect(async () => void (await modal.disconnect({ namespace })))}
            >
              Disconnect
            </button>
          </div>
        </>
      )}
    </section>
  )
}

/** Closing the modal without a choice is no failure. */
function ignoreClosing(error: unknown): void {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code !== 'MODAL_CLOSED') throw error
}

interface FormProps {
  readonly modal: WalletModal
  readonly account: Account
}

function SignForm({ namespace, modal, account }: FormProps & { readonly namespace: Ecosystem }) {
  const [text, setText] = useState('Hello from the demo')
  const [outcome, start] = useOutcome<CheckedSignature>()
  const sign = async () => {
    const { signText, isSignedBy } = await import('./ecosystems.js')
    const signed = await signText(modal, namespace, account.address, text)
    return { signature: signed.signature, isValid: await isSignedBy(account, text, signed) }
  }
  return (
    <>
      <form
        className="line"
        onSubmit={(event) => {
          event.preventDefault()
          start(sign)
        }}
      >
        <label className="field">
          Message
          <input value={text} required onChange={(event) => setText(event.target.value)} />
        </label>
        <button className="button" type="submit" disabled={outcome.status === 'pending'}>
          Sign
        </button>
      </form>
      <SignatureNote outcome={outcome} />
    </>
  )
}

/** The devnet's fifth account. */
const RECEIVER = '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp'

function SendForm({ modal, account, devnet }: FormProps & { readonly devnet: string }) {
  const [to, setTo] = useState(RECEIVER)
  const [amount, setAmount] = useState('0.01')
  const [outcome, start] = useOutcome<string>()
  const send = async () => (await import('./ecosystems.js')).sendSol(modal, devnet, account, to, amount)
  return (
    <>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          start(send)
        }}
      >
        <label className="field">
          To
          <input
            className="mono"
            value={to}
            required
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <div className="line">
          <label className="field">
            SOL
            <input value={amount} required inputMode="decimal" onChange={(event) => setAmount(event.target.value)} />
          </label>
          <button className="button" type="submit" disabled={outcome.status === 'pending'}>
            Send
          </button>
        </div>
      </form>
      <OutcomeNote outcome={outcome} pending="Waiting for your wallet, then for the devnet…">
        {(id) => (
          <>
            <p className="banner success">Arrived on the devnet.</p>
            <p className="mono long" dir="ltr" data-what="transaction">
              {id}
            </p>
          </>
        )}
      </OutcomeNote>
    </>
  )
}

// One thing that was asked of the wallet: running, done or failed, said in words.
import { useState, type ReactNode } from 'react'
import { messageOf } from '../shared/wallet-message.js'

export type Outcome<T> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'done'; readonly value: T }
  | { readonly status: 'failed'; readonly text: string }

/** Runs one thing at a time and remembers how it went. */
export function useOutcome<T>(): readonly [Outcome<T>, (run: () => Promise<T>) => void] {
  const [outcome, setOutcome] = useState<Outcome<T>>({ status: 'idle' })
  const start = (run: () => Promise<T>) => {
    setOutcome({ status: 'pending' })
    run().then(
      (value) => setOutcome({ status: 'done', value }),
      (error: unknown) => setOutcome({ status: 'failed', text: messageOf(error) }),
    )
  }
  return [outcome, start]
}

interface OutcomeNoteProps<T> {
  readonly outcome: Outcome<T>
  readonly pending: string
  readonly children: (value: T) => ReactNode
}

export function OutcomeNote<T>({ outcome, pending, children }: OutcomeNoteProps<T>) {
  return (
    <div role="status" className="outcome">
      {outcome.status === 'pending' && <p className="note">{pending}</p>}
      {outcome.status === 'failed' && <p className="banner danger">{outcome.text}</p>}
      {outcome.status === 'done' && children(outcome.value)}
    </div>
  )
}

/** A signature, and whether the page's own check found it to be of the account. */
export interface CheckedSignature {
  readonly signature: string
  readonly isValid: boolean
}

export function SignatureNote({ outcome }: { readonly outcome: Outcome<CheckedSignature> }) {
  return (
    <OutcomeNote outcome={outcome} pending="Waiting for your wallet…">
      {({ signature, isValid }) => (
        <>
          <p className={`banner ${isValid ? 'success' : 'danger'}`}>
            {isValid ? 'The signature belongs to this account.' : 'The signature does not belong to this account.'}
          </p>
          <p className="mono long" dir="ltr" data-what="signature">
            {signature}
          </p>
        </>
      )}
    </OutcomeNote>
  )
}

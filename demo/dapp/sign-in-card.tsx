// Signing in: what the modal knows of it, and what the page's server says.
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useMaybeWalletModal, useSignIn } from '../../src/react/index.js'
import { delay } from '../../src/vocabulary/timeout.js'
import { Choice, type Settings, type SignInMode, signInModes } from './settings.js'

const words = {
  off: 'Nobody has to sign in here.',
  checking: 'Looking for a sign-in…',
  needed: 'This account has not signed in.',
  signedIn: 'This account has signed in.',
} as const
/** Between an answer of the server and the next question. */
const PAUSE_MS = 1_000
const answerSchema = z.object({ accounts: z.array(z.string()) })

interface SignInCardProps {
  readonly settings: Settings
  readonly onChange: (change: Partial<Settings>) => void
}

export function SignInCard({ settings, onChange }: SignInCardProps) {
  const modal = useMaybeWalletModal()
  const { status, message } = useSignIn()
  const isOn = settings.signIn !== 'off'
  const known = useServer(isOn, status)
  const text = isOn && status === 'off' ? 'Connect a wallet to sign in.' : words[status]
  return (
    <section className="card stack" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">Sign in</h2>
      <div className="fields">
        <Choice<SignInMode>
          label="Signing in"
          options={signInModes}
          value={settings.signIn}
          onChange={(signIn) => onChange({ signIn })}
        />
      </div>
      <p role="status">{text}</p>
      {status === 'needed' && (
        <div className="row">
          <button className="button primary" type="button" onClick={() => void modal?.open('SIWXSignMessage')}>
            Sign in
          </button>
        </div>
      )}
      {message !== undefined && (
        <pre className="mono long" dir="ltr" data-what="message">
          {message}
        </pre>
      )}
      {isOn && <h3>What the server knows</h3>}
      {isOn && known.length === 0 && <p className="note">Nobody is signed in.</p>}
      {known.length > 0 && (
        <ul className="mono long" dir="ltr" data-what="signed-in">
          {known.map((account) => (
            <li key={account}>{account}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Who is signed in at the server: asked while signing in is on, a second after each answer, and at once when `status` changes. */
function useServer(isOn: boolean, status: string): readonly string[] {
  const [accounts, setAccounts] = useState<readonly string[]>([])
  useEffect(() => {
    if (!isOn) return setAccounts([])
    const life = new AbortController()
    void follow(life.signal, setAccounts)
    return () => life.abort()
  }, [isOn, status])
  return accounts
}

/** Never rejects. */
async function follow(signal: AbortSignal, show: (accounts: readonly string[]) => void): Promise<void> {
  while (!signal.aborted) {
    const accounts = await ask(signal).catch(() => undefined) // the page has been left, or nobody answers there
    if (accounts && !signal.aborted) show(accounts)
    await delay(PAUSE_MS, signal).catch(() => undefined)
  }
}

async function ask(signal: AbortSignal): Promise<readonly string[]> {
  const response = await fetch('/whoami', { signal })
  return answerSchema.parse(await response.json()).accounts
}

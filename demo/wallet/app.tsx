// The wallet's one screen: account, "connect to a site", open sessions, and whatever a site is asking right now.
import { useCallback, useEffect, useRef, useState } from 'react'
import { createClient, http } from 'viem'
import { getBalance } from 'viem/actions'
import { chainName, devnetChain, formatEther, shortAddress } from '../shared/chain.js'
import type { DemoConfig } from '../shared/config.js'
import { useStore } from '../shared/use-store.js'
import { accounts, type AccountChoice } from './accounts.js'
import { AskSheet, SiteIcon } from './ask-sheet.js'
import { readPairingUri } from './pairing-uri.js'
import { readImage, Scanner } from './scanner.js'
import type { Sessions } from './sessions.js'

interface AppProps {
  readonly config: DemoConfig
  readonly choice: AccountChoice
  readonly sessions: Sessions
  readonly auto: 'approve' | 'reject' | undefined
  /** Pairing uri from the address bar; empty: there was one that is none. */
  readonly linked: string | undefined
}

export function App({ config, choice, sessions, auto, linked }: AppProps) {
  const ask = useStore(sessions.$ask)
  const waiting = useStore(sessions.$waiting)
  const problem = useStore(sessions.$problem)
  return (
    <>
      <header className="top">
        <img src="/wallet-icon.svg" alt="" width="32" height="32" />
        <h1>Phone wallet</h1>
        <span className="badge">Sandbox, devnet only</span>
      </header>
      <main className="stack">
        {auto && (
          <p className="banner warning">
            Everything is answered with “{auto}” by itself (?auto={auto}).
          </p>
        )}
        <AccountCard config={config} choice={choice} sessions={sessions} />
        <ConnectCard sessions={sessions} linked={linked} />
        {problem && (
          <p className="banner danger" role="alert">
            {problem}
          </p>
        )}
        <SessionList sessions={sessions} />
        <p className="note">The keys of this wallet are printed in every Ethereum tutorial. Never send real coins to them.</p>
      </main>
      {ask && !auto && (
        <AskSheet
          key={ask.id}
          ask={ask}
          waiting={waiting}
          approve={sessions.approve}
          reject={sessions.reject}
          address={choice.current().address}
        />
      )}
    </>
  )
}

function AccountCard({ config, choice, sessions }: Pick<AppProps, 'config' | 'choice' | 'sessions'>) {
  const index = useStore(choice.$index)
  const address = accounts[index]?.address
  const balance = useBalance(config.evm, address, useStore(sessions.$waiting))
  return (
    <section className="card stack" aria-label="Account">
      <p className="balance">
        <span className="note">Balance on the devnet</span>
        <strong>{balance ?? '…'}</strong>
      </p>
      <label className="field">
        Account
        <select value={index} onChange={(event) => void sessions.chooseAccount(Number(event.target.value))}>
          {accounts.map((account, position) => (
            <option key={account.address} value={position}>
              Account {position + 1} · {shortAddress(account.address)}
            </option>
          ))}
        </select>
      </label>
      <p className="mono note" dir="ltr">
        {address}
      </p>
    </section>
  )
}

/** Asked again whenever `trigger` changes; undefined until the first answer, or when the devnet is gone. */
function useBalance(rpcUrl: string, address: `0x${string}` | undefined, trigger: number): string | undefined {
  const [balance, setBalance] = useState<string>()
  useEffect(() => {
    if (address === undefined) return undefined
    let wanted = true
    const client = createClient({ chain: devnetChain(rpcUrl), transport: http(rpcUrl) })
    const read = () =>
      getBalance(client, { address }).then(
        (wei) => wanted && setBalance(formatEther(wei)),
        () => wanted && setBalance(undefined),
      )
    void read()
    const timer = setInterval(() => void read(), 5_000)
    return () => {
      wanted = false
      clearInterval(timer)
    }
  }, [rpcUrl, address, trigger])
  return balance
}

type PairState = { readonly status: 'idle' | 'pairing' } | { readonly status: 'failed'; readonly text: string }

function ConnectCard({ sessions, linked }: Pick<AppProps, 'sessions' | 'linked'>) {
  const [text, setText] = useState('')
  const [scanning, setScanning] = useState(false)
  const [state, setState] = useState<PairState>({ status: 'idle' })
  const started = useRef(false)

  const pair = useCallback(
    async (given: string) => {
      const uri = readPairingUri(given)
      if (uri === undefined) return setState({ status: 'failed', text: 'That is not a connection code. It begins with “wc:”.' })
      setState({ status: 'pairing' })
      try {
        await sessions.pair(uri)
        setText('')
        setState({ status: 'idle' })
      } catch (error) {
        setState({ status: 'failed', text: error instanceof Error ? error.message : 'The code could not be used.' })
      }
    },
    [sessions],
  )
  const readPicture = useCallback(
    async (picture: Blob | undefined) => {
      if (picture === undefined) return
      const found = await readImage(picture)
      if (found === undefined) setState({ status: 'failed', text: 'No QR code was found in that picture.' })
      else await pair(found)
    },
    [pair],
  )

  useEffect(() => {
    if (linked === undefined || started.current) return
    started.current = true // StrictMode runs effects twice, a code works once
    void pair(linked)
  }, [linked, pair])
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (picture) void readPicture(picture)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [readPicture])

  return (
    <section className="card stack" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect to a site</h2>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void pair(text)
        }}
      >
        <label className="field">
          Connection code or link
          <textarea
            rows={2}
            className="mono"
            value={text}
            placeholder="wc:…"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={state.status === 'failed'}
            aria-describedby="pair-state"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button className="button primary" type="submit" disabled={state.status === 'pairing' || text.trim() === ''}>
          {state.status === 'pairing' ? 'Connecting…' : 'Connect'}
        </button>
      </form>
      <div className="row ways">
        <button className="button" type="button" onClick={() => setScanning(true)}>
          Scan a code
        </button>
        <label className="button">
          Use a picture
          <input
            className="visually-hidden"
            type="file"
            accept="image/*"
            onChange={(event) => void readPicture(event.target.files?.[0])}
          />
        </label>
      </div>
      <p id="pair-state" role="status" className={state.status === 'failed' ? 'banner danger' : 'note'}>
        {state.status === 'failed' ? state.text : 'You can also paste a picture of the code.'}
      </p>
      {scanning && (
        <Scanner
          onFound={(found) => {
            setScanning(false)
            void pair(found)
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </section>
  )
}

function SessionList({ sessions }: Pick<AppProps, 'sessions'>) {
  const open = useStore(sessions.$sessions)
  return (
    <section className="card stack" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Connected sites</h2>
      {open.length === 0 && <p className="note">None. On a site, choose “Phone wallet” and bring its code here.</p>}
      <ul className="sessions">
        {open.map(({ topic, site, chains }) => (
          <li key={topic}>
            <SiteIcon site={site} />
            <div>
              <strong>{site.name}</strong>
              <span className="note">{chains.map(chainName).join(', ')}</span>
            </div>
            <button className="button small danger" type="button" onClick={() => void sessions.disconnect(topic)}>
              Disconnect<span className="visually-hidden"> {site.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

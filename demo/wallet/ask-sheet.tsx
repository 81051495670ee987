// What a site asks, in plain words, with Approve and Reject: a sheet from the bottom that nothing else can be done beside.
import { useEffect, useRef, useState } from 'react'
import { chainName, shortAddress } from '../shared/chain.js'
import { Facts } from '../shared/facts.js'
import { shortened } from '../shared/families/family.js'
import type { Ask, Site } from './sessions.js'
import type { SignIn } from './sign-in.js'

interface AskSheetProps {
  readonly ask: Ask
  readonly waiting: number
  readonly address: string
  readonly approve: (ask: Ask) => Promise<void>
  readonly reject: (ask: Ask) => Promise<void>
}

export function AskSheet({ ask, waiting, address, approve, reject }: AskSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [answered, setAnswered] = useState(false)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  const answer = (how: typeof approve) => {
    setAnswered(true)
    void how(ask)
  }
  const isPossible = ask.kind !== 'connect' || ask.offer.possible
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="ask-title"
      onCancel={(event) => {
        event.preventDefault() // Escape is no answer that a site understands; rejecting is
        answer(reject)
      }}
    >
      <div className="stack">
        <div className="asker">
          <SiteIcon site={ask.site} />
          <div>
            <h2 id="ask-title">{titleOf(ask)}</h2>
            <p className="note">{ask.kind === 'request' ? `${ask.site.name} · ${ask.site.url}` : ask.site.url}</p>
          </div>
        </div>
        {ask.kind === 'connect' && <Connect ask={ask} address={address} />}
        {ask.kind === 'signIn' && <ConnectAndSignIn signIn={ask.signIn} />}
        {ask.kind === 'request' && <Request ask={ask} />}
        {waiting > 1 && <p className="note">{waiting - 1} more after this one.</p>}
        <div className="answers">
          <button className="button" type="button" disabled={answered} onClick={() => answer(reject)}>
            Reject
          </button>
          {isPossible && (
            <button className="button primary" type="button" disabled={answered} onClick={() => answer(approve)}>
              {ask.kind === 'request' ? ask.description.verb : 'Approve'}
            </button>
          )}
        </div>
      </div>
    </dialog>
  )
}

function Connect({ ask, address }: { readonly ask: Ask & { kind: 'connect' }; readonly address: string }) {
  if (!ask.offer.possible) {
    return (
      <p className="banner danger">
        This wallet cannot do what the site needs: {ask.offer.missing.map(chainName).join(', ') || 'no known network'}.
      </p>
    )
  }
  const { chains, dropped } = ask.offer
  const count = ask.addresses.length + (chains.some((chain) => chain.startsWith('eip155:')) ? 1 : 0)
  const evm = chains.filter((chain) => chain.startsWith('eip155:'))
  return (
    <>
      <Facts
        facts={[
          ...(evm.length > 0
            ? [
                { label: ask.addresses.length > 0 ? 'Ethereum' : 'Account', value: shortAddress(address), long: address },
                { label: 'Networks', value: evm.map(chainName).join(', ') },
              ]
            : []),
          ...ask.addresses.map((each) => ({ label: each.family, value: shortened(each.address), long: each.address })),
          ...(dropped.length > 0 ? [{ label: 'Not offered', value: dropped.map(chainName).join(', ') }] : []),
        ]}
      />
      <p className="note">
        The site will see your {count === 1 ? 'address' : 'addresses'} and may ask you to sign. It cannot move anything without
        asking.
      </p>
    </>
  )
}

function titleOf(ask: Ask): string {
  if (ask.kind === 'request') return ask.description.title
  return ask.kind === 'connect' ? `Connect to ${ask.site.name}?` : `Connect and sign in to ${ask.site.name}?`
}

function ConnectAndSignIn({ signIn: { account, texts } }: { readonly signIn: SignIn }) {
  return (
    <>
      <Facts
        facts={[
          { label: 'Account', value: shortAddress(account.address), long: account.address },
          { label: 'Networks', value: texts.map(({ chain }) => chainName(chain)).join(', ') },
        ]}
      />
      {texts.map(({ chain, message }) => (
        <pre key={chain} className="message" tabIndex={0} aria-label={`What will be signed for ${chainName(chain)}`}>
          {message}
        </pre>
      ))}
      <p className="note">Approving connects the site and signs this. It cannot move anything without asking.</p>
    </>
  )
}

function Request({ ask }: { readonly ask: Ask & { kind: 'request' } }) {
  const { facts, text, warning } = ask.description
  return (
    <>
      <Facts facts={[...facts, { label: 'Network', value: chainName(ask.chainId) }]} />
      {text !== undefined && (
        <pre className="message" tabIndex={0} aria-label="What will be signed">
          {text}
        </pre>
      )}
      {warning && <p className="banner warning">{warning}</p>}
    </>
  )
}

/** The site's picture, or its first letter when it has none or it does not load. */
export function SiteIcon({ site }: { readonly site: Site }) {
  const [broken, setBroken] = useState(false)
  if (site.icon === undefined || broken) {
    return (
      <span className="site-icon" aria-hidden="true">
        {site.name.slice(0, 1).toUpperCase()}
      </span>
    )
  }
  return <img className="site-icon" src={site.icon} alt="" onError={() => setBroken(true)} />
}

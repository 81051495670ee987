// What the modal does with a connected account: a way into each of its views, and what the hooks say of it.
import { useState } from 'react'
import { useActivity, useAccount, usePortfolio, useSend, useWalletModal } from '../../src/react/index.js'
import type { ViewName } from '../../src/index.js'
import { Facts } from '../shared/facts.js'
import { OutcomeNote, useOutcome } from './outcome.js'
import { Permissions } from './permissions.js'

/** The views, by the word on their button. */
const views: readonly (readonly [label: string, view: ViewName])[] = [
  ['Tokens', 'Account'],
  ['Activity', 'Transactions'],
  ['NFTs', 'Nfts'],
  ['Receive', 'WalletReceive'],
  ['Swap', 'Swap'],
  ['Buy', 'OnRampProviders'],
  ['Purchases', 'OnRampActivity'],
  ['Names', 'ChooseAccountName'],
  ['Approvals', 'TokenApprovals'],
  ['App permissions', 'SmartSessionList'],
  ['Account settings', 'AccountSettings'],
]

export function FeaturesCard() {
  const { open } = useWalletModal()
  const { isConnected } = useAccount()
  const { send, pending } = useSend()
  const [outcome, start] = useOutcome<string>()
  const [isWatching, setWatching] = useState(false)
  return (
    <section className="card stack" aria-labelledby="features-title">
      <h2 id="features-title">What an account can do</h2>
      <p className="note">Each opens in the modal; without a wallet, Account says so, and the others connect one first.</p>
      {isConnected && isWatching && <Holdings />}
      <div className="row">
        {views.map(([label, view]) => (
          <button key={view} className="button" type="button" onClick={() => void open(view).catch(console.error)}>
            {label}
          </button>
        ))}
        <button
          className="button"
          type="button"
          disabled={pending}
          onClick={() => start(() => send({ to: RECIPIENT, amount: '0.01' }))}
        >
          Send 0.01
        </button>
        <button className="button" type="button" aria-pressed={isWatching} onClick={() => setWatching(!isWatching)}>
          Watch by hooks
        </button>
      </div>
      <Permissions />
      <OutcomeNote outcome={outcome} pending="Waiting for you in the modal…">
        {(hash) => (
          <p className="mono long" dir="ltr">
            {hash}
          </p>
        )}
      </OutcomeNote>
    </section>
  )
}

/** The devnet's tenth account. */
const RECIPIENT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

function Holdings() {
  const { assets, worth, status, error } = usePortfolio()
  const { entries, hasMore, ...activity } = useActivity()
  const of = (state: { readonly status: string; readonly error: { readonly code: string } | undefined }, value: string) =>
    state.error?.code ?? (state.status === 'pending' ? '…' : value)
  return (
    <Facts
      facts={[
        { label: 'Worth', value: of({ status, error }, worth === undefined ? 'Unknown' : `$${worth}`) },
        { label: 'Assets', value: of({ status, error }, assets.map(({ symbol }) => symbol).join(', ')) },
        { label: 'Transactions', value: of(activity, `${entries.length}${hasMore ? ' and more' : ''}`) },
      ]}
    />
  )
}

// Sends coins on the devnet with the connected wallet, and waits until they have arrived.
import { useState } from 'react'
import { createClient, http, isAddress, isHex, numberToHex, parseEther } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { useNetwork, useProvider } from '../../src/react/index.js'
import { devnetChain } from '../shared/chain.js'
import { OutcomeNote, useOutcome } from './outcome.js'

const DEVNET = 'eip155:31337'
/** The devnet's tenth account. */
const RECIPIENT = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

interface Sent {
  readonly hash: string
  readonly block: bigint
}

/** @param address of Ethereum; undefined while no wallet is connected there */
export function SendCard({ rpcUrl, address }: { readonly rpcUrl: string; readonly address: string | undefined }) {
  const { network, switchNetwork } = useNetwork()
  const provider = useProvider()
  const [to, setTo] = useState(RECIPIENT)
  const [amount, setAmount] = useState('0.01')
  const [outcome, start] = useOutcome<Sent>()
  const isOnDevnet = network?.caipNetworkId === DEVNET

  const send = async (): Promise<Sent> => {
    if (address === undefined || provider === undefined) throw new Error('Connect an Ethereum wallet first.')
    if (!isAddress(to)) throw new Error('That is not an address.')
    if (!/^\d+(\.\d{1,18})?$/.test(amount)) throw new Error('That is not an amount. Write it like 0.01')
    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: address, to, value: numberToHex(parseEther(amount)) }],
    })
    if (!isHex(hash)) throw new Error('The wallet answered with something that is no transaction hash.')
    const client = createClient({ chain: devnetChain(rpcUrl), transport: http(rpcUrl) })
    const receipt = await waitForTransactionReceipt(client, { hash, pollingInterval: 250, timeout: 30_000 })
    if (receipt.status !== 'success') throw new Error('The transaction failed on the chain.')
    return { hash, block: receipt.blockNumber }
  }

  return (
    <section className="card stack" aria-labelledby="send-title">
      <h2 id="send-title">Send on the devnet</h2>
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
            dir="ltr"
            value={to}
            required
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTo(event.target.value)}
          />
        </label>
        <label className="field">
          Amount in ETH
          <input
            inputMode="decimal"
            dir="ltr"
            value={amount}
            required
            autoComplete="off"
            onChange={(event) => setAmount(event.target.value)}
          />
        </label>
        <div className="row">
          <button
            className="button primary"
            type="submit"
            disabled={address === undefined || !isOnDevnet || outcome.status === 'pending'}
          >
            Send
          </button>
          {address === undefined && <span className="note">Connect an Ethereum wallet first.</span>}
          {address !== undefined && !isOnDevnet && (
            <button className="button" type="button" onClick={() => void switchNetwork(DEVNET).catch(() => undefined)}>
              Switch to Devnet
            </button>
          )}
        </div>
      </form>
      <OutcomeNote outcome={outcome} pending="Waiting for your wallet and the chain…">
        {({ hash, block }) => (
          <>
            <p className="banner success">Arrived in block {new Intl.NumberFormat('en').format(block)}.</p>
            <p className="mono long" dir="ltr">
              {hash}
            </p>
          </>
        )}
      </OutcomeNote>
    </section>
  )
}

// Asks the visitor to let this page spend a little by itself.
import { STABLE } from '../../services/devnet/manifest.js'
import { useAccount, useWalletModal } from '../../src/react/index.js'
import { OutcomeNote, useOutcome } from './outcome.js'

/** The generator of the curve: whoever reads this has the private key, so that it is good for a demo alone. */
const APP_KEY = {
  type: 'secp256k1',
  publicKey: '0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
} as const
const DAY_S = 86_400

export function Permissions() {
  const { open } = useWalletModal()
  const { account } = useAccount()
  const [outcome, start] = useOutcome<string>()
  const ask = async () => {
    const now = Math.floor(Date.now() / 1000)
    const { pci } = await open({
      view: 'SmartSessionRequest',
      request: {
        chainId: account?.chainId ?? '',
        expiry: now + 7 * DAY_S,
        signer: { type: 'keys', data: { keys: [APP_KEY] } },
        permissions: [
          { type: 'native-token-recurring-allowance', data: { allowance: '0x2386f26fc10000', start: now, period: DAY_S } },
          {
            type: 'erc20-recurring-allowance',
            data: { token: STABLE.address, allowance: '0x5f5e100', start: now, period: 7 * DAY_S },
          },
        ],
      },
    })
    return pci
  }
  return (
    <>
      <div className="row">
        <button className="button" type="button" disabled={account?.namespace !== 'eip155'} onClick={() => start(ask)}>
          Ask for permissions
        </button>
      </div>
      <OutcomeNote outcome={outcome} pending="Waiting for you in the modal…">
        {(pci) => <p className="mono long">Allowed: {pci}</p>}
      </OutcomeNote>
    </>
  )
}

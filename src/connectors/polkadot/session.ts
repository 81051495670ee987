// A Polkadot wallet behind a relay session as a `PolkadotSigner` (WalletConnect's Polkadot methods, wire reference §6).
import type { WalletSession } from '../connector.js'
import { createSessionAccounts } from '../session-accounts.js'
import { describe } from './account.js'
import type { PolkadotSigner } from './signer.js'
import { isEthereumAddress } from './ss58.js'

/** @param session grants at least one account on Polkadot; it does not say what kind of keys they have */
export function createSessionSigner(session: WalletSession): PolkadotSigner {
  const {
    ask,
    grants: _,
    ...rest
  } = createSessionAccounts(session, 'polkadot', (address) =>
    describe(address, isEthereumAddress(address) ? 'ethereum' : 'sr25519'),
  )
  return {
    ...rest,
    // Wallets differ in the name of the text.
    signRaw: ({ chain, address }, data) =>
      ask(chain, { method: 'polkadot_signMessage', params: { address, message: data, data, type: 'bytes' } }),
    signPayload: ({ chain, address }, transactionPayload) =>
      ask(chain, { method: 'polkadot_signTransaction', params: { address, transactionPayload } }),
  }
}

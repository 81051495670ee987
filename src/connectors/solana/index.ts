// Makes the connectors of Solana wallets, over an object in the page or over a relay session. Loaded when the person chooses a
// wallet.
import { createAccountsConnector } from '../accounts-connector.js'
import type { ConnectorModule } from '../connector.js'
import { createLegacySigner, isLegacyShape } from './legacy.js'
import { sessionConnectorId } from '../session-id.js'
import { createSessionSigner } from './session.js'
import { toAccountsWallet } from './signer.js'
import { createStandardSigner } from './standard.js'

export { readAddress } from './codec.js'

/** The connector of an installed wallet; its id is that of the wallet. */
export const createConnector: ConnectorModule['createConnector'] = ({ wallet, provider }, { read }) => {
  const signer = isLegacyShape(provider) ? createLegacySigner(provider) : createStandardSigner(provider)
  return createAccountsConnector('solana', toAccountsWallet(signer, read), wallet, wallet.id)
}

/** The connector of a relay session that grants accounts on Solana; see `sessionConnectorId`. */
export const createSessionConnector: NonNullable<ConnectorModule['createSessionConnector']> = (session) =>
  createAccountsConnector(
    'solana',
    toAccountsWallet(createSessionSigner(session), (chain, args) => session.read(chain, args)),
    session.wallet,
    sessionConnectorId(session),
  )

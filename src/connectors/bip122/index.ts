// Makes the connectors of Bitcoin wallets, over an object in the page or over a relay session. Loaded when the person chooses a
// wallet.
import { createAccountsConnector } from '../accounts-connector.js'
import type { ConnectorModule } from '../connector.js'
import type { BitcoinShape } from './discover.js'
import { createLeatherSigner, createSatsConnectSigner } from './sats-connect.js'
import { sessionConnectorId } from '../session-id.js'
import { createSessionSigner } from './session.js'
import { type BitcoinSigner, toAccountsWallet } from './signer.js'
import { createStandardSigner } from './standard.js'
import { createUnisatSigner } from './unisat.js'

export { readAddress } from './address.js'

const signers: Readonly<Record<BitcoinShape['shape'], (object: unknown) => BitcoinSigner>> = {
  standard: createStandardSigner,
  'sats-connect': createSatsConnectSigner,
  leather: createLeatherSigner,
  unisat: createUnisatSigner,
}

/** The connector of an installed wallet; its id is that of the wallet. */
export const createConnector: ConnectorModule['createConnector'] = ({ wallet, provider }) => {
  const { shape, object } = provider as BitcoinShape // as `discover` made it
  return createAccountsConnector('bip122', toAccountsWallet(signers[shape](object)), wallet, wallet.id)
}

/** The connector of a relay session that grants accounts on Bitcoin; see `sessionConnectorId`. */
export const createSessionConnector: NonNullable<ConnectorModule['createSessionConnector']> = (session) =>
  createAccountsConnector('bip122', toAccountsWallet(createSessionSigner(session)), session.wallet, sessionConnectorId(session))

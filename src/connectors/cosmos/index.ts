// Makes the connectors of Cosmos wallets, over an object in the page or over a relay session. Loaded when the person chooses a
// wallet.
import { createAccountsConnector } from '../accounts-connector.js'
import type { ConnectorModule } from '../connector.js'
import type { KeplrShape } from './discover.js'
import { createKeplrSigner } from './keplr.js'
import { createSessionSigner } from './session.js'
import { toAccountsWallet } from './signer.js'

export { readAddress } from './address.js'

/** The connector of an installed wallet; its id is that of the wallet. */
export const createConnector: ConnectorModule['createConnector'] = ({ wallet, provider }) =>
  createAccountsConnector(
    'cosmos',
    toAccountsWallet(createKeplrSigner(provider as KeplrShape, globalThis.window)), // as `discover` made it
    wallet,
    wallet.id,
  )

/** The connector of a relay session that grants accounts on Cosmos; its id is `relay:` and the session's topic. */
export const createSessionConnector: NonNullable<ConnectorModule['createSessionConnector']> = (session) =>
  createAccountsConnector('cosmos', toAccountsWallet(createSessionSigner(session)), session.wallet, `relay:${session.topic}`)

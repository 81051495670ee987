// Makes the connectors of Polkadot wallets, over an object in the page or over a relay session. Loaded when the person chooses a
// wallet.
import { createAccountsConnector } from '../accounts-connector.js'
import type { ConnectorModule } from '../connector.js'
import type { InjectedExtension } from './discover.js'
import { createInjectedSigner } from './injected.js'
import { createSessionSigner } from './session.js'
import { toAccountsWallet } from './signer.js'

export { readAddress } from './ss58.js'

/** The connector of an installed wallet; its id is that of the wallet. The wallet shows the page by its host name. */
export const createConnector: ConnectorModule['createConnector'] = ({ wallet, provider }) => {
  const signer = createInjectedSigner(provider as InjectedExtension, globalThis.location?.hostname || 'localhost') // as `discover` made it
  return createAccountsConnector('polkadot', toAccountsWallet(signer), wallet, wallet.id)
}

/** The connector of a relay session that grants accounts on Polkadot; its id is `relay:` and the session's topic. */
export const createSessionConnector: NonNullable<ConnectorModule['createSessionConnector']> = (session) =>
  createAccountsConnector('polkadot', toAccountsWallet(createSessionSigner(session)), session.wallet, `relay:${session.topic}`)

// Makes the connectors of EVM wallets, over an object in the page or over a relay session. Loaded when the person chooses a
// wallet.
import type { ConnectorModule } from '../connector.js'
import { readAddresses } from './codec.js'
import { createEip155 } from './connector.js'
import { isProvider } from './foreign.js'
import { createInjectedChannel } from './injected-channel.js'
import { createRelayChannel } from './relay-channel.js'
import { sessionConnectorId } from '../session-id.js'
import { walletError } from '../../vocabulary/errors.js'

/**
 * The connector of an installed wallet (EIP-1193); its id is that of the wallet.
 * @throws WalletError `WALLET_NOT_FOUND` without a `request` function
 */
export const createConnector: ConnectorModule['createConnector'] = ({ wallet, provider }) => {
  if (!isProvider(provider)) throw walletError('WALLET_NOT_FOUND', { details: { wallet: wallet.id } })
  return createEip155(createInjectedChannel(provider), wallet, wallet.id)
}

/** The connector of a relay session that grants accounts on eip155; see `sessionConnectorId`. */
export const createSessionConnector: NonNullable<ConnectorModule['createSessionConnector']> = (session) =>
  createEip155(createRelayChannel(session), session.wallet, sessionConnectorId(session))

/** The address with its checksum (EIP-55); `undefined` when the text is no EVM address. */
export const readAddress: ConnectorModule['readAddress'] = (text) => readAddresses([text])?.[0]

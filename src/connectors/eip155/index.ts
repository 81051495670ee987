// How EVM wallets are spoken with, over an object in the page or over a relay session. Loaded when one is chosen.
import type { ConnectorModule } from '../connector.js'
import { readAddresses } from './codec.js'
import { createEip155 } from './connector.js'
import { isProvider } from './foreign.js'
import { createInjectedChannel } from './injected-channel.js'
import { createRelayChannel } from './relay-channel.js'
import { WalletError } from '../../errors.js'

export const createConnector: ConnectorModule['createConnector'] = ({ wallet, provider }) => {
  if (!isProvider(provider)) throw new WalletError('WALLET_NOT_FOUND', { details: { wallet: wallet.id } })
  return createEip155(createInjectedChannel(provider), wallet, wallet.id)
}

export const createSessionConnector: NonNullable<ConnectorModule['createSessionConnector']> = (session) =>
  createEip155(createRelayChannel(session), session.wallet, `relay:${session.topic}`)

export const readAddress: ConnectorModule['readAddress'] = (text) => readAddresses([text])?.[0]

// By which id the stored connections of a session are found again. A module of its own, because every connector needs it.
import type { WalletSession } from './wallet-session.js'

/** Id of the connector of a session: `relay:` and the session's topic, or `embedded`, of which a page has one. */
export const sessionConnectorId = ({ transport = 'relay', topic }: Pick<WalletSession, 'transport' | 'topic'>) =>
  transport === 'relay' ? `relay:${topic}` : transport

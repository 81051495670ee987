// Ending a session over the relay.
import { withTimeout } from '../../vocabulary/timeout.js'
import { DISCONNECT_ANSWER_LIMIT_MS } from '../limits.js'
import type { RelayClient } from './client.js'

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

/**
 * Ends a session and tells the wallet (code 6000). When the relay does not take the message within 2 s the session is removed
 * from the storage all the same, or the next page load would restore it. Does nothing when the client has no such session.
 */
export async function endSession(client: RelayClient, topic: string): Promise<void> {
  if (!client.session.keys.includes(topic)) return
  await withTimeout(client.disconnect({ topic, reason: USER_DISCONNECTED }), { ms: DISCONNECT_ANSWER_LIMIT_MS }).catch(
    async () => {
      if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
    },
  )
}

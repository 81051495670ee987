// The id of a subscription. Clients compute the same.
import { createHash } from 'node:crypto'

/** SHA-256 of topic and client id in hex. */
export function subscriptionIdOf(clientId: string, topic: string): string {
  return createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
}

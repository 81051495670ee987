// Whether the page is connected, from the connections and what is under way.
import type { ConnectionStatus } from '../interface/public-state.js'
import type { OperationState } from '../lib/operation.js'
import type { Connection, LiveConnection } from './connections.js'

/** The status of one modal. @param adopting how many approved sessions are being asked for their accounts */
export function statusOf(
  connections: readonly LiveConnection[],
  connect: OperationState<Connection>,
  reconnect: OperationState<void>,
  adopting: number,
): ConnectionStatus {
  if (connections.length > 0) return 'connected'
  if (connect.status === 'pending' || adopting > 0) return 'connecting'
  return reconnect.status === 'pending' ? 'reconnecting' : 'disconnected'
}

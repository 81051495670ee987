// Whether a failure leaves open what the wallet has done.
import type { ErrorCode, WalletError } from '../../vocabulary/errors.js'

/** After these the wallet may have sent the transaction all the same. */
const unsure: ReadonlySet<ErrorCode> = new Set([
  'HTTP_TIMEOUT',
  'MALFORMED_RESPONSE',
  'NETWORK_ERROR',
  'RELAY_UNREACHABLE',
  'RPC_ERROR',
  'UNKNOWN',
  'WALLET_DISCONNECTED',
  'WALLET_FAILED',
  'WALLET_TIMEOUT',
])

/** Whether a wallet that was asked to send, and failed with this error, may have sent all the same. */
export function mayBeSent({ code }: Pick<WalletError, 'code'>): boolean {
  return unsure.has(code)
}

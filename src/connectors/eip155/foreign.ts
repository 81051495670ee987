// What an EIP-1193 provider of another script must have.
import type { RequestArguments } from '../connector.js'
import { peek } from '../peek.js'

/** The one member of an EIP-1193 provider that is required. */
export interface InjectedProvider {
  request(args: RequestArguments): unknown
}

/** Whether a foreign value has a `request` function, which makes it an EIP-1193 provider. */
export const isProvider = (value: unknown): value is InjectedProvider => typeof peek(value, 'request') === 'function'

// What is read of objects that other scripts put into the page: they may be anything, and throw when they are touched.
import type { RequestArguments } from '../connector.js'

/** The least an EIP-1193 provider must have. */
export interface InjectedProvider {
  request(args: RequestArguments): unknown
}

/** More than this in one page is not a user with many wallets but a script that floods the list. */
export const WALLETS_MAX_COUNT = 50

/** Reads one property of a foreign object, whose getters may throw. */
export const peek = (target: unknown, key: string | number): unknown => {
  try {
    return (target as Record<string, unknown> | null | undefined)?.[key] // any property may be asked of any object
  } catch {
    return undefined // a hostile or half-loaded wallet: as if it had no such property
  }
}
export const isProvider = (value: unknown): value is InjectedProvider => typeof peek(value, 'request') === 'function'

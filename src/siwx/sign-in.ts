// A sign-in: a message that an account has signed, and where sign-ins are kept.
import type { SignedMessage } from '../connectors/connector.js'
import type { ChainId } from '../vocabulary/caip.js'
import { readMessage, type SignInMessage, timeOf } from './message.js'

/** A message that an account has signed, and what it says. */
export interface SignIn extends SignedMessage {
  /** What the text says. */
  readonly data: SignInMessage
}

/** Keeps sign-ins: on the page's server (`createHttpStore`), or where a page wants them. */
export interface SiwxStore {
  /** A nonce for one message; for several of one account if they are added together. */
  getNonce(): Promise<string>
  /**
   * Keeps one sign-in, or several that were signed at once with one nonce, beside the others: all or nothing. One of the same account on the same chain is
   * replaced.
   * @throws WalletError SIGN_IN_INVALID when one of them is refused
   */
  add(...signIns: readonly SignIn[]): Promise<void>
  /** The sign-ins of an account on a chain that hold now. @param address plain */
  list(chainId: ChainId, address: string): Promise<readonly SignIn[]>
  /** Keeps these and no others; all or nothing. @throws WalletError SIGN_IN_INVALID when one of them is refused */
  set(all: readonly SignIn[]): Promise<void>
  /** Ends the sign-ins of one account on one chain, and no others. */
  delete(chainId: ChainId, address: string): Promise<void>
}

/** Reads the text of a signature. @throws WalletError SIGN_IN_INVALID */
export const toSignIn = ({ message, signature, publicKey }: SignedMessage): SignIn => ({
  data: readMessage(message),
  message,
  signature,
  ...(publicKey === undefined ? {} : { publicKey }),
})

/** Whether two addresses of a chain are one: those in hex are the same in any case. */
export function isSameAddress(chainId: ChainId, a: string, b: string): boolean {
  const isHex = chainId.startsWith('eip155:') || (a.startsWith('0x') && b.startsWith('0x'))
  return isHex ? a.toLowerCase() === b.toLowerCase() : a === b
}

/** Whether a sign-in is of an account on a chain. */
export const isOf = ({ data }: SignIn, chainId: ChainId, address: string): boolean =>
  data.chainId === chainId && isSameAddress(chainId, data.address, address)

/** Whether a message holds at a time: it has begun, and has not expired. @param now Unix milliseconds */
export function holdsAt({ notBefore, expirationTime }: SignInMessage, now: number): boolean {
  const [from, to] = [notBefore, expirationTime].map((time) => (time === undefined ? undefined : timeOf(time)))
  return (from ?? -Infinity) <= now && now < (to ?? Infinity)
}

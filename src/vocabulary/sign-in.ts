// Signing in: what the page is told of it, which texts may stand in a message, and the limits of both sides.
import type { WalletError } from './errors.js'
import type { Account } from './events.js'

/** Whether the active account has signed in (the setting `siwx`). */
export interface SignInStatus {
  /**
   * `off`: nobody has to sign in, because the page does not ask for it, nothing is connected, or the wallet is on a network that is not of the page.
   * `checking`: the store has not answered yet.
   */
  readonly status: 'off' | 'checking' | 'needed' | 'signedIn'
  /** The active account; undefined with `off`. */
  readonly account?: Account | undefined
  /** With `signedIn`: the text that was signed. */
  readonly message?: string | undefined
  /** With `signedIn`: its signature, in the namespace's usual encoding. */
  readonly signature?: string | undefined
  /** With `signedIn`: until when it holds (RFC 3339). */
  readonly expirationTime?: string | undefined
  /** With `needed`: why the store could not be asked. */
  readonly error?: WalletError | undefined
}

/** Whether an account that does not sign in is disconnected. */
export const requiresSignIn = ({ siwx }: { readonly siwx?: { readonly required?: boolean | undefined } | undefined }): boolean =>
  siwx !== undefined && siwx.required !== false

/**
 * The `statement` of a text to sign in: one line of the characters that EIP-4361 allows, which are those of URIs (RFC 3986) and the space. All of them are
 * printable ASCII.
 */
export const STATEMENT = /^[-\w.~:/?#[\]@!$&'()*+,;= ]+$/

/** Most characters of a text to sign in. */
export const TEXT_MAX_CHARACTERS = 16_384
/** Most resources of a text to sign in: the 32 that the settings may name, and what it allows the page to ask (ERC-5573). */
export const RESOURCES_MAX_COUNT = 33
/** How long a nonce can be used, in ms. */
export const NONCE_TTL_MS = 600_000
/** How long a sign-in holds when the settings do not say, in ms. */
export const SIGN_IN_TTL_MS = 7 * 86_400_000

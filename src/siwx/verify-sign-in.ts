// Whether a signed text signs somebody in here and now.
import type { Read } from '../connectors/connector.js'
import type { ChainId } from '../vocabulary/caip.js'
import { invalid, readMessage, type SignInMessage, timeOf } from './message.js'
import { holdsAt, isSameAddress } from './sign-in.js'
import { verifySignature } from './verify-signature.js'

/** How far ahead of `now` a message may say that it was issued, in ms: clocks differ. */
export const ISSUED_AT_LEEWAY_MS = 60_000

/** What a sign-in must say. What is left out is not compared. */
export interface ExpectedSignIn {
  /** Host of the page, with its port if that is not the usual one. From your settings, never from the request. */
  readonly domain: string
  /** One that was made for this sign-in, and was not used before. */
  readonly nonce: string
  readonly uri?: string | undefined
  /** The chain, or the chains, that may be signed in on (CAIP-2). */
  readonly chainId?: ChainId | readonly ChainId[] | undefined
  readonly address?: string | undefined
  /** Unix milliseconds. */
  readonly now: number
}

/** What `verifySignIn` is given. */
export interface SignInToVerify {
  /** The text that was signed, byte for byte. */
  readonly text: string
  /** In the namespace's usual encoding: see `SignedText`. */
  readonly signature: string
  /** Who is said to have signed; the message says it anyway. */
  readonly address?: string | undefined
  /** Lower-case hex without `0x`; needed on cosmos. */
  readonly publicKey?: string | undefined
  readonly expected: ExpectedSignIn
  /** Sends a JSON-RPC call to the nodes of a chain. Without it contract wallets of eip155 are refused. */
  readonly read?: Read | undefined
}

/**
 * Checks a signed text whole: its form, its domain, URI, chain, account, nonce and times, and that the account has signed it.
 * Whether the nonce was used before is for the caller to know.
 * @returns what the text says
 * @throws WalletError SIGN_IN_INVALID with the first `problem`; RPC_ERROR when a node is needed and does not answer
 */
export async function verifySignIn({
  text,
  signature,
  address,
  publicKey,
  expected,
  read,
}: SignInToVerify): Promise<SignInMessage> {
  const message = readMessage(text)
  const problem = problemOf(message, expected, address)
  if (problem) throw invalid(problem)
  const { chainId } = message
  if (!(await verifySignature({ text, signature, address: message.address, chainId, publicKey, read })))
    throw invalid('the signature is not that of the account')
  return message
}

function problemOf(message: SignInMessage, expected: ExpectedSignIn, address: string | undefined): string | undefined {
  const { chainId, expirationTime, notBefore } = message
  const { now } = expected
  const isOther = (other: string | undefined) => other !== undefined && !isSameAddress(chainId, message.address, other)
  const issuedAt = timeOf(message.issuedAt) ?? Infinity
  if (message.domain !== expected.domain) return 'it is for another domain'
  if (expected.uri !== undefined && normalized(message.uri) !== normalized(expected.uri)) return 'it is for another URI'
  if (expected.chainId !== undefined && ![expected.chainId].flat().includes(chainId)) return 'it is for another chain'
  if (isOther(expected.address) || isOther(address)) return 'it is of another account'
  if (message.nonce !== expected.nonce) return 'its nonce is another one'
  if (issuedAt > now + ISSUED_AT_LEEWAY_MS) return 'it was issued in the future'
  if (!holdsAt({ ...message, notBefore: undefined }, now)) return `it has expired at ${expirationTime}`
  if (!holdsAt(message, now)) return `it holds from ${notBefore}`
  return undefined
}

/** `https://app.example` and `https://app.example/` are one. */
const normalized = (uri: string) => (URL.canParse(uri) ? new URL(uri).href : uri)

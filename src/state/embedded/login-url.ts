// The addresses that the frame gives for a login. A page leads a window of the visitor there, so that they are looked at closely.
import { walletError } from '../../vocabulary/errors.js'

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** The address as a url that may be opened: https, on the loopback also http, and without a name or password in it. */
function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname)))
  if (!isSafe || url.username || url.password) throw walletError('MALFORMED_RESPONSE')
  return url
}

/** The address of a provider's login: it begins on the origin of the frame. @throws WalletError MALFORMED_RESPONSE */
export function readLoginUrl(text: string, frame: string): string {
  const url = readUrl(text)
  if (url.origin !== new URL(frame).origin) throw walletError('MALFORMED_RESPONSE')
  return url.href
}

/** The address that Farcaster's app opens, on whatever site. @throws WalletError MALFORMED_RESPONSE */
export const readCodeUrl = (text: string): string => readUrl(text).href

// Mail addresses: one written form per mailbox, so that two spellings are never two users and nothing of a header can hide in one.
import { toAsciiDomain } from '../settings/domain.js'

/** RFC 5321: the longest address of a mailbox. */
const LENGTH_MAX = 254
const LOCAL_MAX = 64
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** What a url parser would read as something else than a name: escapes, ports, users, paths, literals, blanks, controls. */
const notInDomain = /[%/\\?#@:[\]\s<>()",;]|\p{Cc}|\p{Cf}/u

/**
 * The address in the form under which it is stored, looked up and shown: lower case, the domain in ASCII. Dots and tags of the local part stay:
 * whether they matter is the provider's rule, not ours. Undefined for what is no address of the plain kind.
 */
export function readAddress(text: string): string | undefined {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, '')
  if (trimmed.length > LENGTH_MAX) return undefined
  const at = trimmed.lastIndexOf('@')
  const [name, host] = [lower(trimmed.slice(0, Math.max(0, at))), trimmed.slice(at + 1)]
  if (at < 1 || name.length > LOCAL_MAX || !local.test(name) || notInDomain.test(host)) return undefined
  const domain = toAsciiDomain(host) ?? ''
  const labels = domain.split('.')
  // A last label that is a number is the end of an IP address.
  if (labels.length < 2 || !labels.every((part) => label.test(part)) || /^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? ''))
    return undefined
  const address = `${name}@${domain}`
  return address.length > LENGTH_MAX ? undefined : address
}

/** Of ASCII letters alone, in every locale: a Turkish İ is no i. */
function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 32))
}

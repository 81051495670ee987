// Messages to sign in (ERC-4361, and its twin for Solana): read to the letter, and refused when they are for another site.
import { refuse } from './types.js'
import { isSame } from './values.js'

/** The fields of a message to sign in. */
export interface SignInMessage {
  readonly scheme: string | undefined
  readonly domain: string
  readonly address: string
  readonly statement: string | undefined
  readonly uri: string | undefined
  readonly chainId: string | undefined
  readonly nonce: string | undefined
  readonly issuedAt: string | undefined
  readonly expirationTime: string | undefined
  readonly notBefore: string | undefined
  readonly requestId: string | undefined
  readonly resources: readonly string[]
}

const intro = /wants\s*you\s*to\s*sign\s*in\s*with\s*your/i
const first = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#@\\]+) wants you to sign in with your (Ethereum|Solana) account:$/i
const fields = /^(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): |^Resources:$/
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/
const uriLike = /^[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i

/** Whether a text asks to sign in, or pretends to: letters that look like others, and what is between them, do not matter. */
export function isSignIn(text: string): boolean {
  return intro.test(text.normalize('NFKC').replace(/[\p{Cc}\p{Cf}\p{M}]/gu, ''))
}

/**
 * Reads a message to sign in. What the standard does not allow is refused: a text that looks like a sign-in and is none may be read differently elsewhere.
 * @throws ApprovalError
 */
export function parseSignIn(text: string, account: 'Ethereum' | 'Solana'): SignInMessage {
  const lines = text.split('\n')
  const next = () => lines.shift()
  const head = first.exec(next() ?? '')
  if (!head || head[3] !== account) return refuse('The message to sign in has no valid first line')
  const address = next() ?? ''
  if (account === 'Solana' && lines.length === 0) lines.push('')
  if (next() !== '') return refuse('The message to sign in has no empty line after the address')
  // Without a statement there are two empty lines, or in older libraries one.
  let statement: string | undefined
  if (lines[0] !== undefined && !fields.test(lines[0])) {
    const line = next() ?? ''
    if (line !== '') statement = line
    if (line !== '' && lines.length > 0 && next() !== '')
      return refuse('The statement of the message to sign in has more than one line')
  }
  const required = (name: string): string => {
    const line = next()
    if (!line?.startsWith(`${name}: `)) return refuse(`The message to sign in has no ${name}`)
    return line.slice(name.length + 2)
  }
  const optional = (name: string): string | undefined => (lines[0]?.startsWith(`${name}: `) ? required(name) : undefined)
  // Solana's twin of the standard leaves every field open.
  const field = account === 'Ethereum' ? required : optional
  const uri = field('URI')
  if ((field('Version') ?? '1') !== '1') return refuse('The message to sign in is not of version 1')
  const chainId = field('Chain ID')
  const nonce = field('Nonce')
  const issuedAt = field('Issued At')
  const expirationTime = optional('Expiration Time')
  const notBefore = optional('Not Before')
  const requestId = optional('Request ID')
  const resources: string[] = []
  if (lines[0] === 'Resources:') {
    lines.shift()
    while (lines[0]?.startsWith('- ')) resources.push((next() ?? '').slice(2))
  }
  if (lines.length > 0) return refuse('The message to sign in has lines that the standard does not know')
  if ((uri !== undefined && !uriLike.test(uri)) || !resources.every((resource) => uriLike.test(resource)))
    return refuse('The message to sign in has a URI that is none')
  for (const time of [issuedAt, expirationTime, notBefore])
    if (time !== undefined && !(dateTime.test(time) && Number.isFinite(Date.parse(time))))
      return refuse('The message to sign in has a time that is none')
  if (nonce !== undefined && !/^[a-zA-Z0-9]{8,}$/.test(nonce))
    return refuse('The nonce of the message to sign in has less than 8 letters and digits')
  const [, scheme, domain = ''] = head
  return { scheme, domain, address, statement, uri, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources }
}

/**
 * Whether the message is for this site, this account, this chain and this moment.
 * @throws ApprovalError with what is not
 */
export function assertSignIn(
  message: SignInMessage,
  expected: {
    readonly origin: string
    readonly account: string
    readonly chain: readonly string[]
    readonly now: number
    readonly exact: boolean
  },
): void {
  if (!isOriginOf(message, expected.origin)) refuse('The message to sign in is for another site')
  const isAccount = expected.exact ? message.address === expected.account : isSame(message.address, expected.account)
  if (!isAccount) refuse('The message to sign in is for another account')
  if (message.chainId !== undefined && !expected.chain.includes(message.chainId))
    refuse('The message to sign in is for another chain')
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= expected.now)
    refuse('The message to sign in has expired')
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > expected.now)
    refuse('The message to sign in does not hold yet')
}

/** Host and port must be those of the site; where the message names a scheme, it too. Names are compared as the browser writes them. */
function isOriginOf({ scheme, domain }: SignInMessage, origin: string): boolean {
  const site = new URL(origin)
  try {
    const url = new URL(`${scheme ?? site.protocol.slice(0, -1)}://${domain}`)
    return url.origin === site.origin && url.username === '' && url.pathname === '/'
  } catch {
    return false
  }
}

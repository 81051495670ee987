// The text that a wallet signs to sign in: EIP-4361 on EVM chains, the same layout with the ecosystem's name elsewhere (CAIP-122).
import { getAddress } from 'viem/utils'
import { type ChainId, isAddress, isChainId, type Namespace, namespaces, parseChainId } from '../vocabulary/caip.js'
import { walletError, type WalletError } from '../vocabulary/errors.js'
import { RESOURCES_MAX_COUNT, STATEMENT, TEXT_MAX_CHARACTERS } from '../vocabulary/sign-in.js'

/** What a text to sign in says. */
export interface SignInMessage {
  /** Host of the page, with its port if that is not the usual one. */
  readonly domain: string
  /** Plain address; checksummed on eip155 (EIP-55), bech32 in lower case. */
  readonly address: string
  /** Why the page asks: one line of the printable ASCII characters that EIP-4361 allows (those of URIs, and the space). */
  readonly statement?: string | undefined
  /** What the person signs in to (RFC 3986). */
  readonly uri: string
  readonly version: '1'
  /** CAIP-2. The text has its reference. */
  readonly chainId: ChainId
  /** 8 to 128 letters and digits, which the server has made and takes once. */
  readonly nonce: string
  /** RFC 3339, as the next two. */
  readonly issuedAt: string
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
  /** RFC 3986; at most 33. */
  readonly resources?: readonly string[] | undefined
}

const names: Readonly<Partial<Record<Namespace, string>>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}

const HOST = String.raw`(?:\[[\da-fA-F:.]+\]|(?:[-\w.~!$&'()*+,;=]|%[\da-fA-F]{2})*)(?::\d{1,5})?`
const CHARACTER = String.raw`(?:[-\w.~!$&'()*+,;=:@]|%[\da-fA-F]{2})`
/** An authority of RFC 3986 without user information, which would only make a host look like another one. */
const DOMAIN = new RegExp(`^(?=[^:])${HOST}$`)
const URI = new RegExp(
  `^[a-zA-Z][a-zA-Z\\d+.-]*:(?://(?:(?:[-\\w.~!$&'()*+,;=:]|%[\\da-fA-F]{2})*@)?${HOST}(?:/${CHARACTER}*)*|(?!//)(?:${CHARACTER}|/)*)` +
    `(?:\\?(?:${CHARACTER}|[/?])*)?(?:#(?:${CHARACTER}|[/?])*)?$`,
)
const NONCE = /^[a-zA-Z0-9]{8,128}$/
const REQUEST_ID = new RegExp(`^${CHARACTER}*$`)
const DATE = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d{1,9})?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/
const BECH32 = /^[a-z\d]{1,83}1[02-9ac-hj-np-z]{8,}$/

/** The lines that have a name, in their order; the first five are in every text. */
const FIELDS = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const
const REQUIRED_COUNT = 5

/**
 * Writes the text of a message.
 * @throws WalletError SIGN_IN_INVALID when a field cannot stand in it, such as a statement of two lines or an EVM address without its checksum
 */
export function writeMessage(message: SignInMessage): string {
  const problem = problemOf(message)
  if (problem) throw invalid(problem)
  const { domain, address, statement, chainId, resources } = message
  const { namespace } = parseChainId(chainId)
  const name = names[namespace]
  if (name === undefined) throw invalid('its ecosystem has no sign-in')
  const lines = [`${domain} wants you to sign in with your ${name} account:`, address, '']
  if (statement !== undefined) lines.push(statement)
  lines.push('')
  for (const [label, key] of FIELDS) {
    const value = key === 'chainId' ? chainId.slice(namespace.length + 1) : message[key]
    if (value !== undefined) lines.push(`${label}: ${value}`)
  }
  if (resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`))
  const text = lines.join('\n')
  if (text.length > TEXT_MAX_CHARACTERS) throw invalid('it is too long')
  return text
}

/**
 * Reads a text, and only one that `writeMessage` would write: a line that is not understood is not believed.
 * @throws WalletError SIGN_IN_INVALID
 */
export function readMessage(text: string): SignInMessage {
  if (text.length > TEXT_MAX_CHARACTERS) throw invalid('it is too long')
  const lines = text.split('\n')
  const [, domain, name] = /^(\S+) wants you to sign in with your (\w+) account:$/.exec(lines[0] ?? '') ?? []
  const namespace = namespaces.find((known) => names[known] === name)
  if (domain === undefined || !namespace) throw invalid('its first line is not that of a sign-in')
  const statement = lines[3] === '' ? undefined : lines[3]
  let at = statement === undefined ? 4 : 5
  const values: Partial<Record<(typeof FIELDS)[number][1], string>> = {}
  for (const [index, [label, key]] of FIELDS.entries()) {
    const prefix = `${label}: `
    const line = lines[at]
    if (line?.startsWith(prefix)) {
      values[key] = line.slice(prefix.length)
      at += 1
    } else if (index < REQUIRED_COUNT) throw invalid(`${label} is missing`)
  }
  const resources = lines[at] === 'Resources:' ? lines.slice(at + 1).map((line) => line.replace(/^- /, '')) : undefined
  const { uri = '', version, chainId: reference = '', nonce = '', issuedAt = '', ...optional } = values
  const chainId = `${namespace}:${reference}`
  if (version !== '1') throw invalid('the version is not 1')
  if (!isChainId(chainId)) throw invalid('the chain is none')
  const message: SignInMessage = {
    domain,
    address: lines[1] ?? '',
    ...(statement === undefined ? {} : { statement }),
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    ...optional,
    ...(resources ? { resources } : {}),
  }
  if (writeMessage(message) !== text) throw invalid('it has lines that do not belong there')
  return message
}

/** Unix milliseconds of a time as RFC 3339 writes it; `undefined` for any other text, and for a day or an hour that there is not. */
export function timeOf(text: string): number | undefined {
  const [, day, clock, fraction = '', sign, hours = '0', minutes = '0'] = DATE.exec(text) ?? []
  if (day === undefined || clock === undefined) return undefined
  const local = Date.parse(`${day}T${clock}Z`)
  // `Date` reads 30 February as 2 March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(`${day}T${clock}`)) return undefined
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return local + Math.floor(Number(`0${fraction}`) * 1000) - (sign === '-' ? -offset : offset)
}

/** The error of a sign-in that is refused. @param problem what is wrong, in words for a developer */
export const invalid = (problem: string, cause?: unknown): WalletError =>
  walletError('SIGN_IN_INVALID', { details: { problem }, cause })

/** What is wrong with a field; `undefined` when nothing is. */
function problemOf(message: SignInMessage): string | undefined {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources } =
    message
  if (!is(DOMAIN, domain)) return 'the domain is no host'
  if (version !== '1') return 'the version is not 1'
  if (!isChainId(chainId)) return 'the chain is none'
  if (!isSigner(chainId, address)) return 'the address is none of this chain, or lacks its checksum'
  if (statement !== undefined && !is(STATEMENT, statement)) return 'the statement is not one line of the characters allowed'
  if (!is(URI, uri)) return 'the URI is none'
  if (!is(NONCE, nonce)) return 'the nonce is not 8 to 128 letters and digits'
  const times: readonly (string | undefined)[] = [issuedAt, expirationTime ?? issuedAt, notBefore ?? issuedAt]
  if (!times.every((time) => is(DATE, time) && timeOf(time) !== undefined)) return 'a time is not written as in RFC 3339'
  if (requestId !== undefined && !is(REQUEST_ID, requestId)) return 'the request id has other characters'
  if (resources && resources.length > RESOURCES_MAX_COUNT) return 'there are too many resources'
  if (resources && !resources.every((resource) => is(URI, resource))) return 'a resource is no URI'
  return undefined
}

const is = (pattern: RegExp, value: unknown): value is string => typeof value === 'string' && pattern.test(value)

/** Whether an address has the form that its namespace writes: one form for one account, as far as that can be told without a wallet. */
function isSigner(chainId: ChainId, address: string): boolean {
  const { namespace } = parseChainId(chainId)
  const isEvm = isAddress('eip155', address)
  if (namespace === 'eip155') return isEvm && getAddress(address.toLowerCase()) === address
  if (namespace === 'cosmos') return is(BECH32, address) && address.length <= 128
  if (namespace === 'polkadot') return isEvm || isAddress('polkadot', address) // chains of that kind have addresses of both forms
  return isAddress(namespace, address) && (namespace !== 'bip122' || !/^(?:BC|TB)/.test(address))
}

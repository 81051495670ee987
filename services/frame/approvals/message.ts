// `personal_sign`: texts, sign-ins, and bytes that are no text.
import { hasHidden, originOf, utf8Of, visibleLines, visibleText } from './text.js'
import { assertSignIn, isSignIn, parseSignIn, type SignInMessage } from './siwe.js'
import type { Scope } from './scope.js'
import { ApprovalError, refuse, type Approval, type Described, type Row } from './types.js'
import { bytesOf, hexOf, isSame, readAddress, readList } from './values.js'

const BYTES_MAX = 65_536

/** Describes the parameters of `personal_sign`. */
export function describePersonalSign(scope: Scope, chainNumber: number): Described {
  const bytes = readMessage(scope)
  return describeMessage(scope, bytes, {
    kind: 'message',
    account: 'Ethereum',
    chain: [String(chainNumber)],
    sign: { type: 'eip191', message: bytes },
  })
}

/** A message of any chain. */
export function describeMessage(
  scope: Scope,
  bytes: Uint8Array,
  {
    kind,
    account,
    chain,
    sign,
  }: Pick<Approval, 'kind' | 'sign'> & { readonly account: 'Ethereum' | 'Solana'; readonly chain: readonly string[] },
): Described {
  if (bytes.length > BYTES_MAX) refuse('The message is longer than 64 KiB')
  const text = utf8Of(bytes)
  const raw = hexOf(bytes)
  const common = { warnings: scope.warnings, calls: [], raw, action: 'action.sign', sign } as const
  // Bytes that are no text must not hide a sign-in for another site.
  if (isSignIn(text ?? new TextDecoder().decode(bytes))) {
    if (text === undefined) return refuse('The message to sign in has characters that no text has')
    const message = parseSignIn(text, account)
    const expected = { origin: scope.request.origin, account: scope.request.account, chain, now: scope.context.now }
    assertSignIn(message, { ...expected, exact: account === 'Solana' })
    const rows = signInRows(scope, message)
    return { ...common, kind: 'signIn', title: 'title.signIn', action: 'action.signIn', rows }
  }
  // Row 66: 32 bytes, raw or written in hex, are a hash of something that nobody has seen.
  if ((text === undefined && bytes.length === 32) || (text !== undefined && /^\s*(?:0x)?[0-9a-fA-F]{64}\s*$/.test(text)))
    throw new ApprovalError('METHOD_NOT_ALLOWED', 'A hash cannot be signed as a message')
  if (text === undefined) scope.warn('warn.notText', 'danger')
  else if (hasHidden(text)) scope.warn('warn.hiddenText', 'danger')
  const shown: Row = { label: 'row.message', value: { type: 'block', text: text === undefined ? raw : visibleLines(text) } }
  return { ...common, kind, title: 'title.message', rows: [shown] }
}

function signInRows(scope: Scope, message: SignInMessage): readonly Row[] {
  const text = (label: Row['label'], value: string): Row => ({ label, value: { type: 'text', text: visibleText(value, 128) } })
  const rows: Row[] = [text('row.site', message.domain)]
  if (message.statement !== undefined) {
    if (hasHidden(message.statement)) scope.warn('warn.hiddenText', 'danger')
    rows.push({ label: 'row.statement', value: { type: 'block', text: visibleLines(message.statement) } })
  }
  if (message.uri !== undefined && !isBelow(message.uri, scope.request.origin))
    scope.warn('warn.otherUri', 'note', { uri: visibleText(message.uri) })
  if (message.expirationTime !== undefined)
    rows.push({ label: 'row.until', value: { type: 'time', at: Date.parse(message.expirationTime) } })
  if (message.resources.length > 0) {
    rows.push({ label: 'row.resources', value: { type: 'block', text: visibleLines(message.resources.join('\n')) } })
    if (message.resources.some((resource) => resource.startsWith('urn:recap:'))) scope.warn('warn.recap', 'danger')
  }
  return rows
}

function isBelow(uri: string, origin: string): boolean {
  try {
    return originOf(uri).text === new URL(origin).origin
  } catch {
    return false
  }
}

/** The bytes: hex with `0x` is bytes, all else is text. Some pages have message and address the other way round. */
function readMessage(scope: Scope): Uint8Array {
  const [first, second, ...rest] = readList(scope.request.params, 'params')
  if (rest.length > 1) refuse('params has more than message and address')
  const { account } = scope.request
  const isSwapped =
    typeof first === 'string' && isSame(first, account) && !isSame(typeof second === 'string' ? second : '', account)
  const [message, address] = isSwapped ? [second, first] : [first, second]
  if (!isSame(readAddress(address, 'The address'), account)) refuse('The address is not the connected account')
  if (typeof message !== 'string' || message.length > 2 * BYTES_MAX + 2) return refuse('The message is no text of at most 64 KiB')
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(message) ? bytesOf(message) : new TextEncoder().encode(message)
}

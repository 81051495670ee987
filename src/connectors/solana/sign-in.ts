// Signing in with a Solana wallet (`solana:signIn` of the Wallet Standard): what a page may ask for, and whether the wallet signed that. Loaded with the
// first sign-in.
import * as z from 'zod/mini'
import type { ChainId } from '../../vocabulary/caip.js'
import { walletError } from '../../vocabulary/errors.js'
import type { SolanaSignInInput } from '../../vocabulary/providers.js'
import { unreachable } from '../../vocabulary/wallet-error.js'
import { listOf, malformed, textAt } from '../foreign-calls.js'
import { peek } from '../peek.js'
import { requireBytes } from '../wallet-standard/wallet.js'
import { BASE58_MAX_BYTES, base58, encodeSignature } from './codec.js'
import type { SolanaWallet } from './requests.js'

/** The fields that stand in the text with a name before them, in the order of the text (EIP-4361, CAIP-122). */
const named = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const
const FIRST_LINE_END = ' wants you to sign in with your Solana account:'
/** Most characters of a domain (RFC 1035), which the wallet fills in where the page gives none. */
const DOMAIN_MAX_CHARACTERS = 255
const ADDRESS_MAX_CHARACTERS = 44

/** A line of its own in the text: a line break in it would add fields to it. */
const line = z.string().check(z.regex(/^[^\p{Cc}\u2028\u2029]+$/u))
const optionalLine = z.optional(line)

/** The parameters of `solana_signIn`. A field that is not known here would not be looked for in the text, so it is refused. */
export const signInParams = z
  .strictObject({
    domain: z.optional(line.check(z.maxLength(DOMAIN_MAX_CHARACTERS))),
    address: optionalLine,
    statement: optionalLine,
    uri: optionalLine,
    version: optionalLine,
    chainId: optionalLine,
    nonce: optionalLine,
    issuedAt: optionalLine,
    expirationTime: optionalLine,
    notBefore: optionalLine,
    requestId: optionalLine,
    resources: z.optional(z.array(line).check(z.maxLength(64))),
    pubkey: z.optional(z.string()),
  })
  .check(
    z.refine(({ pubkey, address = pubkey }) => pubkey === undefined || address === pubkey),
    z.refine((input) => isAnswerable(input)),
  )

/** Whether the text can be answered in base58. */
function isAnswerable(input: SolanaSignInInput): boolean {
  const { domain = 'x'.repeat(DOMAIN_MAX_CHARACTERS), address = 'x'.repeat(ADDRESS_MAX_CHARACTERS) } = input
  const text = linesOf(input, domain, address).map(([, each]) => each)
  return new TextEncoder().encode(text.join('\n')).length <= BASE58_MAX_BYTES
}

/**
 * Lets a wallet sign in, and checks that it signed the text that was asked for and nothing more: the standard lets it fill in the domain and the address alone.
 * The signature is verified (ed25519) with the key of the account that it names.
 * @param chain on which the wallet has to share that account
 * @returns the account's address, and the text and the signature in base58
 * @throws WalletError WALLET_FAILED, UNAUTHORIZED when the account is not shared, NETWORK_ERROR when code could not be loaded
 */
export async function signIn(wallet: SolanaWallet, { pubkey, ...rest }: z.output<typeof signInParams>, chain: ChainId) {
  const given = Object.entries({ ...rest, address: rest.address ?? pubkey }).filter(([, value]) => value !== undefined)
  const input: SolanaSignInInput = Object.fromEntries(given)
  const { answer, accounts } = await wallet.signIn(input)
  const [first] = listOf(answer)
  const address = textAt(peek(first, 'account'), 'address')
  if (address === undefined) throw malformed('it did not answer with an account')
  const message = requireBytes(first, 'signedMessage', 'the text that it signed')
  const signature = requireBytes(first, 'signature', 'a signature')
  const encoded = encodeSignature(signature) // throws unless it has 64 bytes
  if ((peek(first, 'signatureType') ?? 'ed25519') !== 'ed25519') throw malformed('it signed with another kind of key')
  if (!accounts.some((each) => each.address === address && each.chain === chain))
    throw walletError('UNAUTHORIZED', { details: { account: address } })
  checkText(input, address, message)
  const { verifies } = await import('./ed25519.js').catch(unreachable)
  if (!verifies(signature, message, base58.decode(address))) throw malformed('its signature is not that of the account')
  return { pubkey: address, message: base58.encode(message), signature: encoded }
}

/** @throws WalletError WALLET_FAILED when a line is missing, another or not asked for */
function checkText(input: SolanaSignInInput, address: string, message: Uint8Array): void {
  if (input.address !== undefined && input.address !== address)
    throw malformed('it signed in with another account than was asked')
  const lines = textOf(message).split('\n')
  const wanted = linesOf(input, input.domain ?? domainOf(lines[0]), address)
  const other = wanted.find(([, each], index) => each !== lines[index])
  if (other) throw malformed(`it signed another text to sign in than was asked: its ${other[0]}`)
  if (lines.length > wanted.length) throw malformed('it signed a text to sign in with more lines than were asked')
}

/** The lines of the text, each with the field that it belongs to. */
function linesOf(
  { statement, resources, ...fields }: SolanaSignInInput,
  domain: string,
  address: string,
): (readonly [field: keyof SolanaSignInInput, line: string])[] {
  const keys = Object.keys(named) as (keyof typeof named)[] // as the table has them
  const block = [
    ...keys.flatMap((key) => (fields[key] === undefined ? [] : [[key, `${named[key]}: ${fields[key]}`] as const])),
    ...(resources ? ['Resources:', ...resources.map((each) => `- ${each}`)].map((each) => ['resources', each] as const) : []),
  ]
  const [first] = block
  return [
    ['domain', `${domain}${FIRST_LINE_END}`],
    ['address', address],
    ...(statement === undefined ? [] : [['statement', ''] as const, ['statement', statement] as const]),
    ...(first ? [[first[0], ''] as const, ...block] : []),
  ]
}

/** @throws WalletError WALLET_FAILED when there is none */
function domainOf(firstLine = ''): string {
  const domain = firstLine.endsWith(FIRST_LINE_END) ? firstLine.slice(0, -FIRST_LINE_END.length) : ''
  if (domain === '' || domain.length > DOMAIN_MAX_CHARACTERS) throw malformed('it signed a text to sign in without a domain')
  return domain
}

/** @throws WalletError WALLET_FAILED for bytes that are no text */
function textOf(message: Uint8Array): string {
  try {
    // Two lists of bytes never have the same text: a byte order mark stays, and what is no UTF-8 throws.
    if (message.length <= BASE58_MAX_BYTES) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch {
    // as below
  }
  throw malformed('it signed no text to sign in')
}

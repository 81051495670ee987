// Permissions of smart sessions (ERC-7715 by its older names; wire reference §2.21, §11.4): what a page may ask for, and what a wallet may answer to that. A
// permission without an end or a limit is refused, and one of a kind that is not known here, because nobody could say what it allows.
import * as z from 'zod/mini'
import { isUnlimited, totalAllowance } from '../vocabulary/allowance.js'
import type { AccountId, ChainId } from '../vocabulary/caip.js'
import { walletError, type WalletError } from '../vocabulary/errors.js'
import type { AppKey, SmartSessionPermission, SmartSessionQuestion } from '../vocabulary/smart-session.js'
import { arePermissionsWithin, assetOf } from '../vocabulary/smart-session-terms.js'
import { hexSchema } from './shapes.js'

/** The longest life of a session, in seconds. */
const LIFE_MAX_S = 366 * 24 * 3600
/** The services store no longer terms. */
const REQUEST_MAX_CHARACTERS = 256 * 1024

const amountSchema = z.string().check(z.regex(/^0x[\da-f]{1,64}$/i))
const addressSchema = z.string().check(z.regex(/^0x[\da-f]{40}$/i))
const nameSchema = z.string().check(z.minLength(1), z.maxLength(256))
const secondsSchema = z.int().check(z.nonnegative())
const keySchema = z.object({
  type: z.enum(['secp256k1', 'secp256r1']),
  publicKey: z.string().check(z.regex(/^0x(?:0[23][\da-f]{64}|04[\da-f]{128})$/i)),
})
const signerSchema = z.object({
  type: z.literal('keys'),
  data: z.object({ keys: z.array(keySchema).check(z.minLength(1), z.maxLength(16)) }),
})

const parameterSchema = z.looseObject({ type: z.string().check(z.maxLength(128)), name: z.optional(z.string()) })
const entrySchema = z.looseObject({
  type: z.string(),
  name: z.optional(z.string()),
  inputs: z.optional(z.array(parameterSchema)),
})
const ruleSchema = z.object({
  operator: z.enum(['EQUAL', 'GREATER_THAN', 'LESS_THAN']),
  value: z.union([z.string().check(z.maxLength(1024)), z.number(), z.boolean()]),
})
const functionSchema = z.object({
  functionName: nameSchema,
  args: z.optional(z.array(z.nullable(ruleSchema)).check(z.maxLength(64))),
  valueLimit: z.optional(amountSchema),
  operation: z.optional(z.literal('Call')),
})
const allowance = { allowance: amountSchema, start: secondsSchema, period: z.int().check(z.positive()) }
const permissionSchema = z.union([
  z.object({
    type: z.literal('contract-call'),
    data: z.object({
      address: addressSchema,
      abi: z.array(entrySchema).check(z.maxLength(500)),
      functions: z.array(functionSchema).check(z.minLength(1), z.maxLength(100)),
    }),
  }),
  z.object({ type: z.literal('native-token-recurring-allowance'), data: z.object(allowance) }),
  z.object({ type: z.literal('erc20-recurring-allowance'), data: z.object({ token: addressSchema, ...allowance }) }),
])
const permissionsSchema = z.array(permissionSchema).check(z.minLength(1), z.maxLength(100))

const requestSchema = z.object({
  chainId: z.string().check(z.regex(/^(?:0x[\da-f]{1,13}|eip155:\d{1,15})$/i)),
  address: z.optional(addressSchema),
  expiry: secondsSchema,
  signer: signerSchema,
  permissions: permissionsSchema,
  policies: z.optional(z.array(z.unknown())),
})
const answerSchema = z.object({
  chainId: z.optional(z.string()),
  address: z.optional(z.string()),
  expiry: secondsSchema,
  signer: z.nullish(signerSchema),
  permissions: permissionsSchema,
  context: hexSchema.check(z.minLength(4)),
  accountMeta: z.optional(z.unknown()),
  signerMeta: z.optional(z.unknown()),
})
const delegatedSchema = z.looseObject({
  context: hexSchema.check(z.minLength(4)),
  signer: z.nullish(z.looseObject({ type: z.string() })),
  permission: z.nullish(z.looseObject({})),
  delegationManager: z.nullish(z.string()),
})
const capabilitiesSchema = z.record(
  z.string(),
  z.looseObject({ permissions: z.optional(z.looseObject({ supported: z.optional(z.boolean()) })) }),
)

type Permission = SmartSessionPermission
type ContractCall = Extract<Permission, { type: 'contract-call' }>['data']

/** The account that is asked, and the moment (unix seconds). */
export interface PermissionsSubject {
  readonly account: AccountId
  readonly chainId: ChainId
  readonly address: string
  readonly now: number
}

/**
 * Reads a page's request. What it returns shares nothing with it, so that what the visitor sees is what is asked.
 * @throws WalletError INVALID_PARAMS with `details.field` and `details.problem`; UNSUPPORTED_CHAIN for another chain than the account is on; ACCOUNT_CHANGED for
 * another account
 */
export function readPermissionsRequest(
  request: unknown,
  { account, chainId, address, now }: PermissionsSubject,
): SmartSessionQuestion {
  const parsed = z.safeParse(requestSchema, plain(request))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(issue?.path.join('.') ?? '', 'it is missing, not known, or has a wrong form')
  }
  const { permissions, expiry, signer, policies = [], ...asked } = parsed.data
  const number = BigInt(asked.chainId.replace(/^eip155:/i, ''))
  if (`eip155:${number}` !== chainId) throw walletError('UNSUPPORTED_CHAIN', { details: { chain: `eip155:${number}` } })
  if (asked.address !== undefined && !isSame(asked.address, address)) throw walletError('ACCOUNT_CHANGED')
  if (expiry <= now || expiry > now + LIFE_MAX_S) throw invalid('expiry', 'a moment within the next 366 days is needed')
  if (policies.length > 0) throw invalid('policies', 'no policy is known here')
  for (const [index, permission] of permissions.entries()) {
    const problem = problemOf(permission, expiry, now) ?? twiceOf(permissions.slice(0, index), permission)
    if (problem !== undefined) throw invalid(`permissions.${index}`, problem)
  }
  return { account, chainId: `0x${number.toString(16)}`, address, expiry, keys: signer.data.keys, permissions }
}

/** One permission of the services' list; `undefined` for a kind that is not known here. */
export function readPermission(term: unknown): SmartSessionPermission | undefined {
  return z.safeParse(permissionSchema, term).data
}

/** The services' key of a new session. @throws WalletError MALFORMED_RESPONSE */
export function readSessionKey(key: unknown): AppKey {
  const parsed = z.safeParse(keySchema, key)
  if (parsed.success) return parsed.data
  throw walletError('MALFORMED_RESPONSE')
}

/** What a wallet has granted, as far as it is within the question. */
export interface PermissionsAnswer {
  readonly expiry: number
  readonly permissions: readonly SmartSessionPermission[]
  readonly context: string
  readonly accountMeta?: unknown
  readonly signerMeta?: unknown
}

/**
 * Reads a wallet's answer to `wallet_grantPermissions`. A wallet may grant less than was asked, never more.
 * @param keys all keys that were given to the wallet, the services' first
 * @throws WalletError WALLET_FAILED with `details.problem`; and with `details.keyless` where the wallet has granted something for which the services cannot
 * sign: that stands in the wallet until it is taken back there
 */
export function readPermissionsAnswer(
  answer: unknown,
  question: SmartSessionQuestion & { readonly now: number },
): PermissionsAnswer {
  const read = plain(answer)
  if (isDelegated(read)) throw unfit(KEYLESS, { keyless: true })
  const parsed = z.safeParse(answerSchema, read)
  if (!parsed.success) throw unfit('it did not answer with permissions')
  const { chainId, address, signer, expiry, permissions, context, ...meta } = parsed.data
  if (chainId !== undefined && !isSameChain(chainId, question.chainId)) throw unfit('it granted permissions on another chain')
  if (address !== undefined && !isSame(address, question.address)) throw unfit('it granted permissions of another account')
  if (signer) {
    const [services, ...own] = question.keys.map(keyId)
    const keys = signer.data.keys.map(keyId)
    if (isSameList(keys, own)) throw unfit(KEYLESS, { keyless: true })
    if (!isSameList(keys, [...own, ...(services === undefined ? [] : [services])]))
      throw unfit('it granted permissions to other keys')
  }
  if (expiry <= question.now || expiry > question.expiry) throw unfit('it granted permissions for longer than was asked')
  if (!arePermissionsWithin(permissions, question.permissions)) throw unfit('it granted more than was asked')
  return { expiry, permissions, context, ...meta }
}

/** Whether a wallet says that it knows permissions on a chain; `undefined` when it says nothing of them. @param chainId in hex */
export function readPermissionsSupport(capabilities: unknown, chainId: string): boolean | undefined {
  const { data } = z.safeParse(capabilitiesSchema, plain(capabilities))
  const [own] = Object.entries(data ?? {}).filter(([chain]) => isSame(chain, chainId))
  return (own?.[1] ?? data?.['0x0'])?.permissions?.supported
}

/** The signature in a wallet's answer to `wallet_revokePermissions`; `undefined` when it is none. */
export function readRevokeSignature(answer: unknown): string | undefined {
  const { data } = z.safeParse(hexSchema, answer)
  return data !== undefined && data.length >= 132 ? data : undefined
}

/** A copy as JSON has it, without getters, prototypes and functions; `undefined` when there is none, or it is too long. */
function plain(value: unknown): unknown {
  try {
    const text = JSON.stringify(value)
    return text.length <= REQUEST_MAX_CHARACTERS ? JSON.parse(text) : undefined
  } catch {
    return undefined // a getter that throws, a circle, a bigint
  }
}

/**
 * ERC-7715 by its present names grants to a delegate, one by one or in a list (ERC-7710); in between, a signer was an account. No key of the services is in
 * either.
 */
function isDelegated(answer: unknown): boolean {
  const [first] = Array.isArray(answer) ? (answer as unknown[]) : [answer]
  const { data } = z.safeParse(delegatedSchema, first)
  return data !== undefined && data.signer?.type !== 'keys' && Boolean(data.signer ?? data.permission ?? data.delegationManager)
}

/** What makes a permission one that nobody should grant. */
function problemOf(permission: Permission, expiry: number, now: number): string | undefined {
  if (permission.type === 'contract-call') return problemOfCalls(permission.data)
  const total = totalAllowance(permission.data, { from: now, until: expiry })
  if (BigInt(permission.data.allowance) === 0n || total === 0n) return 'it allows nothing'
  const isCoin = permission.type === 'native-token-recurring-allowance'
  return isUnlimited(BigInt(permission.data.allowance)) || total >= (isCoin ? COIN_MAX : TOKEN_MAX)
    ? 'it has no limit'
    : undefined
}

/** No chain has that much of its coin, in wei. */
const COIN_MAX = 2n ** 96n
const TOKEN_MAX = 2n ** 255n

/** Functions by which tokens leave an account, or by which somebody may take them: these need an allowance. */
const tokenFunctions: readonly string[] = [
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'setApprovalForAll(address,bool)',
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
]

function problemOfCalls({ abi, functions }: ContractCall): string | undefined {
  for (const { functionName, valueLimit } of functions) {
    const entries = abi.filter(({ type, name }) => type === 'function' && name === functionName)
    if (entries.length === 0) return `its abi has no function ${functionName}`
    if (entries.some(({ inputs }) => !inputs)) return `its abi does not say what ${functionName} takes`
    const signatures = entries.map(({ inputs = [] }) => `${functionName}(${inputs.map(typeOf).join()})`)
    if (signatures.some((signature) => tokenFunctions.includes(signature)))
      return `${functionName} moves tokens without a limit: erc20-recurring-allowance has one`
    if (valueLimit !== undefined && BigInt(valueLimit) >= COIN_MAX) return 'it has no limit'
  }
  return undefined
}

/** `uint` is short for `uint256`. */
const typeOf = ({ type }: { readonly type: string }) => type.replace(/^(u?int)(?=\[|$)/, '$1256')

/** There is one allowance for each asset: the services take the first. */
function twiceOf(before: readonly Permission[], permission: Permission): string | undefined {
  const asset = assetOf(permission)
  return asset !== undefined && before.some((other) => assetOf(other) === asset)
    ? 'there is an allowance of this asset already'
    : undefined
}

const keyId = ({ type, publicKey }: AppKey) => `${type} ${publicKey.toLowerCase()}`
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isSameChain = (given: string, chainId: string) => isSame(given, chainId) || given === `eip155:${BigInt(chainId)}`
const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each) => other.includes(each))

function invalid(field: string, problem: string): WalletError {
  return walletError('INVALID_PARAMS', { details: { field, problem } })
}

const KEYLESS = 'it granted permissions without the key of the services, which cannot sign for them'

function unfit(problem: string, more: { readonly keyless?: true } = {}): WalletError {
  return walletError('WALLET_FAILED', { details: { problem, ...more } })
}

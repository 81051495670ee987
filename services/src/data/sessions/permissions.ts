// The kinds of permission that are known here, and whether calls stay within them. What is not known is not granted.
import { isAddressEqual, parseAbi, toFunctionSelector, type AbiFunction, type Hex } from 'viem'
import * as z from 'zod'
import { addressSchema } from '../../chain/chain-data.js'
import type { Call } from './calls.js'
import { exactArguments } from './exact-abi.js'

const amount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/, 'an amount in hex is needed')
  .transform(BigInt)
const seconds = z.int().min(0)
const value = z.union([z.string().max(1024), z.number(), z.boolean()])

const parameter: z.ZodType<{ type: string }> = z.looseObject({
  type: z.string().max(128),
  name: z.string().max(256).optional(),
  get components() {
    return z.array(parameter).max(64).optional()
  },
})
const abiFunction = z.looseObject({
  type: z.literal('function'),
  name: z.string().max(256),
  inputs: z.array(parameter).max(64),
})
const abiEntry = z.union([abiFunction, z.looseObject({ type: z.string().max(32) })])

const contractCall = z.object({
  type: z.literal('contract-call'),
  data: z.object({
    address: addressSchema,
    abi: z.array(abiEntry).max(500),
    functions: z
      .array(
        z.object({
          functionName: z.string().max(256),
          args: z
            .array(z.object({ operator: z.enum(['EQUAL', 'GREATER_THAN', 'LESS_THAN']), value }).nullable())
            .max(64)
            .optional(),
          valueLimit: amount.optional(),
          operation: z.literal('Call').optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
})
const allowance = { allowance: amount, start: seconds, period: seconds.min(1) }
const nativeAllowance = z.object({ type: z.literal('native-token-recurring-allowance'), data: z.object(allowance) })
const tokenAllowance = z.object({
  type: z.literal('erc20-recurring-allowance'),
  data: z.object({ token: addressSchema, ...allowance }),
})

/** The permissions of a session (ERC-7715). */
export const permissionsSchema = z
  .array(z.discriminatedUnion('type', [contractCall, nativeAllowance, tokenAllowance]))
  .min(1)
  .max(100)
/** One permission. */
export type Permission = z.output<typeof permissionsSchema>[number]
type ContractCall = Extract<Permission, { type: 'contract-call' }>

/** What a user operation takes from an allowance: `native`, or a token's address in lower case. */
export interface Spend {
  readonly asset: string
  readonly amount: bigint
  readonly allowance: bigint
  /** Unix seconds: what was spent since then counts. */
  readonly since: number
}

const erc20 = parseAbi(['function transfer(address to, uint256 amount)', 'function approve(address spender, uint256 amount)'])

/**
 * What the calls and the gas that the account pays (in wei) take from the allowances; a value within a function's own limit takes nothing.
 * `undefined` when one of the calls is not permitted, or no allowance is there to take from. `now` in unix seconds.
 */
export function assess(
  { calls, gas }: { readonly calls: readonly Call[]; readonly gas: bigint },
  permissions: readonly Permission[],
  now: number,
): readonly Spend[] | undefined {
  const spent = new Map<string, bigint>()
  const take = (asset: string, amount: bigint) => spent.set(asset, (spent.get(asset) ?? 0n) + amount)
  if (gas > 0n) take('native', gas)
  for (const call of calls) {
    const limit = contractValueLimit(call, permissions)
    const tokenAmount = limit === undefined ? tokenAmountOf(call, permissions) : undefined
    const isPayment = call.data === '0x' && call.value > 0n
    if (limit === undefined && tokenAmount === undefined && !isPayment) return undefined
    if (typeof limit === 'bigint' && call.value > limit) return undefined
    if (limit === undefined && tokenAmount !== undefined) take(call.to.toLowerCase(), tokenAmount)
    if (typeof limit !== 'bigint' && call.value > 0n) take('native', call.value)
  }
  const spends = [...spent].map(([asset, amount]) => against(asset, amount, permissions, now))
  return spends.every((spend) => spend !== undefined) ? spends : undefined
}

/** How much of the native coin a permitted contract call may carry (`none`: no limit of its own), or `undefined` when it is not permitted. */
function contractValueLimit(call: Call, permissions: readonly Permission[]): bigint | 'none' | undefined {
  for (const permission of permissions) {
    if (permission.type !== 'contract-call' || !isAddressEqual(permission.data.address, call.to)) continue
    const rule = permission.data.functions.find((rule) => matches(call, rule, permission))
    if (rule) return rule.valueLimit ?? 'none'
  }
  return undefined
}

function matches(call: Call, rule: ContractCall['data']['functions'][number], { data }: ContractCall): boolean {
  return data.abi.filter(isFunction).some((entry) => {
    if (entry.name !== rule.functionName) return false
    const args = argumentsOf(call.data, entry)
    return (
      args !== undefined && (rule.args ?? []).every((condition, index) => condition === null || holds(condition, args[index]))
    )
  })
}

function isFunction(entry: ContractCall['data']['abi'][number]): entry is z.output<typeof abiFunction> {
  return entry.type === 'function'
}

function argumentsOf(data: Hex, entry: z.output<typeof abiFunction> | AbiFunction): readonly unknown[] | undefined {
  try {
    const item = { outputs: [], stateMutability: 'payable', ...entry } as AbiFunction // of the parsed shape; viem checks the types
    if (data.slice(0, 10).toLowerCase() !== toFunctionSelector(item)) return undefined
    return exactArguments(item, data)
  } catch {
    return undefined // an abi that lies about the data permits nothing
  }
}

function holds(
  { operator, value }: { operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'; value: string | number | boolean },
  given: unknown,
): boolean {
  const [wanted, actual] = [toNumber(value), toNumber(given)]
  if (wanted !== undefined && actual !== undefined) {
    if (operator === 'EQUAL') return actual === wanted
    return operator === 'GREATER_THAN' ? actual > wanted : actual < wanted
  }
  return operator === 'EQUAL' && typeof given === typeof value && String(given).toLowerCase() === String(value).toLowerCase()
}

function toNumber(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value) ? BigInt(value) : undefined
}

/** An approval lets somebody else take as much: it counts like a transfer. */
function tokenAmountOf(call: Call, permissions: readonly Permission[]): bigint | undefined {
  const isKnown = permissions.some((one) => one.type === 'erc20-recurring-allowance' && isAddressEqual(one.data.token, call.to))
  if (!isKnown || call.value > 0n) return undefined
  // Another function of the token takes an unknown amount.
  return erc20.map((item) => argumentsOf(call.data, item)?.[1]).find((amount) => typeof amount === 'bigint')
}

/** The start of the longest period that lasts, in unix seconds: what was spent before it counts against no allowance any more. */
export function oldestPeriod(permissions: readonly Permission[], now: number): number {
  return Math.min(now, ...permissions.flatMap((one) => (one.type === 'contract-call' ? [] : [periodStart(one.data, now)])))
}

function periodStart({ start, period }: { readonly start: number; readonly period: number }, now: number): number {
  return start + Math.floor((now - start) / period) * period
}

function against(asset: string, amount: bigint, permissions: readonly Permission[], now: number): Spend | undefined {
  const permission = permissions.find((one) =>
    one.type === 'native-token-recurring-allowance'
      ? asset === 'native'
      : one.type === 'erc20-recurring-allowance' && one.data.token.toLowerCase() === asset,
  )
  if (!permission || permission.type === 'contract-call') return undefined
  const { allowance, start } = permission.data
  if (now < start || amount > allowance) return undefined
  return { asset, amount, allowance, since: periodStart(permission.data, now) }
}

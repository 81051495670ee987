// What permissions allow an app, in the form in which views put it into words.
import { isUnlimited, totalAllowance } from '../../vocabulary/allowance.js'
import { visibleName } from '../../vocabulary/visible-name.js'
import type { FunctionRule, SmartSessionPermission } from '../../vocabulary/smart-session.js'

/** What an argument of a function must be: `count < 5`. One visible line each. */
export interface Condition {
  readonly argument: string
  readonly sign: '=' | '>' | '<'
  readonly value: string
}

/** A function that the app may call. */
export interface AllowedFunction {
  readonly name: string
  readonly conditions: readonly Condition[]
  /** Wei that each call may carry; undefined: it takes from the allowance of the coin. */
  readonly valueLimit: bigint | undefined
}

/** What an app may do. `spend`: so much of the coin, or of a token, in each period. `call`: functions of a contract. */
export type Ability =
  | {
      readonly kind: 'spend'
      /** Plain address; undefined: the network's coin. */
      readonly token: string | undefined
      /** Base units. */
      readonly amount: bigint
      readonly isUnlimited: boolean
      /** In seconds. */
      readonly period: number
      /** Unix ms, where it begins later than now. */
      readonly startsAt: number | undefined
      /** Base units until the end. */
      readonly total: bigint
    }
  | { readonly kind: 'call'; readonly contract: string; readonly functions: readonly AllowedFunction[] }
  | { readonly kind: 'unknown' }

const signs = { EQUAL: '=', GREATER_THAN: '>', LESS_THAN: '<' } as const

/**
 * Reads what permissions allow between two moments (unix seconds).
 * @param permissions `null`: one of a kind that is not known here
 */
export function abilitiesOf(
  permissions: readonly (SmartSessionPermission | null)[],
  span: { readonly from: number; readonly until: number },
): readonly Ability[] {
  return permissions.map((permission): Ability => {
    if (permission === null) return { kind: 'unknown' }
    if (permission.type === 'contract-call') {
      const { address, functions, abi } = permission.data
      return { kind: 'call', contract: address, functions: functions.map((rule) => functionOf(rule, abi)) }
    }
    const { data } = permission
    const amount = BigInt(data.allowance)
    return {
      kind: 'spend',
      token: 'token' in data ? data.token : undefined,
      amount,
      isUnlimited: isUnlimited(amount),
      period: data.period,
      startsAt: data.start > span.from ? data.start * 1000 : undefined,
      total: totalAllowance(data, span),
    }
  })
}

type Abi = Extract<SmartSessionPermission, { type: 'contract-call' }>['data']['abi']
function functionOf({ functionName, args = [], valueLimit }: FunctionRule, abi: Abi): AllowedFunction {
  const entry = abi.find(({ type, name }) => type === 'function' && name === functionName)
  return {
    name: visibleName(functionName) ?? '?',
    valueLimit: valueLimit === undefined ? undefined : BigInt(valueLimit),
    conditions: args.flatMap((rule, index): Condition[] =>
      rule === null
        ? []
        : [
            {
              argument: visibleName(entry?.inputs?.[index]?.name) ?? `#${index + 1}`,
              sign: signs[rule.operator],
              value: visibleName(String(rule.value)) ?? '""',
            },
          ],
    ),
  }
}

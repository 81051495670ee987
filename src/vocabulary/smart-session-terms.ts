// Whether permissions of a smart session stay within others: a wallet may grant less than was asked of it, never more. The page and the services ask alike.
import type { SmartSessionPermission } from './smart-session.js'

type ContractCall = Extract<SmartSessionPermission, { type: 'contract-call' }>['data']
type Rule = ContractCall['functions'][number]

/** An allowance's token in lower case, or `native`; undefined for a permission that is no allowance. There is one allowance for each. */
export const assetOf = ({ type, data }: SmartSessionPermission): string | undefined =>
  type === 'contract-call' ? undefined : 'token' in data ? data.token.toLowerCase() : 'native'

/** Whether each permission that was granted is a part of one that was asked for, and none of those counts twice. */
export function arePermissionsWithin(
  granted: readonly SmartSessionPermission[],
  asked: readonly SmartSessionPermission[],
): boolean {
  const left = [...asked]
  return granted.every((permission) => {
    const index = left.findIndex((other) => isWithin(permission, other))
    if (index !== -1) left.splice(index, 1)
    return index !== -1
  })
}

/** Whether one permission allows nothing that the other does not. */
function isWithin(granted: SmartSessionPermission, asked: SmartSessionPermission): boolean {
  if (granted.type === 'contract-call') return asked.type === 'contract-call' && areCallsWithin(granted.data, asked.data)
  if (asked.type === 'contract-call' || assetOf(granted) !== assetOf(asked)) return false
  const [mine, other] = [granted.data, asked.data]
  return BigInt(mine.allowance) <= BigInt(other.allowance) && mine.period >= other.period && mine.start >= other.start
}

function areCallsWithin(granted: ContractCall, asked: ContractCall): boolean {
  const known = new Set(asked.abi.map((entry) => canonical(entry)))
  return (
    granted.address.toLowerCase() === asked.address.toLowerCase() &&
    granted.abi.every((entry) => known.has(canonical(entry))) &&
    granted.functions.every((rule) => asked.functions.some((other) => isRuleWithin(rule, other)))
  )
}

function isRuleWithin(granted: Rule, asked: Rule): boolean {
  if (granted.functionName !== asked.functionName) return false
  // Without a limit of its own a call takes from the allowance of the coin, so that no limit is less than any.
  const isValueWithin =
    granted.valueLimit === undefined ||
    BigInt(granted.valueLimit) === 0n ||
    (asked.valueLimit !== undefined && BigInt(granted.valueLimit) <= BigInt(asked.valueLimit))
  const conditions = asked.args ?? []
  return isValueWithin && conditions.every((one, index) => one === null || canonical(granted.args?.[index]) === canonical(one))
}

/** JSON with the keys in order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
        : each,
    ) ?? ''
  )
}

// `wallet_grantPermissions` (row 72). Keys of other people are a matter of smart accounts: what would be dangerous is told apart, the rest is not supported.
import { isEndless } from './allowances.js'
import { ApprovalError, refuse } from './types.js'
import { readList, readQuantity, readRecord } from './values.js'

/** @throws ApprovalError always: INVALID_PARAMS for what no wallet should grant, METHOD_NOT_SUPPORTED for the rest */
export function refusePermissions(params: unknown, nowMs: number): never {
  const [value] = readList(params, 'params')
  const grant = readRecord(value, 'The permission')
  const expiry = grant['expiry']
  if (expiry === undefined) refuse('The permission has no expiry')
  if (readQuantity(expiry, 'expiry') * 1000n <= BigInt(nowMs)) refuse('The permission has expired')
  const permissions = readList(grant['permissions'], 'permissions')
  if (permissions.length === 0) refuse('There are no permissions')
  for (const entry of permissions) {
    const { data, policies } = readRecord(entry, 'A permission')
    const limits = [data, ...(policies === undefined ? [] : readList(policies, 'policies'))].filter(
      (limit) => limit !== undefined,
    )
    if (limits.length === 0) refuse('A permission has no limit')
    for (const limit of limits)
      for (const [name, amount] of Object.entries(readRecord(limit, 'A limit')))
        if (/allowance|amount|limit/i.test(name) && typeof amount === 'string' && isEndless(readQuantity(amount, name)))
          refuse('A permission is unlimited')
  }
  throw new ApprovalError('METHOD_NOT_SUPPORTED', 'method not supported')
}

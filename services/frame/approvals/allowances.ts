// What an allowance means: to whom, how much, until when, and what a visitor must be told of it.
import { isUnlimited } from '../../../src/vocabulary/allowance.js'
import type { Scope } from './scope.js'
import type { Hex, Row, Value } from './types.js'
import { isSame, ZERO_ADDRESS } from './values.js'

/** Permit2 counts with 160 bits. */
const UNLIMITED_160_FROM = 2n ** 159n
/** Seconds from which on a time is none: year 9999. */
const NEVER_FROM = 253_402_300_800n

/** Whether an allowance is more than there will ever be, in any of the widths that tokens count with. */
export const isEndless = (amount: bigint): boolean => isUnlimited(amount) || amount >= UNLIMITED_160_FROM

/** A time in unix seconds; endless ones are never. */
export const timeOf = (seconds: bigint): Value => ({
  type: 'time',
  at: seconds >= NEVER_FROM ? undefined : Number(seconds) * 1000,
})

/** The rows of an allowance. An endless one is a danger, and so is a spender without code: contracts spend, people steal. */
export async function allowanceRows(scope: Scope, token: Hex, spender: Hex, amount: bigint): Promise<readonly Row[]> {
  const who: Row = { label: 'row.spender', value: await scope.who(spender) }
  if (amount === 0n) return [who]
  await warnOfSpender(scope, spender)
  const value = await allowedAmount(scope, token, amount)
  // All that there is of a token is no limit either, however it is written.
  const supply = value.type === 'unlimited' ? undefined : await scope.supplyOf(token)
  if (value.type !== 'unlimited' && (supply === undefined || amount < supply)) return [{ label: 'row.allowance', value }, who]
  scope.warn('warn.unlimited', 'danger')
  return [{ label: 'row.allowance', value, danger: true }, who]
}

/** An amount that is allowed: endless ones are said in words. */
export async function allowedAmount(scope: Scope, token: Hex, amount: bigint): Promise<Value> {
  if (!isEndless(amount)) return scope.amountOf(token, amount)
  const { symbol, isVerified } = await scope.tokenOf(token)
  return isVerified ? { type: 'unlimited', symbol } : { type: 'unlimited', symbol, unverified: token }
}

/** Warns of a spender that is no contract, or nobody. */
export async function warnOfSpender(scope: Scope, spender: Hex): Promise<void> {
  if (isSame(spender, ZERO_ADDRESS) || isSame(spender, scope.request.account)) return
  if ((await scope.hasCode(spender)) === false) scope.warn('warn.spenderNoCode', 'danger')
}

/** A token with the name that the frame's own list gives it. What an unknown one calls itself is no name. */
export async function tokenName(scope: Scope, token: Hex): Promise<Value> {
  const { symbol, isVerified } = await scope.tokenOf(token)
  return isVerified ? { type: 'address', address: token, name: symbol } : { type: 'address', address: token }
}

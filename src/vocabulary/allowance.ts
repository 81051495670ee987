// Allowances: which stand for "everything", and what those that come again allow in all.
import type { AllowanceTerms } from './smart-session.js'

/** From here on an allowance is more than any token has. */
const UNLIMITED_FROM = 2n ** 255n
/** The other amount that stands for everything: tokens that count with 96 bits take no more. */
const UNLIMITED_96 = 2n ** 96n - 1n

/** Whether an allowance, in base units, is more than there will ever be. */
export const isUnlimited = (amount: bigint): boolean => amount >= UNLIMITED_FROM || amount === UNLIMITED_96

/** How much an allowance allows in all between two moments (unix seconds), in base units. */
export function totalAllowance(
  { allowance, start, period }: AllowanceTerms,
  { from, until }: { readonly from: number; readonly until: number },
): bigint {
  const first = from > start ? from : start
  if (first >= until) return 0n
  const periodAt = (moment: number) => (BigInt(moment) - BigInt(start)) / BigInt(period)
  return BigInt(allowance) * (periodAt(until - 1) - periodAt(first) + 1n)
}

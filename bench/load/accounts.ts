// The accounts whose history is measured.
import { addressOf, type SeededAccount } from '../../services/test/support/seed-history.js'

/** The smaller ones show the growth; the crowd of equal ones asks at the same time. */
const sizes = [100, 1000, 10_000] as const
const EQUALS = 16

export const accountsBySize: readonly SeededAccount[] = sizes.map((operations, index) => ({
  address: addressOf(index + 1),
  operations,
}))
export const equalAccounts: readonly SeededAccount[] = Array.from({ length: EQUALS }, (_, index) => ({
  address: addressOf(100 + index),
  operations: 100,
}))

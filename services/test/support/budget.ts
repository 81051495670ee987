// Storage budgets for tests: so large that nothing here meets them, or as small as the test wants.
import type { Sql } from '../../src/db/db.js'
import { createStorageBudget, type StorageBudget, type StorageBudgetOptions } from '../../src/limits/storage-budget.js'
import { kinds, scopes, type StorageKind, type StorageLimits, type StorageScope } from '../../src/limits/storage-limits.js'

const ROOMY = 2 ** 40

/** Every bound at `usual`, but for these. */
export function storageLimits(
  changes: Partial<Record<StorageKind, Partial<Record<StorageScope, number>>>> = {},
  usual = ROOMY,
): StorageLimits {
  const limitsOf = (kind: StorageKind) => Object.fromEntries(scopes.map((scope) => [scope, changes[kind]?.[scope] ?? usual]))
  return Object.fromEntries(kinds.map((kind) => [kind, limitsOf(kind)])) as unknown as StorageLimits // every kind and scope is in it
}

export function roomyBudget(sql: Sql, options: Omit<StorageBudgetOptions, 'sql'> = {}): StorageBudget {
  return createStorageBudget({ sql, limits: storageLimits(), ...options })
}

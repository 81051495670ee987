// How much strangers may store, per kind and holder; each number is a setting (`WM_STORAGE_<KIND>_PER_<SCOPE>`).
import * as z from 'zod'

/** Kinds of rows with a budget. */
export const kinds = ['mail', 'subscriptions', 'sessions', 'spends', 'names', 'history', 'approvals', 'analytics'] as const
/**
 * Relay mail that is not delivered, in bytes; relay subscriptions; smart sessions, in bytes; what operations
 * take from the allowances of a session; registered names; rows of the index of history (an account on a
 * chain, a transaction of it and each transfer of that); rows of the index of approvals; events of
 * pages, in bytes.
 */
export type StorageKind = (typeof kinds)[number]

/** Holders of a budget. */
export const scopes = ['client', 'address', 'project'] as const
/**
 * Whose budget it is. `client`: the key that stores (of the relay client, of a session's signer, of the name's owner), the session that spends, or the account on a chain that is
 * read into an index; a page that reports events has neither. `address`: one IPv4 address or one IPv6 network of 64 bits. `project`: one of the table; without a table all callers together.
 */
export type StorageScope = (typeof scopes)[number]

/** The most that each scope may store of each kind: bytes for `mail`, `sessions` and `analytics`, rows for the others. */
export type StorageLimits = Readonly<Record<Exclude<StorageKind, 'analytics'>, Bounds>> & {
  readonly analytics: Omit<Bounds, 'client'>
}
type Bounds = Readonly<Record<StorageScope, number>>

const MIB = 1024 * 1024

/** The limits where the environment sets none. */
export const defaultStorageLimits: StorageLimits = {
  mail: { client: 4 * MIB, address: 32 * MIB, project: 512 * MIB },
  subscriptions: { client: 5_000, address: 20_000, project: 1_000_000 },
  sessions: { client: MIB, address: 16 * MIB, project: 256 * MIB },
  spends: { client: 10_000, address: 100_000, project: 5_000_000 },
  names: { client: 10, address: 20, project: 100_000 },
  history: { client: 3_000, address: 60_000, project: 5_000_000 },
  approvals: { client: 10_000, address: 100_000, project: 5_000_000 },
  analytics: { address: 32 * MIB, project: 1024 * MIB },
}

/**
 * Whoever fills a project or an address cannot shut others out. In a full project, an address may hold this part of its own budget. In a full address, a
 * relay client may hold this part of its own, as long as the address has this part of its budget more, or twice as much for a regular of the address.
 */
export const RESERVE_PARTS = 16

const setting = z.coerce
  .number('a whole number is needed')
  .int('a whole number is needed')
  .min(1, 'at least 1')
  .max(1e15)
  .optional()

type Variable = Exclude<`WM_STORAGE_${Uppercase<StorageKind>}_PER_${Uppercase<StorageScope>}`, 'WM_STORAGE_ANALYTICS_PER_CLIENT'>

// Upper case of a kind and of a scope is what the type says.
const variableOf = (kind: StorageKind, scope: StorageScope) =>
  `WM_STORAGE_${kind.toUpperCase()}_PER_${scope.toUpperCase()}` as Variable

// A kind has the scopes of its default limits.
const scopesOf = (kind: StorageKind) => Object.keys(defaultStorageLimits[kind]) as StorageScope[]
const pairs = kinds.flatMap((kind) => scopesOf(kind).map((scope) => [kind, scope] as const))

/** The variables with their schemas, to spread into the schema of the environment (`settings/config.ts`). */
export const storageVariables = Object.fromEntries(pairs.map(([kind, scope]) => [variableOf(kind, scope), setting])) as Record<
  Variable,
  typeof setting
>

/** The default limits with the values of the environment in their place. */
export function storageLimitsOf(values: Readonly<Partial<Record<Variable, number | undefined>>>): StorageLimits {
  const limitsOf = (kind: StorageKind) => {
    const usual = Object.entries(defaultStorageLimits[kind]) as [StorageScope, number][]
    return Object.fromEntries(usual.map(([scope, bound]) => [scope, values[variableOf(kind, scope)] ?? bound]))
  }
  return Object.fromEntries(kinds.map((kind) => [kind, limitsOf(kind)])) as unknown as StorageLimits // every kind and scope is in it
}

// How many questions the index may ask nodes and explorers, per account that is read, per address that asks, and per project. Each number is a setting
// (`WM_INDEX_CALLS_PER_<SCOPE>`); a bucket fills up within an hour.
import * as z from 'zod'
import { createLimiter, type LimitConfig, type SharedBuckets } from './limits.js'
import type { Holder } from './storage-budget.js'

const scopes = ['account', 'address', 'project'] as const
type Scope = (typeof scopes)[number]

/** Questions in an hour, by whose they are. */
export type IndexCallLimits = Readonly<Record<Scope, number>>

/** The limits where the environment sets none. */
const defaultIndexCallLimits: IndexCallLimits = { account: 5_000, address: 30_000, project: 1_000_000 }
/** In development all pages and tests ask from one address, and small devnets are read block by block. */
const DEV_TIMES = 100

const HOUR_S = 3600

const setting = z.coerce
  .number('a whole number is needed')
  .int('a whole number is needed')
  .min(100, 'at least 100: one step of reading costs as much')
  .max(1e12)
  .optional()

/** The variables with their schemas, to spread into the schema of the environment (`settings/config.ts`). */
export const indexCallVariables = {
  WM_INDEX_CALLS_PER_ACCOUNT: setting,
  WM_INDEX_CALLS_PER_ADDRESS: setting,
  WM_INDEX_CALLS_PER_PROJECT: setting,
}

/** The default limits with the values of the environment in their place. */
export function indexCallLimitsOf(
  values: Readonly<Partial<Record<keyof typeof indexCallVariables, number | undefined>>>,
  isDev: boolean,
): IndexCallLimits {
  const usual = (scope: Scope) => defaultIndexCallLimits[scope] * (isDev ? DEV_TIMES : 1)
  return {
    account: values.WM_INDEX_CALLS_PER_ACCOUNT ?? usual('account'),
    address: values.WM_INDEX_CALLS_PER_ADDRESS ?? usual('address'),
    project: values.WM_INDEX_CALLS_PER_PROJECT ?? usual('project'),
  }
}

/** The questions that the index may still ask. */
export interface IndexCalls {
  /** Takes `count` questions from all three buckets of `holder`, whose `client` is the account that is read. False: one of them is empty for now. */
  take(holder: Holder, count: number): Promise<boolean>
}

/** Full buckets. With `sharedBuckets` all instances take from the same. */
export function createIndexCalls({
  limits = defaultIndexCallLimits,
  now,
  sharedBuckets,
}: {
  readonly limits?: IndexCallLimits | undefined
  readonly now?: (() => number) | undefined
  readonly sharedBuckets?: SharedBuckets | undefined
} = {}): IndexCalls {
  const bucket = (scope: Scope) => {
    const config: LimitConfig = { tokens: limits[scope], refillPerSecond: limits[scope] / HOUR_S }
    return createLimiter(config, now ?? Date.now, sharedBuckets)
  }
  const buckets = { account: bucket('account'), address: bucket('address'), project: bucket('project') }
  return {
    async take({ client, address, project }, count) {
      const keys = { account: client, address, project: project.split('#', 1)[0] ?? '' }
      for (const scope of scopes) {
        // What is more than a bucket holds is let through by a full one, or it would never be.
        const verdict = await buckets[scope].take(keys[scope], `index ${scope}`, Math.min(count, limits[scope]))
        if (!verdict.ok) return false
      }
      return true
    },
  }
}

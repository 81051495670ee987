// The index is brought up to date before it answers, for a while; what is missing then is said with the answer.
import { signalAfter, withTimeout } from '../../timeout.js'
import type { DataContext } from '../context.js'
import type { Caller, Indexer } from './indexer.js'

const SYNC_BUDGET_MS = 6000

/** Resolves with the number of chains that are not read to the end; `all` when none answered. Reading ends when the caller leaves. */
export async function catchUp(
  { log }: Pick<DataContext, 'log'>,
  reader: Pick<Indexer, 'sync'>,
  { chainIds, account, asker, signal }: Caller & { readonly chainIds: readonly string[]; readonly account: string },
): Promise<number | 'all'> {
  const limit = signalAfter(SYNC_BUDGET_MS, signal)
  const settled = await Promise.allSettled(
    chainIds.map((chainId) =>
      withTimeout(() => reader.sync(chainId, account, { asker, signal: limit }), { signal: limit, late: () => false }),
    ),
  )
  const failed = settled.filter((one) => one.status === 'rejected')
  for (const { reason } of failed) log.warn('index incomplete', { error: reason })
  if (failed.length > 0 && failed.length === settled.length) return 'all'
  return settled.filter((one) => one.status === 'rejected' || !one.value).length
}

/** The header `x-incomplete`: how many chains or on-ramp providers the answer lacks. */
export function incomplete(missing: number): Readonly<Record<string, string>> {
  return missing > 0 ? { 'x-incomplete': String(missing) } : {}
}

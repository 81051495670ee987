// Limits that are counted in the database, in a sliding window: neither a restart nor a second instance gives anybody a second set.
import { createHash } from 'node:crypto'
import type { Sql } from '../db/db.js'
import { HttpError } from '../http/errors.js'
import type { Pepper } from './secrets.js'

/** At most `most` uses of `key` within `windowMs`. */
export interface UseLimit {
  /** Such as `mailbox ada@example.org`; it is stored as an HMAC. */
  readonly key: string
  readonly most: number
  readonly windowMs: number
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Keeps these locks apart from other users of the same database. */
const LOCK_SPACE = 7_202_413

/**
 * Counts one use of each key, or none. Calls for one key are counted one after the other, until the transaction `sql` ends.
 * @throws HttpError 429 `rate_limited`
 */
export async function countUse(sql: Sql, pepper: Pepper, limits: readonly UseLimit[], now: number): Promise<void> {
  const keyed = limits.map((limit) => ({ ...limit, hash: hashOf(pepper, limit.key) }))
  const hashes = [...new Set(keyed.map(({ hash }) => hash))]
  const locks = hashes.map(lockNumber).sort((a, b) => a - b) // one order for all, against deadlocks
  for (const lock of locks) await sql.query('select pg_advisory_xact_lock($1::int, $2::int)', [LOCK_SPACE, lock])
  for (const { hash, most, windowMs } of keyed) {
    const [row] = await sql.query<{ uses: number; oldest: number | null }>(
      // Of the newest `most` uses the oldest decides when the next one is free.
      'select count(*) as uses, min(at) as oldest from (select at from embedded_uses where key = $1 and at > $2 order by at desc limit $3) as newest',
      [hash, now - windowMs, most],
    )
    if (row && row.uses >= most) {
      const waitMs = Math.min(windowMs, Math.max(0, (row.oldest ?? now) + windowMs - now))
      throw new HttpError(429, 'rate_limited', 'Too many requests', {
        'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
      })
    }
  }
  await sql.query('insert into embedded_uses (key, at) select key, $2 from unnest($1::text[]) as t(key)', [hashes, now])
}

/** When `key` was used last; undefined: not within the time that uses are kept. */
export async function lastUse(sql: Sql, pepper: Pepper, key: string): Promise<number | undefined> {
  const [row] = await sql.query<{ at: number | null }>('select max(at) as at from embedded_uses where key = $1', [
    hashOf(pepper, key),
  ])
  return row?.at ?? undefined
}

/** Locks `key` until the transaction ends: between a look and a use nobody else comes. */
export async function lockUse(sql: Sql, pepper: Pepper, key: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1::int, $2::int)', [LOCK_SPACE + 1, lockNumber(hashOf(pepper, key))])
}

const hashOf = (pepper: Pepper, key: string) => pepper(key).toString('base64url')
const lockNumber = (hash: string) => createHash('sha256').update(hash).digest().readInt32BE(0)

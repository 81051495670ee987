// Rate-limit buckets in Postgres that all instances share. Instances charge whole shares (`limits.ts`), in batches.
import { createHmac } from 'node:crypto'
import { createBreaker } from '../upstream/breaker.js'
import type { Sql } from '../db/db.js'
import type { Job } from '../operations/jobs.js'
import type { SharedBuckets, LimitConfig } from './limits.js'
import type { Log } from '../operations/log.js'
import { withTimeout } from '../timeout.js'

/** Longest wait for the database. After it, this instance counts alone for `REST_MS`. */
const ANSWER_MS = 2_000
const REST_MS = 5_000
const COLLECT_MS = 60_000

/** What `createSharedBuckets` needs. */
export interface SharedBucketsOptions {
  readonly sql: Sql
  readonly log: Log
  /** Key of the hashes under which buckets are stored; the same in all instances. */
  readonly secret?: string | undefined
  readonly now?: (() => number) | undefined
  /** Longest wait for the database, in milliseconds; default 2000. */
  readonly answerMs?: number | undefined
}

interface Charge {
  spent: number
  readonly config: LimitConfig
  readonly tell: ((left: number | undefined) => void)[]
}

const noAnswer: ReadonlyMap<string, number> = new Map()

const serverTime = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint'

/** Refills each bucket for the time since its last charge and takes off what was spent, also below 0. Ordered by key against deadlocks. */
const settle = `
  insert into rate_buckets as b (key, size, refill, tokens, at)
  select key, size, refill, size - spent, ${serverTime}
  from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as t(key, size, refill, spent) order by key
  on conflict (key) do update set
    size = excluded.size,
    refill = excluded.refill,
    tokens = least(excluded.size, b.tokens + greatest(0, excluded.at - b.at) * excluded.refill / 1000) - (excluded.size - excluded.tokens),
    at = greatest(b.at, excluded.at)
  returning key, tokens`

/** Deletes buckets that are full again: a missing bucket counts as full. */
const collect = `
  delete from rate_buckets where key in (
    select key from rate_buckets where at + (size - tokens) / refill * 1000 <= ${serverTime} for update skip locked)`

/**
 * Shared buckets in the table `rate_buckets`. Keys are stored as HMAC-SHA-256 hashes, so the table shows neither addresses nor routes.
 * After one failure or an answer later than `answerMs` it rests for 5 s. `job` deletes full buckets once a minute.
 */
export function createSharedBuckets({
  sql,
  log,
  secret = '',
  now = Date.now,
  answerMs = ANSWER_MS,
}: SharedBucketsOptions): SharedBuckets & {
  readonly job: Job
} {
  const waiting = new Map<string, Charge>()
  let isSending = false
  const breaker = createBreaker({ now, failures: 1, openMs: REST_MS })

  async function settleAll(charges: ReadonlyMap<string, Charge>): Promise<ReadonlyMap<string, number>> {
    const rows = [...charges]
    const rest = rows.map(([, { spent, config }]) => [config.tokens, config.refillPerSecond, spent] as const)
    const column = (index: 0 | 1 | 2) => rest.map((row) => row[index])
    const answered = sql.query<{ key: string; tokens: number }>(settle, [
      rows.map(([key]) => key),
      column(0),
      column(1),
      column(2),
    ])
    const left = await withTimeout(() => answered, { ms: answerMs })
    breaker.succeed()
    return new Map(left.map(({ key, tokens }) => [key, tokens]))
  }

  const isResting = () => breaker.isResting

  function rest(error: unknown): ReadonlyMap<string, number> {
    breaker.fail()
    log.warn('rate limits are counted by this instance alone', { error })
    return noAnswer
  }

  /** Sends one batch at a time; charges that arrive in between form the next batch. */
  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    while (waiting.size > 0) {
      const batch = new Map(waiting)
      waiting.clear()
      const left = isResting() ? noAnswer : await settleAll(batch).catch(rest)
      for (const [key, { tell }] of batch) for (const one of tell) one(left.get(key))
    }
    isSending = false
  }

  return {
    charge(key, spent, config) {
      const hash = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 27)
      return new Promise((resolve) => {
        const charge = waiting.get(hash) ?? { spent: 0, config, tell: [] }
        charge.spent += spent
        charge.tell.push(resolve)
        waiting.set(hash, charge)
        void send()
      })
    },
    isResting,
    job: { name: 'rate limits', everyMs: COLLECT_MS, run: () => sql.query(collect) },
  }
}

// The shared side of rate limits: buckets in Postgres, charged in batches. What callers did is sent by the share, not by the call.
import { createHmac } from 'node:crypto'
import { createBreaker } from './breaker.js'
import type { Sql } from './db/db.js'
import type { Job } from './jobs.js'
import type { Ledger, LimitConfig } from './limits.js'
import type { Log } from './log.js'
import { withTimeout } from './timeout.js'

/** A database that takes longer does not hold up callers: this instance then counts alone for a while. */
const ANSWER_MS = 2_000
const REST_MS = 5_000
const COLLECT_MS = 60_000

export interface LedgerOptions {
  readonly sql: Sql
  readonly log: Log
  /** The same in all instances: makes the hashes of addresses ours alone. */
  readonly secret?: string | undefined
  readonly now?: (() => number) | undefined
  readonly answerMs?: number | undefined
}

interface Charge {
  spent: number
  readonly config: LimitConfig
  readonly tell: ((left: number | undefined) => void)[]
}

const nobodyKnows: ReadonlyMap<string, number> = new Map()

const serverTime = 'floor(extract(epoch from statement_timestamp()) * 1000)::bigint'

/** Adds what has come back since, takes off what was spent (also below 0). Ordered, so that two instances do not lock each other out. */
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

/** A bucket that is full again is as good as none. */
const collect = `
  delete from rate_buckets where key in (
    select key from rate_buckets where at + (size - tokens) / refill * 1000 <= ${serverTime} for update skip locked)`

export function createLedger({ sql, log, secret = '', now = Date.now, answerMs = ANSWER_MS }: LedgerOptions): Ledger & {
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
    return nobodyKnows
  }

  /** One batch is under way at a time; what comes meanwhile makes up the next. */
  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    while (waiting.size > 0) {
      const batch = new Map(waiting)
      waiting.clear()
      const left = isResting() ? nobodyKnows : await settleAll(batch).catch(rest)
      for (const [key, { tell }] of batch) for (const one of tell) one(left.get(key))
    }
    isSending = false
  }

  return {
    charge(key, spent, config) {
      // The table says nothing about who called, and nothing about what.
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

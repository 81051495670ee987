// Work that comes back: each job runs at its own pace, one at a time, and with Postgres on one instance at a time.
import { createHash } from 'node:crypto'
import type { Db } from './db/db.js'
import type { Log } from './log.js'
import { silentObserver, type Observer } from './observe.js'
import { systemClock, type Clock } from './relay/clock.js'
import { withTimeout } from './timeout.js'

export interface Job {
  /** Unique over all features, such as `analytics retention`: instances know each other's runs by it. */
  readonly name: string
  readonly everyMs: number
  /**
   * Ends soon after `signal` aborts. What it throws is logged; it runs again the next time. A broken connection frees the lock, so
   * that for a moment two may run: what it writes must stand being written twice.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

export interface Jobs {
  /** Runs each job once, and then at its pace. */
  start(): void
  /** One run now, as the timer would; resolves with whether it ran (not when it is running already, here or elsewhere). */
  run(name: string): Promise<boolean>
  /** Lets no run begin, tells the running ones to end, and waits up to 10 s for them. Idempotent. */
  stop(): Promise<void>
}

/** Each running job keeps a connection of the pool for its lock, and needs others for its work. */
const TOGETHER_MAX = 3
/** A job that does not listen to its signal must not keep the process. */
const STOP_MS = 10_000
/** Keeps our locks apart from other users of the same database. */
const LOCK_SPACE = 7_202_412

export interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly db: Db
  readonly log: Log
  readonly observer?: Observer | undefined
  readonly clock?: Clock | undefined
}

export function createJobs({ jobs, db, log, observer = silentObserver, clock = systemClock }: JobsOptions): Jobs {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  if (byName.size !== jobs.length) throw new Error('two jobs have one name')
  const ending = new AbortController()
  const running = new Map<string, Promise<boolean>>()
  const waiting: (() => void)[] = []
  const timers: (() => void)[] = []
  let free = TOGETHER_MAX

  async function attempt(job: Job): Promise<boolean> {
    await (free > 0 ? void free-- : new Promise<void>((resolve) => waiting.push(resolve)))
    const started = performance.now()
    try {
      if (ending.signal.aborted) return false
      const hasRun = await alone(db, job.name, () => job.run(ending.signal))
      if (hasRun) observer.job(job.name, 'ok', performance.now() - started)
      return hasRun
    } catch (error) {
      if (ending.signal.aborted) return true // told to end, and did
      observer.job(job.name, 'failed', performance.now() - started)
      log.warn('job failed', { job: job.name, error })
      return true
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  async function run(job: Job): Promise<boolean> {
    if (running.has(job.name) || ending.signal.aborted) return false
    const attempted = attempt(job)
    running.set(job.name, attempted)
    return attempted.finally(() => running.delete(job.name))
  }

  return {
    start() {
      for (const job of jobs) {
        void run(job)
        timers.push(clock.every(job.everyMs, () => void run(job)))
      }
    },
    async run(name) {
      const job = byName.get(name)
      if (!job) throw new Error(`no job is called ${name}`)
      return run(job)
    },
    async stop() {
      ending.abort(new Error('stopping'))
      for (const cancel of timers.splice(0)) cancel()
      await withTimeout(() => Promise.all(running.values()), { ms: STOP_MS, late: () => undefined })
      if (running.size > 0) log.warn('jobs did not end in time', { jobs: [...running.keys()] })
    },
  }
}

/**
 * The embedded database has one process, so the map above is enough. A Postgres lock lasts as long as its transaction: it is gone
 * when the job ends, and also when the process dies in the middle of it.
 */
async function alone(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
  if (db.kind !== 'postgres') {
    await work()
    return true
  }
  return db.transaction(async (sql) => {
    const [row] = await sql.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1::int, $2::int) as locked', [
      LOCK_SPACE,
      lockNumber(name),
    ])
    if (!row?.locked) return false
    await work()
    return true
  })
}

/** A signed 32-bit number that is the same in every instance. */
function lockNumber(name: string): number {
  return createHash('sha256').update(name).digest().readInt32BE(0)
}

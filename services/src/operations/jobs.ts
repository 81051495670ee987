// Periodic jobs: each runs at its own interval, one run at a time, and with Postgres on one instance at a time.
import { createHash } from 'node:crypto'
import { liftTimeLimits, type Db } from '../db/db.js'
import type { Log } from './log.js'
import { silentObserver, type Observer } from './observe.js'
import { systemClock, type Clock } from '../clock.js'
import { withTimeout } from '../timeout.js'

/** Periodic work of a feature. */
export interface Job {
  /** Unique over all features, such as `analytics retention`: the Postgres lock between instances is made of it. */
  readonly name: string
  /** Interval between the starts of two runs, in milliseconds. */
  readonly everyMs: number
  /**
   * One run, which must end soon after `signal` aborts. An error is logged and the next run comes as usual. A broken connection frees the
   * lock, so two runs may overlap for a moment: what a run writes must be safe to write twice.
   */
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/** The schedule of all jobs of this instance. */
export interface Jobs {
  /** Runs each job once now, and then at its interval. */
  start(): void
  /**
   * One run now, as the timer would start it. Resolves with false when the job is running already, here or on another instance.
   * @throws Error for an unknown name
   */
  run(name: string): Promise<boolean>
  /** Starts no further run, aborts the running ones and waits up to 10 s for them. Idempotent. */
  stop(): Promise<void>
}

/** Jobs that run at the same time: each keeps one connection of the pool for its lock and needs others for its work. */
const TOGETHER_MAX = 3
/** Longest wait for running jobs at the end: a job that ignores its signal must not hold the process. */
const STOP_MS = 10_000
/** Keeps our locks apart from other users of the same database. */
const LOCK_SPACE = 7_202_412

/** What `createJobs` needs. */
export interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly db: Db
  readonly log: Log
  readonly observer?: Observer | undefined
  readonly clock?: Clock | undefined
}

/**
 * Schedules `jobs`; nothing runs before `start()`. At most three run at a time. With Postgres each run holds an advisory lock, so that two
 * instances do not run the same job at once.
 * @throws Error when two jobs have one name
 */
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
      if (ending.signal.aborted) return true // the run ended because of `stop()`
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
 * Runs `work` under the job's lock; false when another instance holds the lock. The embedded database has one process, so the map of running
 * jobs is enough there. A Postgres advisory lock lasts as long as its transaction: it ends with the job, and also when the process dies.
 */
async function alone(db: Db, name: string, work: () => Promise<unknown>): Promise<boolean> {
  if (db.kind !== 'postgres') {
    await work()
    return true
  }
  return db.transaction(async (sql) => {
    await liftTimeLimits(sql) // it is idle while the job works with other connections
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

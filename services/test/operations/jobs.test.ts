import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDb, type Db } from '../../src/db/connect.js'
import { createJobs, type Job } from '../../src/operations/jobs.js'
import { createLog } from '../../src/operations/log.js'
import { createTestClock } from '../support/clock.js'
import { describePostgres, openDatabase } from '../support/engines.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'

const silent = createLog({ level: 'silent' })

/** A job that says when it begins and goes on when it is told. */
function heldJob(name = 'held') {
  const begun: (() => void)[] = []
  let runs = 0
  let release = () => {}
  let together = 0
  let mostTogether = 0
  const job: Job = {
    name,
    everyMs: 1000,
    async run(signal) {
      runs += 1
      together += 1
      mostTogether = Math.max(mostTogether, together)
      begun.splice(0).forEach((tell) => tell())
      await new Promise<void>((resolve) => {
        release = resolve
        signal.addEventListener('abort', () => resolve())
      })
      together -= 1
    },
  }
  return {
    job,
    begins: () => new Promise<void>((resolve) => begun.push(resolve)),
    release: () => release(),
    counts: () => ({ runs, mostTogether }),
  }
}

let db: Db
beforeAll(async () => void (db = await openDatabase()))
afterAll(() => db.close())

test('each job runs at the start and then at its pace, never twice at a time', async () => {
  const clock = createTestClock()
  const held = heldJob()
  const jobs = createJobs({ jobs: [held.job], db, log: silent, clock })
  onTestFinished(() => jobs.stop())
  const first = held.begins()
  jobs.start()
  await first
  clock.tick(5000)
  expect(await jobs.run('held')).toBe(false)
  expect(held.counts()).toEqual({ runs: 1, mostTogether: 1 })
  held.release()
  const second = held.begins()
  while (held.counts().runs < 2) {
    await new Promise((resolve) => setImmediate(resolve))
    clock.tick(1000)
  }
  await second
  expect(held.counts()).toEqual({ runs: 2, mostTogether: 1 })
})

test('a job that fails is logged, counted, and runs again', async () => {
  const lines: string[] = []
  const outcomes: string[] = []
  let isBroken = true
  const job: Job = {
    name: 'sometimes',
    everyMs: 1000,
    run: async () => {
      if (isBroken) throw new Error('broken')
    },
  }
  const jobs = createJobs({
    jobs: [job],
    db,
    log: createLog({ level: 'info', write: (line) => lines.push(line) }),
    observer: { request() {}, provider() {}, breaker() {}, job: (name, outcome) => outcomes.push(`${name} ${outcome}`) },
    clock: createTestClock(),
  })
  expect(await jobs.run('sometimes')).toBe(true)
  isBroken = false
  expect(await jobs.run('sometimes')).toBe(true)
  expect(outcomes).toEqual(['sometimes failed', 'sometimes ok'])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'job failed', job: 'sometimes', error: { message: 'broken' } })
})

test('stopping tells running jobs to end, waits for them, and lets none begin', async () => {
  const clock = createTestClock()
  const held = heldJob()
  const jobs = createJobs({ jobs: [held.job], db, log: silent, clock })
  const first = held.begins()
  jobs.start()
  await first
  await jobs.stop()
  await jobs.stop()
  clock.tick(5000)
  expect(await jobs.run('held')).toBe(false)
  expect(held.counts().runs).toBe(1)
})

test('more jobs than connections may be held still all get their turn', async () => {
  const done: number[] = []
  const many = Array.from({ length: 20 }, (_, n): Job => ({
    name: `job ${n}`,
    everyMs: 1000,
    run: async () => {
      await db.query('select 1')
      done.push(n)
    },
  }))
  const jobs = createJobs({ jobs: many, db, log: silent, clock: createTestClock() })
  await Promise.all(many.map(({ name }) => jobs.run(name)))
  expect(done).toHaveLength(20)
})
test('two jobs of one name, and a name that is not there, are mistakes of ours', async () => {
  const db = await openDatabase()
  onTestFinished(() => db.close())
  const { job } = heldJob()
  expect(() => createJobs({ jobs: [job, job], db, log: silent })).toThrow('one name')
  await expect(createJobs({ jobs: [], db, log: silent }).run('none')).rejects.toThrow('none')
})

describePostgres('several instances on one Postgres', () => {
  let server: TestPostgres
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.stop())
  test('a job keeps its turn where the server ends idle transactions', async () => {
    const databaseUrl = await server.createDatabase('migrated')
    const limited = `${databaseUrl}?options=${encodeURIComponent('-c idle_in_transaction_session_timeout=50')}`
    const [one, two] = [await connectDb({ databaseUrl: limited }), await connectDb({ databaseUrl })]
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))
    const lines: string[] = []
    const log = createLog({ level: 'info', write: (line) => lines.push(line) })
    const held = heldJob()
    const [first, second] = [one, two].map((db) => createJobs({ jobs: [held.job], db, log }))
    const begins = held.begins()
    const running = first?.run('held')
    await begins
    await two.query('select pg_sleep(0.5)')
    expect(await second?.run('held')).toBe(false)
    held.release()
    expect(await running).toBe(true)
    expect(lines).toEqual([])
  })

  test('of two instances one runs a job; the other one takes over when the first is cut off in the middle of it', async () => {
    const databaseUrl = await server.createDatabase()
    const [one, two] = await Promise.all([connectDb({ databaseUrl }), connectDb({ databaseUrl })])
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))
    const first = heldJob('shared')
    const second = heldJob('shared')
    const here = createJobs({ jobs: [first.job], db: one, log: silent, clock: createTestClock() })
    const there = createJobs({ jobs: [second.job], db: two, log: silent, clock: createTestClock() })
    const begun = first.begins()
    const running = here.run('shared')
    await begun
    expect(await there.run('shared')).toBe(false)

    await two.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%pg_try_advisory%' and pid <> pg_backend_pid() and datname = current_database()`,
    )
    const taken = second.begins()
    let attempt = there.run('shared')
    while (!(await Promise.race([attempt, taken.then(() => true)]))) attempt = there.run('shared')
    expect(second.counts().runs).toBe(1)
    first.release()
    second.release()
    await Promise.all([running, attempt])
    await Promise.all([here.stop(), there.stop()])
  })
})

// One contract for both engines: what the services may rely on.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDb, type Db } from '../../src/db/connect.js'
import { DbUnavailableError } from '../../src/db/db.js'
import { migrate, migrations } from '../../src/db/migrations.js'
import { connectPostgres } from '../../src/db/postgres.js'
import { fillFolder } from '../support/embedded.js'
import { describeEmbedded, describePostgres } from '../support/engines.js'
import { startPostgres, type TestPostgres } from '../support/postgres.js'

const later = { id: 900, name: 'later', statements: ['create table later (n integer)'] }

function contract(open: () => Promise<Db>) {
  let db: Db
  beforeAll(async () => {
    db = await open()
    await db.query('create table things (id bigint primary key, name text, flag boolean)')
  })
  afterAll(() => db.close())

  test('gives rows by parameters, with whole numbers as numbers', async () => {
    await db.query('insert into things values ($1, $2, $3)', [1_900_000_000_000, "it's; --", true])
    const rows = await db.query<{ id: number; total: number }>('select *, (select count(*) from things) as total from things')
    expect(rows).toEqual([{ id: 1_900_000_000_000, name: "it's; --", flag: true, total: 1 }])
  })

  test('takes arrays', async () => {
    const rows = await db.query('select n from unnest($1::bigint[]) as n where n <> all($2::bigint[]) order by n', [
      [1, 2, 3],
      [2],
    ])
    expect(rows).toEqual([{ n: 1 }, { n: 3 }])
  })

  test('rolls a failed transaction back, and goes on', async () => {
    const failure = db.transaction(async (sql) => {
      await sql.query('insert into things values (7, $1, false)', ['gone'])
      throw new Error('no')
    })
    await expect(failure).rejects.toThrow('no')
    expect(await db.query('select * from things where id = 7')).toEqual([])
    await expect(db.transaction((sql) => sql.query('select nonsense'))).rejects.toThrow('nonsense')
    expect(await db.transaction((sql) => sql.query('select 1 as one'))).toEqual([{ one: 1 }])
  })

  test('notifies at commit, never after a rollback, and no more once stopped', async () => {
    const heard: string[] = []
    let wake = () => {}
    const stop = await db.listen('news', (payload) => {
      heard.push(payload)
      wake()
    })
    const arrived = async (count: number) => {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve))
    }
    await db.transaction((sql) => sql.notify('news', 'kept'))
    await db
      .transaction(async (sql) => {
        await sql.notify('news', 'lost')
        throw new Error('no')
      })
      .catch(() => undefined)
    await db.notify('other', 'elsewhere')
    await db.notify('news', 'last')
    await arrived(2)
    expect(heard).toEqual(['kept', 'last'])

    await stop()
    const others: string[] = []
    const stopSecond = await db.listen('news', (payload) => {
      others.push(payload)
      wake()
    })
    await db.notify('news', 'after')
    while (others.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    expect(heard).toEqual(['kept', 'last'])
    await stopSecond()
  })

  test('has every migration applied once', async () => {
    expect(await migrate(db)).toEqual([])
    expect(await migrate(db, [later])).toEqual([900])
    expect(await migrate(db, [later])).toEqual([])
  })

  test('is refused, unchanged, by a program that does not know its migrations by id and name', async () => {
    const refusal = (names: string) => ({
      code: 'database_newer',
      message: expect.stringMatching(
        new RegExp(`^(?:WM_DATA_DIR|DATABASE_URL): refused \\(database_newer\\): [^\\n]* know: ${names}\\. [^\\n]*$`),
      ) as string,
    })
    const missing = { id: 902, name: 'missing', statements: ['create table missing (n integer)'] }
    await expect(migrate(db, [missing])).rejects.toMatchObject(refusal('900 later'))
    await expect(migrate(db, [missing, { ...later, name: 'other' }])).rejects.toMatchObject(refusal('900 later'))
    expect(await db.query("select 1 from information_schema.tables where table_name = 'missing'")).toEqual([])
    expect(await migrate(db, [later])).toEqual([])
  })

  test('leaves nothing of a migration that fails', async () => {
    const step = { id: 901, name: 'broken', statements: ['create table half (n integer)', 'create nonsense'] }
    await expect(migrate(db, [later, step])).rejects.toThrow('nonsense')
    expect(await db.query("select 1 from information_schema.tables where table_name = 'half'")).toEqual([])
    expect(await db.query('select 1 from migrations where id = 901')).toEqual([])
  })
}

describeEmbedded('embedded, in memory', () => contract(() => connectDb()))

describeEmbedded('embedded, in a folder', () => {
  let parent: string
  beforeAll(() => void (parent = mkdtempSync(join(tmpdir(), 'wm-db-'))))
  afterAll(() => rmSync(parent, { recursive: true, force: true }))
  contract(() => connectDb({ dataFolder: join(parent, 'deep', 'contract') }))

  test('is there again after a restart', async () => {
    const dataFolder = join(parent, 'again')
    const first = await connectDb({ dataFolder })
    await first.query('create table kept as select 42 as answer')
    await first.close()
    await first.close()
    const second = await connectDb({ dataFolder })
    onTestFinished(() => second.close())
    expect(await second.query('select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('opens a folder whose database an early version made in the folder itself', async () => {
    const dataFolder = join(parent, 'early')
    await fillFolder(dataFolder)
    const db = await connectDb({ dataFolder })
    expect(await db.query('select count(*) > 5 as is_migrated from migrations')).toEqual([{ is_migrated: true }])
    await db.close()
    expect(existsSync(join(dataFolder, 'cluster'))).toBe(false)
  })
})

describePostgres('Postgres', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())
  contract(async () => connectDb({ databaseUrl: await server.createDatabase() }))

  test('migrates once when several instances start together', async () => {
    const databaseUrl = await server.createDatabase()
    const all = await Promise.all([1, 2, 3].map(() => connectDb({ databaseUrl })))
    onTestFinished(async () => void (await Promise.all(all.map((db) => db.close()))))
    expect(await all[0]?.query('select id from migrations')).toEqual(migrations.map(({ id }) => ({ id })))
  })

  test('lets a migration take its time, and its turn, whatever limits the server has for others', async () => {
    const databaseUrl = `${await server.createDatabase()}?options=${encodeURIComponent('-c statement_timeout=500 -c lock_timeout=100 -c idle_in_transaction_session_timeout=100')}`
    const steps = [{ id: 950, name: 'slow', statements: ['select pg_sleep(1)'] }]
    const all = await Promise.all([1, 2].map(() => connectDb({ databaseUrl, steps })))
    onTestFinished(async () => void (await Promise.all(all.map((db) => db.close()))))
    expect(await all[0]?.query('select name from migrations')).toEqual([{ name: 'slow' }])
  })

  test('is unavailable, not at fault, where the server ends a wait for a lock or an idle transaction', async () => {
    const url = await server.createDatabase()
    const limited = `${url}?options=${encodeURIComponent('-c lock_timeout=50 -c idle_in_transaction_session_timeout=50')}`
    const [one, other] = [await connectPostgres(url), await connectPostgres(limited)]
    onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
    await one.query('create table held (n integer)')
    await one.transaction(async (sql) => {
      await sql.query('lock table held')
      await expect(other.query('select * from held')).rejects.toThrow(DbUnavailableError)
    })
    const idle = other.transaction(async (sql) => {
      await sql.query('select 1')
      await one.query('select pg_sleep(0.5)')
      await sql.query('select 1')
    })
    await expect(idle).rejects.toThrow(DbUnavailableError)
    expect(await other.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('listens again after its connection broke, and says so', async () => {
    const databaseUrl = await server.createDatabase()
    const db = await connectPostgres(databaseUrl)
    onTestFinished(() => db.close())
    const heard: string[] = []
    let wake = () => {}
    let hasResumed = () => {}
    const resumed = new Promise<void>((resolve) => (hasResumed = resolve))
    const hear = (payload: string) => {
      heard.push(payload)
      wake()
    }
    await db.listen('news', hear, hasResumed)
    const killed = await db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    )
    expect(killed).toHaveLength(1)
    await resumed
    await db.notify('news', 'again')
    while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    expect(heard).toEqual(['again'])
  })

  test('says at once that a server is not there', async () => {
    await expect(connectDb({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none' })).rejects.toThrow('ECONNREFUSED')
  })
})

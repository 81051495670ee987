// What happens to the embedded database when its disk is full or its process dies.
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectDb } from '../../src/db/connect.js'
import { DbUnavailableError } from '../../src/db/db.js'
import { useCompiledServices } from '../support/compiled.js'
import { missingIsolation, onReadOnlyDisk, onSmallDisk } from '../support/isolation.js'
import { runProgram } from '../support/line-process.js'
import { programOf } from '../support/programs.js'
import { connectClient, randomTopic } from '../support/relay-client.js'
import { runServices } from '../support/service-process.js'

const program = await programOf('embedded')
const poll = { interval: 200 }

useCompiledServices()

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wm-embedded-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Leaves so many bytes of a disk free. */
function fill(disk: string, left: number): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)))
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error // who else writes there was faster: it is full
  }
}

const missing = missingIsolation()
describe.skipIf(missing)(`a disk of its own${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('on a full disk the relay refuses, /health answers, /ready says it, SIGTERM is heard, and all comes back with room', async () => {
    const folder = temporaryFolder()
    const services = runServices({ WM_DATA_DIR: join(folder, 'db'), WM_RATE_TOKENS: '1000000' }, onSmallDisk(folder, 64))
    const { url, relay } = await services.ready
    const disk = `/proc/${services.pid}/root${folder}`
    const status = async (path: string) => (await fetch(url + path)).status
    const client = await connectClient(relay)

    fill(disk, 0)
    expect(await status('/ready')).toBe(503)
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({ ready: false, checks: { database: 'fails' } })
    expect(await status('/health')).toBe(200)
    expect(await client.publish(randomTopic(), 'x'.repeat(200_000))).not.toHaveProperty('result')

    rmSync(join(disk, 'filler'))
    await expect.poll(() => status('/ready'), poll).toBe(200)
    const again = await connectClient(relay)
    expect(await again.publish(randomTopic(), 'after')).toMatchObject({ result: true })

    // And to be told to end while it lasts.
    fill(disk, 0)
    expect(await status('/ready')).toBe(503)
    void again.publish(randomTopic(), 'x'.repeat(200_000))
    expect(await services.signal('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  test('an engine that a full disk breaks is ended with a reason, and goes on when there is room', async () => {
    const folder = temporaryFolder()
    const process = runProgram(program, [folder, 'log'], onSmallDisk(folder, 160))
    await process.said(3)
    const disk = `/proc/${process.pid}/root${folder}`
    fill(disk, 400_000) // less than one segment of the log
    const said = (line: string) => expect.poll(() => process.lines, poll).toContain(line)
    await said('trouble: The disk of the database is full')
    await said('refused: DbUnavailableError: The disk of the database is full')
    const before = process.lines.filter((line) => line.startsWith('wrote')).length
    rmSync(join(disk, 'filler'))
    await expect.poll(() => process.lines.filter((line) => line.startsWith('wrote')).length, poll).toBeGreaterThan(before)
    expect(process.lines.filter((line) => line.startsWith('trouble'))).toHaveLength(1)
  })

  test('a folder that cannot be written ends the start with one sentence', async () => {
    const folder = temporaryFolder()
    const services = runServices({ WM_DATA_DIR: join(folder, 'db'), WM_LOG: 'error' }, onReadOnlyDisk(folder))
    expect(await services.exit).toEqual({ code: 1, signal: null })
    expect(services.lines).toEqual([expect.stringMatching(/^WM_DATA_DIR: .* cannot be used: EROFS/)])
  })

  test('a disk that is too small for a new database ends the start with one sentence', async () => {
    const folder = temporaryFolder()
    const services = runServices({ WM_DATA_DIR: join(folder, 'db'), WM_LOG: 'error' }, onSmallDisk(folder, 4))
    expect(await services.exit).toEqual({ code: 1, signal: null })
    expect(services.lines).toEqual([expect.stringMatching(/^WM_DATA_DIR: .* cannot be used: ENOSPC/)])
  })
})

test('a data folder below a file ends the start with one sentence', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  const services = runServices({ WM_DATA_DIR: join(folder, 'file', 'db'), WM_LOG: 'error' })
  expect(await services.exit).toEqual({ code: 1, signal: null })
  expect(services.lines).toEqual([expect.stringMatching(/^WM_DATA_DIR: .* cannot be used: ENOTDIR/)])
})

test('an engine that does not answer is ended, who waits is told, transactions roll back, and listeners hear again', async () => {
  const troubles: string[] = []
  const db = await connectDb({
    dataFolder: temporaryFolder(),
    limits: { statementMs: 2_000, suspectMs: 500 },
    onTrouble: (reason) => troubles.push(reason),
  })
  onTestFinished(() => db.close())
  await db.query('create table kept (n integer)')
  const heard: string[] = []
  let resumed = 0
  await db.listen(
    'news',
    (payload) => void heard.push(payload),
    () => void (resumed += 1),
  )

  const spinning = db.transaction(async (sql) => {
    await sql.query('insert into kept values (1)')
    await sql.query('do $$ begin loop perform 1; end loop; end $$')
  })
  await expect(spinning).rejects.toBeInstanceOf(DbUnavailableError)
  await expect(db.query('select 1')).rejects.toThrow('The database did not answer in time')
  expect(troubles).toEqual(['The database did not answer in time'])

  await expect.poll(() => resumed, poll).toBe(1)
  expect(await db.query('select * from kept')).toEqual([])
  await db.notify('news', 'again')
  await expect.poll(() => heard).toEqual(['again'])
})

test('in memory, where nothing can be opened again, the process is told that its data are lost', async () => {
  const lost: string[] = []
  const db = await connectDb({ limits: { statementMs: 1_000, suspectMs: 500 }, onLost: (reason) => lost.push(reason) })
  await expect(db.query('do $$ begin loop perform 1; end loop; end $$')).rejects.toBeInstanceOf(DbUnavailableError)
  expect(lost).toEqual(['The database did not answer in time'])
  await db.close()
})

describe('kill -9', () => {
  test('while the cluster is made: the next start makes it', async () => {
    const folder = temporaryFolder()
    const process = runProgram(program, [folder, 'open'])
    await expect.poll(() => existsSync(join(folder, 'cluster.new', 'base')), { interval: 1 }).toBe(true)
    await process.kill()
    expect(process.lines).toEqual(['begins'])
    expect(existsSync(join(folder, 'cluster'))).toBe(false)
    const db = await connectDb({ dataFolder: folder })
    expect(await db.query('select count(*) > 5 as is_migrated from migrations')).toEqual([{ is_migrated: true }])
    await db.close()
    expect(existsSync(join(folder, 'cluster.new'))).toBe(false)
  })

  test('while the schema is changed: nothing of the step is there, and the next start applies it', async () => {
    const folder = temporaryFolder()
    const process = runProgram(program, [folder, 'migrate'])
    await process.said(3)
    await process.kill()
    expect(process.lines).not.toContain('migrated')
    const db = await connectDb({ dataFolder: folder })
    onTestFinished(() => db.close())
    expect(await db.query("select 1 from information_schema.tables where table_name like 'phase_%'")).toEqual([])
    expect(await db.query('select 1 from migrations where id = 900')).toEqual([])
  })

  test('while rows are written, three times: what was answered is there', async () => {
    const folder = temporaryFolder()
    let answered = 0
    for (let round = 1; round <= 3; round++) {
      const process = runProgram(program, [folder, 'write'])
      await process.said(150)
      await process.kill()
      answered = Number(process.lines.at(-1))
    }
    const db = await connectDb({ dataFolder: folder })
    onTestFinished(() => db.close())
    const [row] = await db.query<{ n: number; last: number }>('select count(*) as n, max(n) as last from written')
    // One more may have been written whose answer was on its way.
    expect(row?.last).toBeGreaterThanOrEqual(answered)
    expect(row?.n).toBe(row?.last)
  })
})

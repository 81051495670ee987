// One data folder, one process: also between containers, where each process has the number 1.
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectDb } from '../../src/db/connect.js'
import { lockFolder } from '../../src/db/folder-lock.js'
import { asFirstProcess, missingIsolation } from '../support/isolation.js'
import { runProgram } from '../support/line-process.js'
import { programOf } from '../support/programs.js'

const program = await programOf('embedded')
const times = { beatMs: 200, staleMs: 1_500 }

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wm-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const lockFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('lock'))

const missing = missingIsolation()
describe.skipIf(missing)(`processes with a number space of their own${missing ? ` (skipped: ${missing})` : ''}`, () => {
  test('of two containers on one folder the second is refused, and takes over once the first was killed', async () => {
    const folder = temporaryFolder()
    const first = runProgram(program, [folder, 'lock'], asFirstProcess)
    await first.said(2)
    expect(JSON.parse(readFileSync(join(folder, 'lock.1'), 'utf8'))).toMatchObject({ pid: 1 })

    const second = runProgram(program, [folder, 'lock'], asFirstProcess)
    expect(await second.exit).toBe(
      `WM_DATA_DIR: ${folder} is in use by another process. Stop that one, or use Postgres for several.\n`,
    )
    expect(second.lines).toEqual(['begins'])

    await first.kill()
    const third = runProgram(program, [folder, 'lock'], asFirstProcess)
    await third.said(2)
    expect(lockFiles(folder)).toEqual(['lock.2'])
  })
})

test('of several processes that find a folder left behind, one gets it', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'lock.7'), JSON.stringify({ pid: 1, token: 'of another machine' }))
  utimesSync(join(folder, 'lock.7'), 1, 1)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder, times)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(lockFiles(folder)).toEqual(['lock.8'])
})

test('what a crash of this machine left is taken over at once, what was left free too, and what lives is refused', async () => {
  const folder = temporaryFolder()
  const first = runProgram(program, [folder, 'lock'])
  await first.said(2)
  await expect(lockFolder(folder)).rejects.toThrow('in use by another process')
  await first.kill()
  // A lock is stale only after a day: what it takes over, it takes over at once.
  const second = await lockFolder(folder, { ...times, staleMs: 86_400_000 })
  await expect(lockFolder(folder)).rejects.toThrow('in use')
  await second.release()
  await (await lockFolder(folder)).release()
})

test('a process that was stopped while another took its folder writes nothing more, and says that it is lost', async () => {
  const folder = temporaryFolder()
  const lost: string[] = []
  const db = await connectDb({ dataFolder: folder, onLost: (reason) => lost.push(reason) })
  await db.query('create table kept as select 1 as n')
  // As the successor does it.
  const [own = ''] = lockFiles(folder)
  writeFileSync(join(folder, 'lock.99'), '{}')
  rmSync(join(folder, own))
  await expect(db.query('insert into kept values (2)')).rejects.toThrow('taken over by another process')
  await expect(db.query('select 1')).rejects.toMatchObject({ name: 'DbUnavailableError' })
  expect(lost).toEqual(['The folder of the database was taken over by another process'])
  await db.close()
  expect(readFileSync(join(folder, 'lock.99'), 'utf8')).toBe('{}')
})

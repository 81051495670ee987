// Keeps two processes out of one data folder, also when they run in two containers or on two machines that share it.
//
// The owner is whoever made the file `lock.N` with the highest N, by exclusive creation. It writes the file again every two seconds; one that
// was not written for ten seconds was left behind by a crash. To take the folder over, a process makes `lock.N+1`, which only one can, and removes
// the older files: an owner whose own file is gone has been replaced. The number only rises. An end in order leaves a file that says `free`, so that a process
// that was slow in looking cannot make a number that another has made and removed.
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DbOpenError } from './db.js'
import { isGone, thisProcess } from './process-identity.js'

/** How often the owner writes its file, and after how long without a write the folder counts as left behind. */
export interface LockTimes {
  readonly beatMs: number
  readonly staleMs: number
}

const lockTimes: LockTimes = { beatMs: 2_000, staleMs: 10_000 }

/** A folder that is ours. */
export interface FolderLock {
  /** Exists while the folder is ours. */
  readonly path: string
  /** Leaves the folder to the next process. */
  release(): Promise<void>
}

const NAME = /^lock\.(\d+)$/
const FREE = 'free'

/**
 * Takes the folder. One that a crash left locked is taken at once where its owner can be seen to be gone, else when its file was not written for `staleMs`.
 * @param folder exists
 * @throws DbOpenError when another process uses the folder
 */
export async function lockFolder(folder: string, times: LockTimes = lockTimes): Promise<FolderLock> {
  const me = thisProcess()
  for (;;) {
    const generation = await newest(folder)
    if (generation > 0) await waitUntilFree(folder, generation, times)
    const path = join(folder, `lock.${generation + 1}`)
    try {
      await writeFile(path, me, { flag: 'wx' })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue // another was first: look again
      throw error
    }
    await removeOlder(folder, generation)
    return hold(path, me, times.beatMs)
  }
}

function hold(path: string, me: string, beatMs: number): FolderLock {
  const beat = async () => {
    // `r+`: a file that a successor has removed must not come back. The file system's clock dates it, which is the same for all who look.
    await writeFile(path, me, { flag: 'r+' }).catch(() => utimes(path, new Date(), new Date()))
  }
  const timer = setInterval(() => void beat().catch(() => undefined), beatMs) // a file that is gone is noticed at the next statement
  timer.unref()
  return {
    path,
    async release() {
      clearInterval(timer)
      // As long as what it replaces: nothing of that is left to be read.
      await writeFile(path, FREE.padEnd(me.length), { flag: 'r+' }).catch(() => undefined)
    },
  }
}

/** @throws DbOpenError when the file of that number is written while we look, or its owner is seen to live */
async function waitUntilFree(folder: string, generation: number, { beatMs, staleMs }: LockTimes): Promise<void> {
  const path = join(folder, `lock.${generation}`)
  let seen: number | undefined
  for (;;) {
    const text = (await readFile(path, 'utf8').catch(() => FREE)).trim()
    if (text === FREE) return
    const gone = isGone(text)
    if (gone === true) return
    const writtenAt = await stat(path)
      .then(({ mtimeMs }) => mtimeMs)
      .catch(() => 0)
    if (gone === false || (seen !== undefined && writtenAt > seen)) throw inUse(folder)
    if ((await clockOf(folder)) - writtenAt > staleMs) return
    seen = writtenAt
    await delay(beatMs / 2)
  }
}

function inUse(folder: string): DbOpenError {
  const problem = `${folder} is in use by another process. Stop that one, or use Postgres for several.`
  return new DbOpenError('WM_DATA_DIR', problem)
}

/** The file system's time: another machine's clock may differ from ours. */
async function clockOf(folder: string): Promise<number> {
  const probe = join(folder, `lock.probe-${process.pid}-${Math.random()}`)
  await writeFile(probe, '')
  const { mtimeMs } = await stat(probe)
  await rm(probe, { force: true })
  return mtimeMs
}

async function newest(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) => Number(NAME.exec(name)?.[1] ?? 0))
  return Math.max(0, ...numbers)
}

async function removeOlder(folder: string, generation: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const isOlder = Number(NAME.exec(name)?.[1] ?? Infinity) <= generation
    if (isOlder || name.startsWith('lock.probe-')) await rm(join(folder, name), { force: true })
  }
}

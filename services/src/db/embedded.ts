// The embedded database: in a folder, where it recovers from an engine that ended, or in memory, where it cannot.
import { access, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readCluster, unpackCluster } from './cluster.js'
import { DbOpenError, DbUnavailableError, type Db } from './db.js'
import {
  DISK_FULL,
  engineLimits,
  isFull,
  startEngine,
  type EngineEnd,
  type EngineLimits,
  type EngineThread,
} from './engine-thread.js'
import { lockFolder, type FolderLock } from './folder-lock.js'
import { createSerialDb } from './serial-db.js'

/** Waits between attempts to open the engine again. */
const REOPEN_MS = [500, 1_000, 2_000, 5_000] as const

/** Limits of the embedded engine, and who hears of its end. */
export interface EmbeddedOptions {
  readonly limits?: Partial<EngineLimits> | undefined
  /** The engine ended, and comes back by itself. */
  readonly onTrouble?: ((reason: string) => void) | undefined
  /** The data are out of reach for good: the process should end. */
  readonly onLost?: ((reason: string) => void) | undefined
}

/**
 * Opens the database in `folder` (made when missing), or a new one in memory.
 * @throws DbOpenError when the folder cannot be used
 */
export async function openEmbedded(folder: string | undefined, options: EmbeddedOptions = {}): Promise<Db> {
  if (folder === undefined) return run({ image: await readCluster() }, options)
  const path = resolve(folder)
  let lock: FolderLock | undefined
  try {
    await makeFolder(path)
    lock = await lockFolder(path)
    return await run({ folder: await prepare(path), lock }, options)
  } catch (error) {
    await lock?.release()
    throw error instanceof DbOpenError ? error : cannotOpen(path, error)
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // With `recursive` at first, a disk that cannot be written would be called a missing folder.
    if (code === 'ENOENT') await mkdir(path, { recursive: true })
    else if (code !== 'EEXIST') throw error
  }
}

/** The data directory in `folder`, made when there is none. Early versions had it in the folder itself. */
async function prepare(folder: string): Promise<string> {
  const isThere = (path: string) =>
    access(join(path, 'PG_VERSION')).then(
      () => true,
      () => false,
    )
  if (await isThere(folder)) return folder
  const cluster = join(folder, 'cluster')
  if (!(await isThere(cluster))) await unpackCluster(await readCluster(), cluster)
  return cluster
}

interface Place {
  readonly folder?: string
  readonly image?: Uint8Array
  readonly lock?: FolderLock
}

async function run({ folder, image, lock }: Place, { limits, onTrouble, onLost }: EmbeddedOptions): Promise<Db> {
  let engine: EngineThread | undefined
  let reason = ''
  let attempts = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const db = createSerialDb({
    session() {
      if (engine) return engine
      throw new DbUnavailableError({ cause: new Error(reason) }, reason)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await engine?.close()
      await lock?.release()
    },
  })

  const start = () =>
    startEngine({
      folder,
      image,
      lock: lock?.path,
      limits: { ...engineLimits, ...limits },
      onNotification: (channel, payload) => db.hear(channel, payload),
      onEnd: ended,
    })

  function ended(end: EngineEnd): void {
    engine = undefined
    reason = end.reason
    if (isClosed) return
    if (folder === undefined || end.isLost) return void onLost?.(reason)
    onTrouble?.(reason)
    again()
  }

  function again(): void {
    if (isClosed) return
    clearTimeout(timer)
    const wait = REOPEN_MS[Math.min(attempts, REOPEN_MS.length - 1)]
    attempts += 1
    timer = setTimeout(() => void reopen().catch(again), wait)
  }

  async function reopen(): Promise<void> {
    // Opening reads the log again and writes its end: on a full disk it would only end once more.
    if (folder !== undefined && (await isFull(folder))) {
      reason = DISK_FULL
      return again()
    }
    const next = await start()
    if (isClosed) return await next.close()
    await db.attach(next)
    engine = next
    attempts = 0
    db.resume()
  }

  engine = await start()
  return {
    ...db,
    async check() {
      await db.query('select 1')
      // Reading goes on for a while when writing does not.
      if (folder !== undefined && (await isFull(folder))) throw new DbUnavailableError({}, DISK_FULL)
    },
  }
}

function cannotOpen(folder: string, error: unknown): DbOpenError {
  const problem = error instanceof Error ? error.message : String(error)
  return new DbOpenError('WM_DATA_DIR', `${folder} cannot be used: ${problem}`, { cause: error })
}

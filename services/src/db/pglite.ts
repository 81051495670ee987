// The embedded database: Postgres compiled to WebAssembly, in a folder or in memory. One process at a time.
import { mkdir, readFile, rm, utimes, writeFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PGlite, types, type Transaction } from '@electric-sql/pglite'
import type { Db, Parameter, Sql } from './db.js'

/** How often the lock file is touched, and after how long an untouched one counts as left behind by a crash. */
const LOCK_TOUCH_MS = 10_000
const LOCK_STALE_MS = 30_000

/** How every engine here reads numbers, see db.ts. */
export const parsers = { [types.INT8]: Number, [types.NUMERIC]: Number }

/** Opens the database in `folder` (made when missing), or a new one in memory. */
export async function connectPglite(folder: string | undefined): Promise<Db> {
  const unlock = folder === undefined ? undefined : await lockFolder(resolve(folder))
  const engine = await PGlite.create({ ...(folder === undefined ? {} : { dataDir: resolve(folder) }), parsers }).catch(
    async (error: unknown) => {
      await unlock?.()
      throw error
    },
  )
  return dbOn(engine, unlock)
}

/** The door to an engine that is open, with our `parsers`. Closing it closes the engine. */
export function dbOn(engine: PGlite, onClosed?: () => Promise<void>): Db {
  return {
    kind: 'pglite',
    ...statements(engine),
    transaction: (work) => engine.transaction((transaction) => work(statements(transaction))),
    async listen(channel, onPayload) {
      const stop = await engine.listen(channel, onPayload)
      return async () => {
        // Closing the engine ends its listeners too, and it refuses statements afterwards.
        if (!engine.closed) await stop()
      }
    },
    async close() {
      if (!engine.closed) await engine.close()
      await onClosed?.()
    },
  }
}

function statements(on: PGlite | Transaction): Sql {
  return {
    async query<R extends object>(text: string, parameters: readonly Parameter[] = []) {
      return (await on.query<R>(text, [...parameters])).rows
    },
    async notify(channel, payload) {
      await on.query('select pg_notify($1, $2)', [channel, payload])
    },
  }
}

/**
 * Two processes in one folder would destroy it, and PGlite does not look, so a file beside it names the owner. The file is touched
 * while we live: one left behind by a crash (or by another container that had the same process number) is taken over.
 */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = `${folder}.lock`
  await mkdir(dirname(path), { recursive: true })
  const owner = Number(await readFile(path, 'utf8').catch(() => ''))
  if (owner !== process.pid && isAlive(owner) && (await touchedAgo(path)) < LOCK_STALE_MS) {
    throw new Error(
      `The database folder ${folder} is in use by process ${owner}. Stop that one, or use Postgres (DATABASE_URL) for several.`,
    )
  }
  await writeFile(path, String(process.pid))
  const timer = setInterval(() => {
    const now = new Date()
    // The folder may be gone already when a test cleans up; then there is nothing to guard.
    utimes(path, now, now).catch(() => undefined)
  }, LOCK_TOUCH_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await rm(path, { force: true })
  }
}

async function touchedAgo(path: string): Promise<number> {
  return Date.now() - (await stat(path)).mtimeMs
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

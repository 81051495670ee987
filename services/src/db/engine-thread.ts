// The embedded engine in a thread of its own, with a watchdog: an engine that does not answer is terminated, and waiting statements reject.
import { statfs } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { compileOnce } from './compile-once.js'
import { DbUnavailableError, isUnavailable, type Row } from './db.js'
import type { Session } from './serial-db.js'

/** Time limits of the engine, in milliseconds. */
export interface EngineLimits {
  /** For the engine to open: recovery after a crash reads its log again. */
  readonly openMs: number
  /** For one statement. */
  readonly statementMs: number
  /** After so long without an answer, the watchdog looks whether the disk is full: then the engine will not answer at all. */
  readonly suspectMs: number
}

/** The usual limits. */
export const engineLimits: EngineLimits = { openMs: 120_000, statementMs: 60_000, suspectMs: 2_000 }

/** With less than this free, the engine cannot write its log: 1 MB is one segment of it. */
const FREE_BYTES_MIN = 1_048_576
const CLOSE_MS = 5_000

/** What `startEngine` needs. */
export interface EngineOptions {
  /** Data directory; absent: in memory, beginning with `image`. */
  readonly folder?: string | undefined
  /** Moved into the thread: it is empty afterwards. */
  readonly image?: Uint8Array | undefined
  /** A file that exists while the folder is ours. */
  readonly lock?: string | undefined
  readonly limits: EngineLimits
  readonly onNotification: (channel: string, payload: string) => void
  /** The engine has ended without having been told to. Called once, and not before it was open. */
  readonly onEnd: (reason: EngineEnd) => void
}

/** Why the engine ended. */
export interface EngineEnd {
  readonly reason: string
  /** The folder belongs to another process now: nothing may be written to it. */
  readonly isLost: boolean
}

/** An open engine in a thread. */
export interface EngineThread extends Session {
  /** Lets the engine write what it has, for 5 s at most, and ends its thread. */
  close(): Promise<void>
}

/** What engine-worker.mjs sends. */
type Answer =
  | { readonly open: true }
  | { readonly closed: true }
  | { readonly lost: true }
  | { readonly channel: string; readonly payload: string }
  | { readonly id: number; readonly rows: Row[] }
  | { readonly id: number; readonly failure: { message: string; code: string | undefined; detail: string | undefined } }

interface Waiting {
  readonly resolve: (rows: Row[]) => void
  readonly reject: (error: Error) => void
  readonly since: number
}

/** Resolves when the engine is open. @throws Error saying why it is not */
export function startEngine({ folder, image, lock, limits, onNotification, onEnd }: EngineOptions): Promise<EngineThread> {
  compileOnce()
  // The young generation of a thread grows to three times 16 MB before it is collected: the rows that pass through here are small.
  const worker = new Worker(new URL('./engine-worker.mjs', import.meta.url), {
    workerData: { folder, image, lock },
    transferList: image ? [image.buffer as ArrayBuffer] : [], // never a shared one: it was read from a file
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
    execArgv: [],
  })
  const waiting = new Map<number, Waiting>()
  let count = 0
  let end: EngineEnd | undefined
  let whenOpen: ((error?: Error) => void) | undefined
  let whenClosed: (() => void) | undefined

  const stop = async (reason: string, isLost = false): Promise<void> => {
    if (end) return
    end = { reason, isLost }
    clearInterval(watchdog)
    await worker.terminate()
    for (const { reject } of waiting.values()) reject(new DbUnavailableError({ cause: new Error(reason) }, reason))
    waiting.clear()
    if (whenOpen) whenOpen(new Error(reason))
    else if (whenClosed) whenClosed()
    else onEnd(end)
  }

  const opened = performance.now()
  /** When the engine was given what it works on now; undefined while it has nothing to do. */
  const busySince = () => {
    if (whenOpen) return opened
    const [oldest] = waiting.values() // a Map keeps the order, and the engine answers in this order
    return oldest?.since
  }
  const watch = async () => {
    const since = busySince()
    if (since === undefined) return
    const silentMs = performance.now() - since
    if (silentMs > (whenOpen ? limits.openMs : limits.statementMs)) await stop('The database did not answer in time')
    else if (silentMs > limits.suspectMs && folder !== undefined && (await isFull(folder)) && busySince() === since)
      await stop(DISK_FULL)
  }
  const watchdog = setInterval(() => void watch(), limits.suspectMs / 2)
  watchdog.unref()

  worker.on('message', (answer: Answer) => {
    if ('open' in answer) whenOpen?.()
    else if ('closed' in answer) whenClosed?.()
    else if ('lost' in answer) void stop('The folder of the database was taken over by another process', true)
    else if ('channel' in answer) onNotification(answer.channel, answer.payload)
    else {
      const asked = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('rows' in answer) asked?.resolve(answer.rows)
      else {
        asked?.reject(errorOf(answer.failure))
        if (answer.failure.code === undefined) void stop(`The database broke: ${answer.failure.message}`)
      }
    }
  })
  worker.on('error', (error) => void stop(`The database broke: ${error.message}`))
  worker.on('exit', () => void stop('The database ended'))

  const thread: EngineThread = {
    query(text, parameters) {
      if (end) return Promise.reject(new DbUnavailableError({ cause: new Error(end.reason) }, end.reason))
      const id = ++count
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject, since: performance.now() })
        worker.postMessage({ id, text, parameters })
      })
    },
    async close() {
      if (end) return
      await new Promise<void>((resolve) => {
        whenClosed = resolve
        setTimeout(resolve, CLOSE_MS).unref()
        worker.postMessage({ close: true })
      })
      await stop('The database is closed')
    },
  }
  return new Promise((resolve, reject) => {
    whenOpen = (error) => {
      whenOpen = undefined
      if (error) reject(error)
      else resolve(thread)
    }
  })
}

/** The reason of an engine that ended because its disk is full. */
export const DISK_FULL = 'The disk of the database is full'

/** Whether the engine could not write its log here. A folder that cannot be asked is not called full. */
export async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk !== undefined && disk.bavail * disk.bsize < FREE_BYTES_MIN
}

function errorOf({ message, code, detail }: { message: string; code: string | undefined; detail: string | undefined }): Error {
  const error = Object.assign(new Error(message), { code, detail })
  return code === undefined || isUnavailable(code) ? new DbUnavailableError({ cause: error }) : error
}

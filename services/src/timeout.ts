// Time limits: `withTimeout` around a promise, `signalAfter` for what takes a signal.

/** The time limit has passed. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** When a wait ends, and with what. */
export interface TimeLimit<Late> {
  /** Milliseconds; absent: `signal` alone ends the wait. */
  readonly ms?: number | undefined
  /** Ends the wait when it aborts: the signal of a caller who may leave, or a limit that several waits share. */
  readonly signal?: AbortSignal | undefined
  /** Makes the result at the end of the wait; absent: the wait rejects. */
  readonly late?: (() => Late) | undefined
}

/**
 * Runs `work` with a signal that aborts at the limit, and stops waiting at the limit also when `work` ignores its signal. A later result is
 * ignored.
 * @throws TimeoutError after `ms`, the reason of `signal` when that aborts, whatever `work` throws
 */
export async function withTimeout<Result, Late = never>(
  work: (signal: AbortSignal) => Promise<Result>,
  { ms, signal: outer, late }: TimeLimit<Late>,
): Promise<Result | Late> {
  const controller = new AbortController()
  const { signal } = controller
  const leave = () => controller.abort(outer?.reason)
  const expire = () => controller.abort(new TimeoutError(`no answer within ${Math.round(ms ?? 0)} ms`))
  const timer = ms === undefined ? undefined : setTimeout(() => whenCaughtUp(expire), ms)
  outer?.addEventListener('abort', leave, { once: true })
  if (outer?.aborted) leave()
  try {
    return await Promise.race([ended(signal, late), work(signal)])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', leave)
  }
}

/**
 * A signal that aborts `ms` milliseconds from now with a `TimeoutError`, or with `signal` when that aborts earlier. Its timer keeps no process
 * alive.
 *
 * It replaces `AbortSignal.timeout`, which Node 20 collects as garbage, timer and all, when only `AbortSignal.any` refers to it: the limit
 * then never comes.
 */
export function signalAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new TimeoutError(`no answer within ${Math.round(ms)} ms`)), ms).unref()
  return signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
}

function ended<Late>(signal: AbortSignal, late: (() => Late) | undefined): Promise<Late> {
  return new Promise((resolve, reject) => {
    const end = () => {
      if (late) resolve(late())
      else reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

/** Runs `then` two turns of the event loop later: an answer may have arrived while this process was busy. */
function whenCaughtUp(then: () => void): void {
  setImmediate(() => setImmediate(then))
}

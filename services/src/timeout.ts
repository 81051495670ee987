// A time limit around a promise: one function for everything that must not be waited for any longer.

/** The time is over. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

export interface TimeLimit<Late> {
  /** Milliseconds. */
  readonly ms?: number | undefined
  /** Ends the wait as well: of a caller who may leave, or a limit that several waits share. */
  readonly signal?: AbortSignal | undefined
  /** What to resolve with at the end of the wait, instead of rejecting. */
  readonly late?: (() => Late) | undefined
}

/**
 * Waits for `work` until its limit, also when it ignores the signal that it is given. What it does later is ignored.
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

/** One look more after the time: an answer may have arrived while this process was busy. */
function whenCaughtUp(then: () => void): void {
  setImmediate(() => setImmediate(then))
}

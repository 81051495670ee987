// Work that several callers wait for together, and that ends when the last of them has left.

/** Work of one kind, by key. */
export interface Joined<T> {
  /**
   * The result of the work of `key` that runs, else of `work`, whose signal aborts once all callers have left. A caller who has left is still told how the
   * work ended.
   */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Whether somebody waits for such work. */
  has(key: string): boolean
}

interface Run<T> {
  readonly result: Promise<T>
  readonly ending: AbortController
  waiting: number
}

/** Nothing runs. */
export function createJoined<T>(): Joined<T> {
  const runs = new Map<string, Run<T>>()

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Run<T> {
    const ending = new AbortController()
    // What nobody waits for may still be ending: two pieces of the same work would get in each other's way.
    const before = runs.get(key)?.result ?? Promise.resolve()
    const result = before.catch(() => undefined).then(() => work(ending.signal))
    const run: Run<T> = { result, ending, waiting: 0 }
    runs.set(key, run)
    const forget = () => void (runs.get(key) === run && runs.delete(key))
    result.then(forget, forget)
    return run
  }

  return {
    has: (key) => runs.get(key)?.ending.signal.aborted === false,
    async run(key, signal, work) {
      const running = runs.get(key)
      const run = running && !running.ending.signal.aborted ? running : begin(key, work)
      run.waiting += 1
      const leave = () => {
        run.waiting -= 1
        if (run.waiting === 0) run.ending.abort(signal.reason)
      }
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
      try {
        return await run.result
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

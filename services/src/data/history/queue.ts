// Two queues: `createQueue` joins callers of the same work, `createPlaces` bounds how much work runs at once.

/**
 * Runs `ask` once per key at a time. Callers that come during a run share the next run, so that each gets an answer that was read after it
 * asked.
 */
export function createQueue<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const queue = new Map<string, { readonly ended: Promise<unknown>; next: Promise<T> | undefined }>()

  function begin(key: string): Promise<T> {
    const asked = ask(key)
    // A failed run rejects for its own callers; the next run is another try.
    const ended = asked.catch(() => undefined)
    const run = { ended, next: undefined }
    queue.set(key, run)
    void ended.then(() => {
      if (run.next === undefined && queue.get(key) === run) queue.delete(key)
    })
    return asked
  }

  return (key) => {
    const run = queue.get(key)
    if (!run) return begin(key)
    run.next ??= run.ended.then(() => begin(key))
    return run.next
  }
}

/** Lets at most `count` pieces of work run at a time; the others wait in order of arrival. */
export function createPlaces(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

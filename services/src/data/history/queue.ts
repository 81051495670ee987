// A queue that joins callers of the same work.

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

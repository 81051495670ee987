// A page that shows what it has to ask for: only the newest answer counts.

/** Where an answer goes, or the failure that came instead of one. */
export interface Outlet<T> {
  show(answer: T): void
  fail(error: unknown): void
}

/**
 * Makes a function that asks, and shows the answer or the failure. What comes after a later call has begun is dropped: an older answer would be shown over a
 * newer one. The function never rejects.
 */
export function createLatest<T>(ask: () => Promise<T>, { show, fail }: Outlet<T>): () => Promise<void> {
  let runs = 0
  return async () => {
    const run = ++runs
    const isLatest = () => run === runs
    await ask().then(
      (answer) => isLatest() && show(answer),
      (error: unknown) => isLatest() && fail(error),
    )
  }
}

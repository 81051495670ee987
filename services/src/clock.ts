// Time as a port of relay and jobs: tests advance it by hand.

/** The present time, and timers. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  /** Calls `work` every `ms`, until the returned function is called. */
  every(ms: number, work: () => void): () => void
}

/** The real time. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  every(ms, work) {
    const timer = setInterval(work, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

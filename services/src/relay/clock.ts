// The relay's sense of time, as a port: tests turn it by hand.

export interface Clock {
  /** Unix milliseconds. */
  now(): number
  /** Calls `work` every `ms`, until the returned function is called. */
  every(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  every(ms, work) {
    const timer = setInterval(work, ms)
    // A ticking relay alone is no reason for the process to stay.
    timer.unref()
    return () => clearInterval(timer)
  },
}

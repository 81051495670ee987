// Counts what each client says in a window of time.

export interface Throttle {
  /** True when this message of `key` is one too many. */
  isExceeded(key: string, now: number): boolean
  /** Forgets windows that are over. */
  collect(now: number): void
}

/** A fixed window per key: cheap, and at worst lets through twice the limit around the border of two windows. */
export function createThrottle(limit: number, windowMs: number): Throttle {
  const windows = new Map<string, { endsAt: number; count: number }>()
  return {
    isExceeded(key, now) {
      const window = windows.get(key)
      if (!window || window.endsAt <= now) {
        windows.set(key, { endsAt: now + windowMs, count: 1 })
        return limit < 1
      }
      window.count += 1
      return window.count > limit
    },
    collect(now) {
      for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key)
    },
  }
}

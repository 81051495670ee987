// Time that passes only when the test says so.
import type { Clock } from '../../src/clock.js'

export interface TestClock extends Clock {
  /** Lets `ms` pass, firing what is due on the way. */
  tick(ms: number): void
}

export function createTestClock(start = Date.UTC(2030, 0, 1)): TestClock {
  let time = start
  const timers = new Set<{ dueAt: number; every: number; work: () => void }>()
  return {
    now: () => time,
    every(every, work) {
      const timer = { dueAt: time + every, every, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    tick(ms) {
      const end = time + ms
      for (;;) {
        const [next] = [...timers].sort((a, b) => a.dueAt - b.dueAt)
        if (!next || next.dueAt > end) break
        time = next.dueAt
        next.dueAt += next.every
        next.work()
      }
      time = end
    },
  }
}

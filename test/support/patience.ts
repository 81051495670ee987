// A loaded machine is slow, not wrong: what a test waits for has twenty seconds to come, where Vitest would give it one.
import { vi } from 'vitest'

const PATIENCE_MS = 20_000

function patient<T extends typeof vi.waitFor | typeof vi.waitUntil>(wait: T): T {
  const waiting = (work: () => unknown, options?: number | object) =>
    wait(work, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
  return waiting as T // called as `wait` is, and resolves as it does
}

Object.assign(vi, { waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) })

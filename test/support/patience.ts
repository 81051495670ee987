// What a test waits for may take as long as the test itself (`WM_PATIENCE_MS`, the project's limit), where Vitest would give it a second: a loaded machine is slow, not wrong.
import { vi } from 'vitest'

/** A little less than the limit, so that a failure says what did not come. */
const timeout = Number(import.meta.env['WM_PATIENCE_MS'] ?? 60_000) * 0.9

function patient<T extends typeof vi.waitFor | typeof vi.waitUntil>(wait: T): T {
  const waiting = (work: () => unknown, options?: number | object) =>
    wait(work, typeof options === 'number' ? options : { timeout, ...options })
  return waiting as T // called as `wait` is, and resolves as it does
}

Object.assign(vi, { waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) })

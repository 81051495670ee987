// What every file of tests begins with. What a test waits for may take as long as the test itself (`WM_PATIENCE_MS`, the project's limit), where Vitest would give it a second: a
// loaded machine is slow, not wrong. And files that share a process begin with the clock, the globals and the functions of the runtime, whatever an earlier one has put in their place.
import { afterAll, vi } from 'vitest'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
/** A module that is on its way when a file ends does not come any more, and is broken for all files after it in the same process. */
afterAll(() => vi.dynamicImportSettled())

/** A little less than the limit, so that a failure says what did not come. */
const timeout = Number((import.meta as { env?: Record<string, string> }).env?.['WM_PATIENCE_MS'] ?? 60_000) * 0.9

type Wait = (typeof vi.waitFor | typeof vi.waitUntil) & { isPatient?: true }

function patient<T extends Wait>(wait: T): T {
  if (wait.isPatient) return wait // of a process that has run another file
  const waiting = (work: () => unknown, options?: number | object) =>
    wait(work, typeof options === 'number' ? options : { timeout, ...options })
  return Object.assign(waiting, { isPatient: true }) as unknown as T // called as `wait` is, and resolves as it does
}

Object.assign(vi, { waitFor: patient(vi.waitFor), waitUntil: patient(vi.waitUntil) })

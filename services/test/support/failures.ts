// A matrix in one test: every row is tried, and what failed is told at the end, by name.
import { format } from 'node:util'
import { expect } from 'vitest'

export interface Failures {
  /** `name: why` of each that failed so far. */
  readonly list: readonly string[]
  /** Tries `work`; what it throws is noted under `name`. */
  check(name: string, work: () => unknown): Promise<void>
}

export function collectFailures(): Failures {
  const list: string[] = []
  return {
    list,
    async check(name, work) {
      try {
        await work()
      } catch (error) {
        list.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
  }
}

/**
 * Tries each row, one after the other, and fails with all that failed.
 * @param rows a row that is a list is given as the arguments of `work`
 * @param name of a row: `%s` and `%j` stand for its parts, in their order
 */
export async function checkEach<T extends readonly unknown[] | readonly [unknown]>(
  rows: readonly T[],
  name: string,
  work: (...row: [...T]) => unknown,
): Promise<void>
export async function checkEach<T>(rows: readonly T[], name: string, work: (row: T) => unknown): Promise<void>
export async function checkEach(rows: readonly unknown[], name: string, work: (...row: unknown[]) => unknown): Promise<void> {
  const failures = collectFailures()
  for (const row of rows) {
    const parts: readonly unknown[] = Array.isArray(row) ? row : [row]
    await failures.check(format(name, ...parts), () => work(...parts))
  }
  expect(failures.list).toEqual([])
}

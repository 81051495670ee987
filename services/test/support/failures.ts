// A matrix in one test: every row is tried, and what failed is told at the end, by name.

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

/** A name for the report, and what is checked. */
export type NamedCase<T> = readonly [name: string, value: T]

/**
 * Checks all cases at once and returns what failed, each with its name: a table stays one test, and still names every row that is wrong.
 * @param check throws or rejects where a case is wrong
 */
export async function collectFailures<T>(
  cases: Iterable<NamedCase<T>>,
  check: (value: T, name: string) => unknown,
): Promise<readonly string[]> {
  const outcomes = await Promise.all(
    [...cases].map(async ([name, value]) => {
      try {
        await check(value, name)
        return []
      } catch (error) {
        return [`${name}: ${error instanceof Error ? error.message : String(error)}`]
      }
    }),
  )
  return outcomes.flat()
}

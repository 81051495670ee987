// A matrix in one test: each row is tried, and the test fails once, with every row that failed.
import { inspect } from 'node:util'
import { expect, test, type TestAPI } from 'vitest'

const PLACEHOLDER = /%(?:\.(\d+))?[sdijoO]|%#|\$\w+/g
const LABEL_MAX_CHARACTERS = 100

function toText(value: unknown, length = LABEL_MAX_CHARACTERS): string {
  try {
    return (typeof value === 'string' ? value : inspect(value, { depth: 1, breakLength: Infinity })).slice(0, length)
  } catch {
    return 'a value that throws' // hostile on purpose
  }
}

/** The sentence that the title makes with a row. */
function getLabel(title: string, row: readonly unknown[]): string {
  const rest = row.slice()
  const label = title.replaceAll(PLACEHOLDER, (_, length?: string) => toText(rest.shift(), length ? Number(length) : undefined))
  return label === title ? `${title}: ${toText(row[0])}` : label
}

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
        list.push(`${name}: ${error instanceof Error ? error.message : toText(error)}`)
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
    await failures.check(getLabel(name, parts), () => work(...parts))
  }
  if (rows.length === 0) expect.fail('There are no rows.')
  if (failures.list.length > 0) expect.fail(`${failures.list.length} of ${rows.length} rows fail:\n${failures.list.join('\n')}`)
}

/**
 * As `test.each`, with one test for all rows, which run one after the other. Hooks run once: a row cleans up after itself.
 *
 * @example testRows(['', '0x'])('%j is no address', (text) => expect(isAddress(text)).toBe(false)) // "… is no address"
 */
export const testRows = ((rows: readonly unknown[]) => (title: string, work: (...row: unknown[]) => unknown) =>
  test(title.replaceAll(PLACEHOLDER, '…'), () => {
    const isTable = rows.every((row) => Array.isArray(row))
    return checkEach(isTable ? rows : rows.map((row) => [row]), title, work)
  })) as unknown as TestAPI['each'] // it takes the same tables

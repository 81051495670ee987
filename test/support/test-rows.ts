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

/**
 * As `test.each`, with one test for all rows, which run one after the other. Hooks run once: a row cleans up after itself.
 *
 * @example testRows(['', '0x'])('%j is no address', (text) => expect(isAddress(text)).toBe(false)) // "… is no address"
 */
export const testRows = ((rows: readonly unknown[]) => {
  const isTable = rows.every((row) => Array.isArray(row))
  return (title: string, work: (...row: unknown[]) => unknown) =>
    test(title.replaceAll(PLACEHOLDER, '…'), async () => {
      const failures: string[] = []
      for (const row of rows) {
        const values = isTable ? (row as unknown[]) : [row]
        try {
          await work(...values)
        } catch (error) {
          failures.push(`${getLabel(title, values)}: ${error instanceof Error ? error.message : toText(error)}`)
        }
      }
      if (rows.length === 0) expect.fail('There are no rows.')
      if (failures.length > 0) expect.fail(`${failures.length} of ${rows.length} rows fail:\n${failures.join('\n')}`)
    })
}) as unknown as TestAPI['each'] // it takes the same tables

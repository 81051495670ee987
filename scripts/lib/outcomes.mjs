// What the reports of the runners say: how many tests passed and failed, which failed, and which passed only when they ran again.

/** Times that a test which failed is run again (`WM_RETRIES`; `vitest.config.ts`, `playwright.config.ts`). */
export const RETRIES = 1

/** So many tests of one run may need that. More are a fault of the tests or of the product, not of a busy machine, and count as failed. */
export const RETRIED_LIMIT = 5

/** Lines of a failure that are printed at the end. */
const LINES = 8

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {Told[]} failures what failed
 * @property {Told[]} retried what failed first, and passed when it ran again
 */

/**
 * @typedef {object} Told
 * @property {string} name of the test or check
 * @property {string} message the beginning of what it said
 */

/** @returns {Outcome} */
export const noOutcome = () => ({ passed: 0, failed: 0, failures: [], retried: [] })

/**
 * One check, or a part that could not be run.
 * @param {string} name
 * @param {boolean} isPassed
 * @param {string} [message]
 * @returns {Outcome}
 */
export const outcomeOf = (name, isPassed, message = '') => ({
  ...noOutcome(),
  passed: isPassed ? 1 : 0,
  failed: isPassed ? 0 : 1,
  failures: isPassed ? [] : [{ name, message: beginningOf(message) }],
})

/**
 * Adds `more` to `total`.
 * @param {Outcome} total
 * @param {Outcome} more
 */
export function addOutcome(total, more) {
  total.passed += more.passed
  total.failed += more.failed
  total.failures.push(...more.failures)
  total.retried.push(...more.retried)
}

/**
 * @param {readonly import('./module-results.mjs').ModuleResult[]} results
 * @param {string} root folder that paths are told from
 * @returns {Outcome}
 */
export function outcomeOfVitest(results, root) {
  const outcome = noOutcome()
  for (const { name: path, status, message, assertionResults } of results) {
    const file = path.replace(`${root}/`, '')
    // A file that could not be loaded has no tests of its own: it counts as one failure.
    if (status === 'failed' && assertionResults.length === 0) outcome.failures.push({ name: file, message: beginningOf(message) })
    for (const { ancestorTitles, title, status, failureMessages } of assertionResults) {
      const told = {
        name: [file, ...ancestorTitles.filter(Boolean), title].join(' > '),
        message: beginningOf(failureMessages[0] ?? ''),
      }
      if (status === 'passed') outcome.passed++
      if (status === 'failed') outcome.failures.push(told)
      if (status === 'passed' && failureMessages.length > 0) outcome.retried.push(told)
    }
  }
  outcome.failed = outcome.failures.length
  return outcome
}

/**
 * @param {any} report of Playwright's JSON reporter
 * @returns {Outcome}
 */
export function outcomeOfWalks({ suites, stats }) {
  const outcome = { ...noOutcome(), passed: stats.expected + stats.flaky, failed: stats.unexpected }
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
  for (const { file, title, tests } of suites.flatMap(specsIn))
    for (const { status, projectName, results } of tests) {
      const message = results.flatMap(({ errors }) => errors ?? [])[0]?.message ?? ''
      const told = { name: `[${projectName}] ${file} > ${title}`, message: beginningOf(message) }
      if (status === 'unexpected') outcome.failures.push(told)
      if (status === 'flaky') outcome.retried.push(told)
    }
  return outcome
}

/**
 * The last lines of a run: what failed and what was run again, so that the end of a log says all of it, and the counts.
 * @param {Outcome} total changed where too many tests were run again
 * @returns {string[]}
 */
export function closingLines(total) {
  const { failures, retried } = total
  const lines = failures.flatMap(({ name, message }) => [`FAILED ${name}`, message])
  lines.push(...retried.flatMap(({ name, message }) => [`PASSED ONLY WHEN IT RAN AGAIN ${name}`, message]))
  if (retried.length > RETRIED_LIMIT) {
    total.failed++
    lines.push(`FAILED ${retried.length} tests passed only when they ran again; ${RETRIED_LIMIT} may`)
  }
  return [...lines.filter(Boolean), `${total.passed} passed, ${total.failed} failed`]
}

/** The first lines, without the colours of a terminal and the calls within libraries. */
function beginningOf(message) {
  const plain = message.replace(/\u001b\[\d+m/g, '')
  const lines = plain.split('\n').filter((line) => line.trim() && !line.includes('/node_modules/'))
  return lines.slice(0, LINES).join('\n')
}

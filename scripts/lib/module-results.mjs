// A reporter of Vitest that writes down what became of each file of tests as soon as it has ended, a line of JSON each: where a run stands still, only the
// rest is run again. It also tells the runner that it goes on (`run-part.mjs`) with each test that has ended.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * What became of a file, as in a report of Vitest's own JSON reporter.
 * @typedef {object} ModuleResult
 * @property {string} name its path
 * @property {string} status
 * @property {string} message why it could not be loaded
 * @property {{ ancestorTitles: string[], title: string, status: string, failureMessages: string[] }[]} assertionResults its tests; of one that passed when it
 *   ran again, `failureMessages` has what failed before
 */

const messageOf = ({ stack, message }) => stack || message

/** Titles of the groups that a test is in, from the outermost. */
function titlesAbove({ parent }) {
  return parent.type === 'suite' ? [...titlesAbove(parent), parent.name] : []
}

/** @implements {import('vitest/node').Reporter} */
export default class ModuleResults {
  #file = process.env.WM_MODULE_RESULTS ?? ''

  #write(line) {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  onTestRunStart(specifications) {
    this.#write({ files: specifications.map(({ moduleId }) => moduleId) })
  }

  onTestModuleStart({ moduleId }) {
    this.#write({ begun: moduleId })
  }

  onTestCaseResult() {
    process.send?.('a test has ended')
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()]
    const failed = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
    /** @type {ModuleResult} */
    const ended = {
      name: module.moduleId,
      status: module.state(),
      message: failed.map(messageOf).join('\n'),
      assertionResults: tests.map((test) => {
        const { state, errors = [] } = test.result()
        return { ancestorTitles: titlesAbove(test), title: test.name, status: state, failureMessages: errors.map(messageOf) }
      }),
    }
    this.#write({ ended })
  }
}

/**
 * What a run, and those that went on with it, have written.
 * @param {string} file
 * @returns {{ results: ModuleResult[], left: string[], under: string | undefined }} what became of the files that have ended; those that have not; the one that
 *   was under way last
 */
export function readModuleResults(file) {
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []
  const results = lines.flatMap(({ ended }) => ended ?? [])
  const names = new Set(results.map(({ name }) => name))
  const left = [...new Set(lines.flatMap(({ files }) => files ?? []))].filter((name) => !names.has(name))
  return { results, left, under: lines.flatMap(({ begun }) => begun ?? []).findLast((name) => !names.has(name)) }
}

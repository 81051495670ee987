// The card's elements, a group for each engine of this machine: `npm run test:card -- --group Firefox`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defaultReporter, summaryReporter } from '@web/test-runner'
import { findLaunchers, keyboardPlugin } from './test/card/engines/launchers.mjs'
import { viteBridge } from './test/card/engines/vite-bridge.mjs'

const files = ['test/card/*.card.ts']
const { plugin, middleware } = await viteBridge(files)

/** The only limit of a test, of its page and of all that it waits for: a slow machine is not wrong. */
const LIMIT_MS = 60_000

/** Writes what `npm test` reads: `{ passed, failures }` (`WM_CARD_REPORT`). */
const countsReporter = (path) => ({
  stop({ sessions }) {
    const testsIn = (suite) => (suite ? [...suite.tests, ...suite.suites.flatMap(testsIn)] : [])
    const outcomes = sessions.map(({ testFile, testResults, errors, passed }) => {
      const file = basename(testFile)
      const tests = testsIn(testResults).filter(({ skipped }) => !skipped)
      const failures = tests.filter((test) => !test.passed).map(({ name, error }) => `${file} > ${name}\n  ${error?.message}`)
      // A file that did not run has no tests of its own.
      if (!passed && failures.length === 0) failures.push(`${file}\n  ${errors[0]?.message}`)
      return { passed: tests.filter((test) => test.passed).length, failures }
    })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(
      path,
      JSON.stringify({
        passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
        failures: outcomes.flatMap(({ failures }) => failures),
      }),
    )
  },
})
const report = process.env.WM_CARD_REPORT

export default {
  files: [],
  groups: Object.entries(findLaunchers()).map(([name, launcher]) => ({ name, files, browsers: [launcher] })),
  nodeResolve: false,
  plugins: [plugin, keyboardPlugin],
  middleware: [middleware],
  browserStartTimeout: LIMIT_MS,
  testsStartTimeout: LIMIT_MS,
  testsFinishTimeout: 10 * LIMIT_MS,
  testFramework: { config: { timeout: LIMIT_MS } },
  reporters: [process.env.NO_COLOR ? summaryReporter() : defaultReporter(), ...(report ? [countsReporter(report)] : [])],
}

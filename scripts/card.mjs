// `npm run test:card`: the card's elements in every engine of this machine. Closes with one line: `card: N passed, M failed`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { defaultReporter, startTestRunner, summaryReporter } from '@web/test-runner'
import { cardBrowsers } from './lib/card-browsers.mjs'
import { ensureBrowser } from './prepare.mjs'

process.env.WM_CHROMIUM = ensureBrowser()
const isRequired = process.env.WM_REQUIRE_ALL === '1'
const { missing } = cardBrowsers(process.env.WM_CARD_ENGINES?.split(','))
for (const name of missing) console.log(`${isRequired ? 'FAIL' : 'SKIPPED:'} the card in ${name}: it is not on this machine.`)

/** Tests of a suite and of all suites in it. */
const testsIn = (suite) => (suite ? [...suite.tests, ...suite.suites.flatMap(testsIn)] : [])

/** A file that did not run has no tests of its own: it counts as one failure. */
function countOf({ testResults, passed: isPassed }) {
  const tests = testsIn(testResults).filter(({ skipped }) => !skipped)
  const failed = tests.filter(({ passed }) => !passed).length
  return { passed: tests.length - failed, failed: failed === 0 && !isPassed ? 1 : failed }
}

const total = { passed: 0, failed: isRequired ? missing.length : 0 }
const add = (name, sessions) => {
  const counts = sessions.map(countOf)
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failed, 0)
  total.passed += passed
  total.failed += failed
  console.log(`card in ${name}: ${passed} passed, ${failed} failed, ${sessions.length} files`)
}

const runner = await startTestRunner({
  autoExitProcess: false,
  config: {
    reporters: [
      process.env.CI || process.env.NO_COLOR ? summaryReporter({ reportTestLogs: true }) : defaultReporter(),
      {
        stop({ sessions }) {
          for (const name of new Set(sessions.map(({ browser }) => browser.name)))
            add(
              name,
              sessions.filter(({ browser }) => browser.name === name),
            )
        },
      },
    ],
  },
})
if (!runner) process.exit(1)
runner.on('stopped', (isPassed) => {
  if (!isPassed && total.failed === 0) total.failed = 1
  const report = process.env.WM_CARD_REPORT
  if (report) {
    mkdirSync(dirname(report), { recursive: true })
    writeFileSync(report, JSON.stringify(total))
  }
  console.log(`card: ${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
})

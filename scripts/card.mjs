// `npm run test:card`: the card's elements in every engine of this machine. Closes with one line: `card: N passed, M failed`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { defaultReporter, startTestRunner, summaryReporter } from '@web/test-runner'
import { cardBrowsers } from './lib/card-browsers.mjs'
import { addOutcome, noOutcome, outcomeOf } from './lib/outcomes.mjs'
import { ensureBrowser } from './prepare.mjs'

process.env.WM_CHROMIUM = ensureBrowser()
const isRequired = process.env.WM_REQUIRE_ALL === '1'
const { missing } = cardBrowsers(process.env.WM_CARD_ENGINES?.split(','))
for (const name of missing) console.log(`${isRequired ? 'FAIL' : 'SKIPPED:'} the card in ${name}: it is not on this machine.`)

/** Tests of a suite and of all suites in it. */
const testsIn = (suite) => (suite ? [...suite.tests, ...suite.suites.flatMap(testsIn)] : [])

const total = noOutcome()
if (isRequired)
  for (const name of missing) addOutcome(total, outcomeOf(`the card in ${name}`, false, 'it is not on this machine'))

/** How `test/card/support.ts` tells of a test that passed only when it ran again. */
const AGAIN = 'RAN AGAIN '

/** A file that did not run has no tests of its own: it counts as one failure. */
function add(name, sessions) {
  const all = noOutcome()
  for (const { testFile, testResults, errors, logs, passed: isPassed } of sessions) {
    const file = `[${name}] ${basename(testFile)}`
    const of = noOutcome()
    for (const test of testsIn(testResults))
      if (!test.skipped) addOutcome(of, outcomeOf(`${file} > ${test.name}`, test.passed, test.error?.message))
    if (!isPassed && of.failed === 0) addOutcome(of, outcomeOf(file, false, errors[0]?.message))
    for (const [line] of logs)
      if (typeof line === 'string' && line.startsWith(AGAIN))
        of.retried.push({ name: `${file} > ${line.slice(AGAIN.length)}`, message: '' })
    addOutcome(all, of)
  }
  addOutcome(total, all)
  console.log(`card in ${name}: ${all.passed} passed, ${all.failed} failed, ${sessions.length} files`)
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
  if (!isPassed && total.failed === 0) addOutcome(total, outcomeOf('card', false))
  const report = process.env.WM_CARD_REPORT
  if (report) {
    mkdirSync(dirname(report), { recursive: true })
    writeFileSync(report, JSON.stringify(total))
  }
  console.log(`card: ${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
})

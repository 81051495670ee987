// What `.ci/run` runs: the checks, then the tests with coverage floors, then one closing line.
import { readFileSync } from 'node:fs'
import { builtChecks, checkBuild, sourceChecks } from './check.mjs'
import { addOutcome, closingLines, outcomeOf } from './lib/outcomes.mjs'
import { root } from './prepare.mjs'
import { runTests } from './test.mjs'

const floors = {
  'src/state/': 90,
  'src/connectors/': 90,
  'src/api/': 90,
  'services/src/relay/': 90,
  'src/frame/': 95,
  'services/frame/': 95,
}

// Here a database, a devnet or a browser engine that is missing is a failure, not a reason to skip.
process.env.WM_REQUIRE_ALL = '1'
const total = await runTests({ coverage: true, build: checkBuild, checks: sourceChecks, builtChecks })

try {
  const summary = JSON.parse(readFileSync(`${root}/coverage/coverage-summary.json`, 'utf8'))
  for (const [folder, floor] of Object.entries(floors)) {
    const lines = Object.entries(summary)
      .filter(([path]) => path.startsWith(`${root}/${folder}`))
      .reduce(
        (
          sum,
          [
            ,
            {
              lines: { total: all, covered },
            },
          ],
        ) => ({ all: sum.all + all, covered: sum.covered + covered }),
        { all: 0, covered: 0 },
      )
    const percent = lines.all === 0 ? 0 : (100 * lines.covered) / lines.all
    const ok = percent >= floor
    const line = `lines covered in ${folder} ${percent.toFixed(1)} % (floor ${floor} %)`
    addOutcome(total, outcomeOf(line, ok))
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${line}`)
  }
} catch (error) {
  addOutcome(total, outcomeOf('coverage', false, error.message))
}

for (const line of closingLines(total)) console.log(line)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

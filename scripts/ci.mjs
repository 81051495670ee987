// What `.ci/run` runs: the checks, then the tests with coverage floors, then one closing line.
import { readFileSync } from 'node:fs'
import { builtChecks, checkBuild, sourceChecks } from './check.mjs'
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
    total[ok ? 'passed' : 'failed']++
    console.log(`${ok ? 'ok  ' : 'FAIL'} lines covered in ${folder} ${percent.toFixed(1)} % (floor ${floor} %)`)
  }
} catch (error) {
  total.failed++
  console.log(`FAIL coverage: ${error.message}`)
}

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

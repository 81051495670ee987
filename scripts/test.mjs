// `npm test`: what every change has to pass. `npm run test:all` (`--all`): the complete proof, with all walks, three engines, Postgres, coverage floors, random inputs, sizes and
// the newest Node. `.ci/run` adds `npm run check` (`--checks`). Installs what is missing, builds, runs the parts, and closes with one line: N passed, N failed.
import { rmSync } from 'node:fs'
import { build, builtChecks, sourceChecks } from './check.mjs'
import { hasAnvil } from './lib/machine.mjs'
import { readPlaywright, readVitest, reportPath, RESULTS, runParts } from './lib/parts.mjs'
import { checkNode, ensureBrowser, ensureDependencies, ensurePrograms, root } from './prepare.mjs'

const isComplete = process.argv.includes('--all')
const withChecks = process.argv.includes('--checks')
const BLOBS = `${RESULTS}/blobs`
/** The Node that the complete tier tries besides the one that runs it: the newest. */
const NEWEST = 26

const projectsIn = (names) => names.map((name) => `--project "${name}"`).join(' ')

/** Tests of some projects of Vitest. Measured ones leave a blob each, of which the part `coverage` makes the figures. */
function vitest(name, projects, { isMeasured = false, node = 'node' } = {}) {
  const report = `--reporter=default --reporter=./scripts/lib/vitest-report.mjs --outputFile.json=${reportPath(name)}`
  const measured = `--coverage --coverage.reportsDirectory=coverage/${name} --reporter=blob --outputFile.blob=${BLOBS}/${name}.json`
  return {
    name,
    command: `${node} node_modules/vitest/vitest.mjs run ${projectsIn(projects)} ${report} ${isMeasured ? measured : ''}`,
    read: readVitest,
  }
}

/** Tests of some projects of Playwright; of all, where none is named. One process runs them all: two would bundle the programs of walks into one folder. */
const playwright = (name, projects = []) => ({
  name,
  command: `node node_modules/@playwright/test/cli.js test ${projectsIn(projects)} --reporter=list,json`,
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath(name) },
  read: readPlaywright,
})

const card = (engine) => ({
  name: `card in ${engine}`,
  command: `node node_modules/@web/test-runner/dist/bin.js --group ${engine}`,
  env: { WM_CARD_REPORT: reportPath(`card in ${engine}`) },
  read: (report) => report,
})

/** `npm test`, the longest parts first; all walks have the journeys among them. */
const daily = [
  isComplete ? playwright('walks') : playwright('journeys', ['journeys*']),
  vitest('elements', ['browser'], { isMeasured: isComplete }),
  vitest('node', ['unit*', 'node*'], { isMeasured: isComplete }),
  card('Chromium'),
]
/** What `npm run test:all` runs besides. `needs`: a program that may be missing. */
const rest = [
  vitest(`node on ${NEWEST}`, ['unit*', 'node*'], { node: `npx --yes --package node@${NEWEST} -- node` }),
  vitest('exhaustive', ['exhaustive']),
  { ...vitest('postgres', ['postgres']), needs: 'Postgres' },
  { ...card('Firefox'), needs: 'Firefox' },
  { ...card('WebKit'), needs: 'WebKit' },
]
const coverage = {
  name: 'coverage',
  command: `node node_modules/vitest/vitest.mjs run --merge-reports=${BLOBS} --coverage --reporter=dot`,
}

checkNode()
ensureDependencies()
ensureBrowser()
if (!hasAnvil()) console.log('There is no anvil for the EVM devnet (https://getfoundry.sh): what needs one is skipped by name.')
const missing = isComplete ? ensurePrograms(['Firefox', 'WebKit', 'Postgres', 'nginx']) : []
// With WM_REQUIRE_ALL=1 they run all the same, and fail.
const skipped = process.env.WM_REQUIRE_ALL === '1' ? [] : missing
for (const name of skipped) console.log(`SKIPPED: what needs ${name}, which is not on this machine.`)
rmSync(`${root}/${BLOBS}`, { recursive: true, force: true })

const complete = [...rest.filter(({ needs }) => !skipped.includes(needs)), ...builtChecks]
const stages = [
  [build],
  [...(withChecks ? sourceChecks : []), ...daily, ...(isComplete ? complete : [])],
  ...(isComplete ? [[coverage]] : []),
]
const total = { passed: 0, failed: 0 }
for (const parts of stages) {
  const { passed, failed } = await runParts(parts)
  total.passed += passed
  total.failed += failed
  if (parts[0] === build && failed > 0) break
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1

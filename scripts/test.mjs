// `npm test`: installs what is missing, builds, runs every test (Node, elements in a browser, the card in three engines, walks end to end), and closes with one line: N passed, N failed.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hasAnvil } from './lib/anvil.mjs'
import { inLanes } from './lib/lanes.mjs'
import { runPart } from './lib/run-part.mjs'
import { checkNode, ensureBrowser, ensureDependencies, ensureEngines, ensurePostgres, root } from './prepare.mjs'

/** How many parts run at a time. Each has several processes, and waits for pages, servers and databases half of its time. */
const LANES = 2

/** A part that prints nothing for so long stands still, and is ended: each prints a line for every test or file, none of which takes half of it, ms. */
const SILENT_LIMIT_MS = 240_000

/** Whose tests run under coverage, which makes them a third slower: each of these folders holds its floor by its own tests (`ci.mjs`). */
const COVERED = ['test/api', 'test/connectors', 'test/state', 'services/test/relay']

/**
 * Runs all tests; resolves with the counts. A runner that breaks counts as one failure, never as none. The parts share the machine: what takes longest
 * begins first, and whichever lane is free takes what is next.
 * @param {object} options
 * @param {boolean} [options.coverage]
 * @param {() => Promise<{ passed: number, failed: number }>} [options.build] makes `dist`, which all tests wait for; default: only builds
 * @param {readonly (() => Promise<{ passed: number, failed: number }>)[]} [options.checks] what else is to be done and needs no `dist`; the first begins
 *   beside the build
 * @param {readonly (() => Promise<{ passed: number, failed: number }>)[]} [options.builtChecks] what else is to be done with `dist`; comes last
 */
export async function runTests({ coverage = false, build, checks = [], builtChecks = [] } = {}) {
  checkNode()
  ensureDependencies()
  const env = { ...process.env, WM_CHROMIUM: ensureBrowser() }
  if (!ensurePostgres() && process.env.WM_REQUIRE_ALL !== '1') {
    console.log('SKIPPED: the tests on Postgres. There is no server on this machine (Debian: apt install postgresql).')
  }
  for (const engine of ensureEngines())
    console.log(
      `SKIPPED: the walks and the card in ${engine}. It is not on this machine (Debian: apt install firefox-esr webkit2gtk-driver xvfb).`,
    )
  const results = `${root}/test-results`
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const run = (args, extra = {}) => runPart(args, { cwd: root, env: { ...env, ...extra }, silentMs: SILENT_LIMIT_MS })

  const total = { passed: 0, failed: 0 }
  const add = (name, passed, failed) => {
    total.passed += passed
    total.failed += failed
    console.log(`${name}: ${passed} passed, ${failed} failed`)
  }

  const buildOnly = async () => ({ passed: 0, failed: (await run(['scripts/build.mjs'])) === 0 ? 0 : 1 })
  const built = (build ?? buildOnly)().then(({ passed, failed }) => {
    if (build || failed > 0) add('build', passed, failed)
  })
  /** One part, with the time that it took. */
  const timed = async (name, work) => {
    const begun = performance.now()
    await work()
    console.log(`${name} took ${Math.round((performance.now() - begun) / 1000)} s`)
  }
  const ofBuild = (name, work) => () => built.then(() => timed(name, work))
  const counted = (check) => async () => {
    const { passed, failed } = await check()
    total.passed += passed
    total.failed += failed
  }
  const [first, ...rest] = checks.map(counted)

  const runVitest = async (name, project, options = [], extra = {}) => {
    const file = `${results}/${name.replace(/\W+/g, '-')}.json`
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...options,
    ]
    const runOnce = () => run(args, { NO_COLOR: '1', ...extra })
    let status = await runOnce()
    // Vitest waits without a limit for the frame of a test file, and the frame sometimes does not load (vitest-dev/vitest#11243): nothing has failed then.
    if (status === 'silent' && project === 'browser') status = await runOnce()
    if (!existsSync(file)) return add(name, 0, 1)
    const report = JSON.parse(readFileSync(file, 'utf8'))
    // A suite that could not be loaded has no tests of its own: count it.
    const broken = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length
    const failed = report.numFailedTests + broken
    add(name, report.numPassedTests, status !== 0 && failed === 0 ? 1 : failed)
  }

  const runCard = async () => {
    const file = `${results}/card.json`
    const status = await run(['scripts/card.mjs'], { WM_CARD_REPORT: file, NO_COLOR: '1' })
    if (!existsSync(file)) return add('card', 0, 1)
    const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'))
    add('card', passed, status !== 0 && failed === 0 ? 1 : failed)
  }

  const runWalks = async () => {
    if (!hasAnvil() && process.env.WM_REQUIRE_ALL !== '1') {
      const names = readdirSync(`${root}/test/walks`).flatMap((name) => /^(.*)\.walk\.ts$/.exec(name)?.[1] ?? [])
      console.log(`SKIPPED: the walks (${names.join(', ')}). There is no anvil for the EVM devnet (https://getfoundry.sh).`)
      return
    }
    const file = `${results}/walks.json`
    const status = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      FORCE_COLOR: '0',
    })
    if (!existsSync(file)) return add('walks', 0, 1)
    const { stats } = JSON.parse(readFileSync(file, 'utf8'))
    const failed = stats.unexpected
    add('walks', stats.expected + stats.flaky, status !== 0 && failed === 0 ? 1 : failed)
  }

  const maxWorkers = `--maxWorkers=${availableParallelism()}`
  const measured = () => runVitest('tests in Node of what is measured', 'node*', [maxWorkers, '--coverage', ...COVERED])
  await inLanes(LANES, [
    ofBuild('tests in Node', () =>
      runVitest('tests in Node', 'node*', [maxWorkers], coverage ? { WM_LEFT_OUT: COVERED.join() } : {}),
    ),
    ...(first ? [first] : []),
    ofBuild('tests in a browser', () => runVitest('tests in a browser', 'browser')),
    ...(coverage ? [ofBuild('tests in Node of what is measured', measured)] : []),
    ofBuild('card', runCard),
    ofBuild('walks', runWalks), // last: they have limits of time, and most servers
    ...rest,
    ...builtChecks.map((check) => () => built.then(counted(check))),
  ])
  return total
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split(/[\\/]/).at(-1) ?? '-')) {
  const { passed, failed } = await runTests({ coverage: process.argv.includes('--coverage') })
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

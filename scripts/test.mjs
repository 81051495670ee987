// `npm test`: installs what is missing, builds, runs every test (Node, elements in a browser, the card in three engines, walks end to end), and closes with one line: N passed, N failed.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hasAnvil } from './lib/anvil.mjs'
import { inLanes } from './lib/lanes.mjs'
import { findHeadlessShell } from './lib/machine.mjs'
import { readModuleResults } from './lib/module-results.mjs'
import { addOutcome, closingLines, noOutcome, outcomeOf, outcomeOfVitest, outcomeOfWalks, RETRIES } from './lib/outcomes.mjs'
import { runPart } from './lib/run-part.mjs'
import { checkNode, ensureBrowser, ensureDependencies, hasPostgres, installPrograms, missingEngines, root } from './prepare.mjs'

/** How many parts run at a time. Each has several processes, and waits for pages, servers and databases half of its time. */
const LANES = 2

/** A part that prints nothing for so long stands still, and is ended: each prints a line for every test or file, none of which takes half of it, ms. */
const SILENT_LIMIT_MS = 240_000
/** The same where each test that has ended is told, which may take a minute, twice (`vitest.config.ts`). */
const SILENT_TESTS_LIMIT_MS = 150_000

/** Whose tests run under coverage, which makes them a third slower: each of these folders holds its floor by its own tests (`ci.mjs`). */
const COVERED = ['test/api', 'test/connectors', 'test/state', 'test/frame', 'services/test/relay', 'services/test/frame']

/** Whose tests in Node want a processor and nothing else: they have no limits of time that a slow machine meets, and yield to all others. */
const YIELDING = ['test/elements', 'test/model', 'test/siwx', 'test/trial-namespace.test.ts', 'test/trial-setting.test.ts']

/**
 * Runs all tests; resolves with what became of them. A runner that breaks counts as one failure, never as none. The parts share the machine: whichever lane
 * is free takes what is next. A test that fails is run once more, and told of at the end: on a machine that does much else, one of thousands meets a moment
 * that its next run does not.
 * @typedef {import('./lib/outcomes.mjs').Outcome} Outcome
 * @param {object} options
 * @param {boolean} [options.coverage]
 * @param {() => Promise<Outcome>} [options.build] makes `dist`, which all tests wait for; default: only builds
 * @param {readonly (() => Promise<Outcome>)[]} [options.checks] what else is to be done and needs no `dist`: one after the other, from the beginning
 * @param {readonly (() => Promise<Outcome>)[]} [options.builtChecks] what else is to be done with `dist`: after those
 * @returns {Promise<Outcome>}
 */
export async function runTests({ coverage = false, build, checks = [], builtChecks = [] } = {}) {
  checkNode()
  const installed = installPrograms() // beside the packages and the build
  ensureDependencies()
  const env = { ...process.env, WM_RETRIES: String(RETRIES) }
  const programs = installed.then(() => {
    // The shell first: it is what `WM_CHROMIUM` says, where that is set.
    Object.assign(env, { WM_HEADLESS_SHELL: findHeadlessShell(), WM_CHROMIUM: ensureBrowser() })
    if (process.env.WM_REQUIRE_ALL !== '1' && !hasPostgres())
      console.log('SKIPPED: the tests on Postgres. There is no server on this machine (Debian: apt install postgresql).')
    for (const engine of missingEngines())
      console.log(
        `SKIPPED: the walks and the card in ${engine}. It is not on this machine (Debian: apt install firefox-esr webkit2gtk-driver xvfb).`,
      )
  })
  const results = `${root}/test-results`
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const run = (args, extra = {}, { silentMs = SILENT_LIMIT_MS, yields = false } = {}) =>
    runPart(args, { cwd: root, env: { ...env, ...extra }, silentMs, yields })

  const total = noOutcome()
  /** A part with its outcome. A runner that ended badly without a failed test is one failure. */
  const add = (name, outcome, status) => {
    if (status !== 0 && outcome.failed === 0) addOutcome(outcome, outcomeOf(name, false, `ended with ${status}`))
    addOutcome(total, outcome)
    console.log(`${name}: ${outcome.passed} passed, ${outcome.failed} failed`)
  }

  // With the services: the first test that asks for them compiled would have their folder made anew, under the servers of the walks.
  const buildOnly = async () => ((await run(['scripts/build.mjs', '--services'])) === 0 ? noOutcome() : outcomeOf('build', false))
  const built = (build ?? buildOnly)()
    .then((outcome) => {
      if (build || outcome.failed > 0) add('build', outcome, 0)
    })
    .then(() => programs)
  /** One part, with the time that it took. */
  const timed = async (name, work) => {
    const begun = performance.now()
    await work()
    console.log(`${name} took ${Math.round((performance.now() - begun) / 1000)} s`)
  }
  const ofBuild = (name, work) => () => built.then(() => timed(name, work))
  const counted = (check) => async () => addOutcome(total, await check())

  const readReport = (file) => JSON.parse(readFileSync(file, 'utf8'))

  const runVitest = async (name, projects, options = [], extra = {}, { yields = false } = {}) => {
    const file = `${results}/${name.replace(/\W+/g, '-')}.jsonl`
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=./scripts/lib/module-results.mjs',
      ...options,
    ]
    const runFiles = (files) =>
      run(
        [...args, ...files],
        { NO_COLOR: '1', WM_MODULE_RESULTS: file, ...extra },
        { silentMs: yields ? SILENT_LIMIT_MS : SILENT_TESTS_LIMIT_MS, yields },
      )
    let status = await runFiles([])
    // Vitest waits without a limit for what the frame of a test file says, and sometimes that says nothing (vitest-dev/vitest#11243): nothing has failed then,
    // and the rest is run in another browser. Coverage is written at the end, so that what is measured has to be run from the beginning.
    for (let tries = 2; status === 'silent' && projects.includes('browser') && tries > 0; tries--) {
      const { left, under } = readModuleResults(file)
      console.log(`${name}: stood still in ${under}`)
      const isMeasured = options.includes('--coverage')
      if (isMeasured) rmSync(file)
      status = await runFiles(isMeasured ? [] : left)
    }
    const { results: ended, left } = readModuleResults(file)
    add(name, outcomeOfVitest(ended, root), status === 0 && left.length > 0 ? `${left.length} files that did not run` : status)
  }

  const runCard = async () => {
    const file = `${results}/card.json`
    const status = await run(['scripts/card.mjs'], { WM_CARD_REPORT: file, NO_COLOR: '1' })
    add('card', existsSync(file) ? readReport(file) : outcomeOf('card', false, 'no report'), status)
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
    add('walks', existsSync(file) ? outcomeOfWalks(readReport(file)) : outcomeOf('walks', false, 'no report'), status)
  }

  // Beside another part, as many files at a time as there are cores.
  const options = [`--maxWorkers=${availableParallelism()}`]
  const covered = coverage ? COVERED : []
  const without = (folders) => ({ WM_LEFT_OUT: folders.join() })
  // The approvals and screens of the frame are drawn: what covers them runs in a browser.
  const measured = () => runVitest('tests of what is measured', ['node*', 'browser'], [...options, '--coverage', ...COVERED])
  const parts = [
    // First, beside each other: they have limits of time, and leave the machine to others half of theirs.
    ofBuild('walks', runWalks),
    ofBuild('tests in a browser', () => runVitest('tests in a browser', ['browser'], [], without(covered))),
    ofBuild('card', runCard),
    ...(coverage ? [ofBuild('tests of what is measured', measured)] : []),
    ofBuild('tests in Node', () => runVitest('tests in Node', ['node*'], options, without([...covered, ...YIELDING]))),
  ]
  // These ask for nothing but a processor, and take what the parts leave of it.
  const yielding = [
    ...checks.map(counted),
    ...builtChecks.map((check) => () => built.then(counted(check))),
    ofBuild('tests that yield', () => runVitest('tests that yield', ['node*'], [...options, ...YIELDING], {}, { yields: true })),
  ]
  await Promise.all([inLanes(LANES, parts), inLanes(1, yielding)])
  return total
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split(/[\\/]/).at(-1) ?? '-')) {
  const total = await runTests({ coverage: process.argv.includes('--coverage') })
  for (const line of closingLines(total)) console.log(line)
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
}

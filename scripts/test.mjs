// `npm test`: installs what is missing, builds, runs every test (Node, elements in a browser, the card in three engines, walks end to end), and closes with one line: N passed, N failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { hasAnvil } from './lib/anvil.mjs'
import { checkNode, ensureBrowser, ensureDependencies, ensureEngines, ensurePostgres, root } from './prepare.mjs'

/**
 * Runs all tests; resolves with the counts. A runner that breaks counts as one failure, never as none. Node's tests and those in a browser share the
 * machine, because each waits for servers and pages half of its time; the walks come last. `isBuilt`: by who calls, a moment ago. `afterBrowser` is called
 * when the tests in browsers have ended, `besideWalks` when the walks begin; both are waited for.
 */
export async function runTests({ coverage = false, isBuilt = false, afterBrowser, besideWalks } = {}) {
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
  const run = (args, extra = {}) =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, ...extra } })
      // Both lanes print here: whole lines, or one would break into another.
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', (line) => console.log(line))
      child.on('error', () => resolve(1))
      child.on('close', resolve)
    })

  const total = { passed: 0, failed: 0 }
  const add = (name, passed, failed) => {
    total.passed += passed
    total.failed += failed
    console.log(`${name}: ${passed} passed, ${failed} failed`)
  }

  const build = isBuilt ? 0 : await run(['scripts/build.mjs'])
  if (build !== 0) add('build', 0, 1)

  const runVitest = async (name, project, options = []) => {
    const file = `${results}/vitest-${project.replace(/\W/g, '')}.json`
    const status = await run(
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
        ...options,
      ],
      { NO_COLOR: '1' },
    )
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

  await Promise.all([
    runVitest('tests in Node', 'node*', coverage ? ['--coverage'] : []),
    runVitest('tests in a browser', 'browser').then(runCard).then(afterBrowser),
  ])
  await Promise.all([runWalks(), besideWalks?.()])
  return total
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split(/[\\/]/).at(-1) ?? '-')) {
  const { passed, failed } = await runTests({ coverage: process.argv.includes('--coverage') })
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
